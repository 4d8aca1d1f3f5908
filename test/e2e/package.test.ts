import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { currentLane } from '../support/lane.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  version: string;
  bin: Record<string, string>;
  dependencies: Record<string, string>;
};
const slowMs = 300_000;

const consumer = `import { createGateway, errorCodes, GatewayError, type RunResult } from 'jacobian-gateway';

const gateway = createGateway({ hide: ['pari', 'sagemath', 'z3', 'lean'] });
const answer: RunResult = await gateway.run('polynomial.map.evaluate', {
  polynomial: 'x^2+1',
  point: { variables: ['x'], values: ['1/2'] },
});
const meaning: string = errorCodes.BACKEND_UNAVAILABLE.meaning;
const failure: unknown = await gateway.run('integer.decide.prime', { value: '7' }).catch((error: unknown) => error);
// @ts-expect-error no operation has this id
const unknown: unknown = await gateway.run('no.such.operation', {}).catch((error: unknown) => error);
const codes = [failure, unknown].map((error) => (error instanceof GatewayError ? error.code : null));
console.log(JSON.stringify({ output: answer.output, codes, meaning }));
await gateway.close();
`;

// What is packed does not depend on the engines: once, in the lane that has none.
if (currentLane() === 'none') {
  describe('the package as others get it', packaged);
}

function packaged(): void {
  const folder = mkdtempSync(join(tmpdir(), 'jacobian-package-'));
  const source = join(folder, 'source');
  const bare = join(folder, 'bare');
  const user = join(folder, 'user');
  const installed = join(user, 'node_modules/jacobian-gateway');
  const noEngines = { JACOBIAN_HIDE: 'pari,sagemath,z3,lean' };
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** A copy, because packing builds, and other tests use what is built. */
  function copyTo(target: string): void {
    const left = ['node_modules', 'dist', '.git'].map((name) => join(root, name));
    cpSync(root, target, { recursive: true, filter: (path) => !left.includes(path) });
  }

  function npm(cwd: string, ...args: string[]): string {
    return succeed(cwd, 'npm', [...args, '--no-audit', '--no-fund', '--prefer-offline']);
  }

  beforeAll(() => {
    copyTo(source);
    symlinkSync(join(root, 'node_modules'), join(source, 'node_modules'));
    npm(source, 'pack', '--pack-destination', folder);
    const tarball = readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? '';
    mkdirSync(user);
    writeFileSync(join(user, 'package.json'), '{"name":"user","private":true,"type":"module"}');
    npm(user, 'install', join(folder, tarball));
  }, slowMs);

  it('has what it needs and nothing of its making', () => {
    expect(readdirSync(installed).sort()).toEqual(
      ['CHANGELOG.md', 'LICENSE', 'README.md', 'adapters', 'backends', 'containers', 'dist', 'package.json'].sort(),
    );
    const files = readdirSync(installed, { recursive: true, encoding: 'utf8' });
    expect(files.filter((name) => /\.map$|(?<!\.d)\.ts$/.test(name))).toEqual([]);
    for (const name of Object.keys(manifest.dependencies))
      expect(existsSync(join(user, 'node_modules', name))).toBe(true);
    expect(existsSync(join(user, 'node_modules/@modelcontextprotocol'))).toBe(false);
  });

  it(
    'type-checks a strict program, declarations included, which then runs',
    () => {
      writeFileSync(join(user, 'consumer.ts'), consumer);
      const compilerOptions = {
        target: 'ES2022',
        module: 'NodeNext',
        strict: true,
        skipLibCheck: false,
        types: ['node'],
        typeRoots: [join(root, 'node_modules/@types')],
      };
      writeFileSync(join(user, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['consumer.ts'] }));
      const tsc = join(root, 'node_modules/typescript/bin/tsc');
      succeed(user, process.execPath, [tsc, '-p', '.']);
      const printed = succeed(user, process.execPath, ['consumer.js']);
      expect(JSON.parse(printed)).toMatchObject({
        output: { value: { num: '5', den: '4' } },
        codes: ['BACKEND_UNAVAILABLE', 'UNKNOWN_OPERATION'],
      });
    },
    slowMs,
  );

  it('has a command that tells what is here', () => {
    // Not everything is here: the status is 1, and the report is there all the same.
    const doctor = call(user, 'npx', ['--no-install', 'jacobian-gateway', 'doctor', '--json'], noEngines);
    expect(doctor.status).toBe(1);
    const { backends } = JSON.parse(doctor.stdout) as { backends: { transports: { status: string }[] }[] };
    expect(backends).toHaveLength(4);
    expect(backends.flatMap(({ transports }) => transports.map(({ status }) => status))).toContain('DISABLED');
  });

  it(
    'brings an engine of its own, which finds its files wherever npm put them',
    () => {
      const args = [
        '--no-install',
        'jacobian-gateway',
        'run',
        'sat.solve',
        '{"cnf":{"dimacs":"p cnf 1 1\\n1 0\\n"}}',
        '--json',
      ];
      const onlyOurs = { JACOBIAN_HIDE: 'pari,sagemath,z3/subprocess,z3/container,lean' };
      const answer = JSON.parse(succeed(user, 'npx', args, onlyOurs)) as unknown;
      expect(answer).toMatchObject({ output: { outcome: 'SAT' }, execution: { backend: 'z3', transport: 'embedded' } });
    },
    slowMs,
  );

  it('serves MCP', async () => {
    const command = join(user, 'node_modules/.bin/jacobian-gateway');
    const client = new Client({ name: 'tests', version: '1.0.0' });
    await client.connect(
      new StdioClientTransport({
        command,
        args: ['serve'],
        env: { PATH: process.env['PATH'] ?? '' },
        cwd: user,
        stderr: 'ignore',
      }),
    );
    expect(client.getServerVersion()).toMatchObject({ name: 'jacobian-gateway', version: manifest.version });
    expect((await client.listTools()).tools).toHaveLength(2);
    await client.close();
  });

  it(
    'is installed from its source without development dependencies, and says that nothing is built',
    () => {
      copyTo(bare);
      const said = npm(bare, 'ci', '--omit=dev', '--foreground-scripts');
      expect(said).toContain('Nothing is built');
      expect(existsSync(join(bare, 'node_modules/z3-solver'))).toBe(true);
      expect(existsSync(join(bare, 'node_modules/esbuild'))).toBe(false);
    },
    slowMs,
  );
}

it('names programs that are built', () => {
  for (const path of Object.values(manifest.bin)) expect(existsSync(join(root, path))).toBe(true);
});

type Environment = Readonly<Record<string, string>>;

/** Runs a command to its end, as typed in a terminal: npm tells its children much about itself. */
function call(cwd: string, file: string, args: readonly string[], more: Environment = {}) {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^npm_(?!config_(?:registry|cache|userconfig))/i.test(name),
  );
  return spawnSync(file, args, { cwd, encoding: 'utf8', env: { ...Object.fromEntries(inherited), ...more } });
}

/** What it prints; throws with what it says where it fails. */
function succeed(cwd: string, file: string, args: readonly string[], more: Environment = {}): string {
  const { status, stdout, stderr } = call(cwd, file, args, more);
  if (status !== 0) throw new Error(`${file} ${args.join(' ')}: status ${String(status)}\n${stdout}\n${stderr}`);
  return stdout;
}
