import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readRecipes } from '../../../src/availability/bundle-recipe.js';
import { refusedHint } from '../../../src/availability/container-remedies.js';
import { imageCandidates } from '../../../src/availability/images.js';
import type { ImageList } from '../../../src/contracts/containers.js';
import type { SettingsInput } from '../../../src/contracts/settings.js';
import { available, image, testContainers, type TestContainers } from './support/containers.js';
import { testMachine } from './support/machine.js';
import { anyVersion, engineScript, fixture, testBackend, testProber } from './support/prober.js';

/** What can be built, as the package itself states it. */
const recipes = readRecipes(fileURLToPath(new URL('../../..', import.meta.url)));

function proberWith(containers: TestContainers, options: Parameters<typeof testProber>[0] = {}) {
  const machine = options.machine ?? testMachine();
  const { folder } = recipes.find(({ name }) => name === 'pari')!;
  machine.write('gateway/containers/fake/Dockerfile', readFileSync(`${folder}/Dockerfile`, 'utf8'), 0o644);
  const test = testProber({ ...options, machine, containers });
  return {
    ...test,
    containers,
    ask: (version = '>=2.13.0') => test.prober.availability({ ...anyVersion, version }, 'container'),
  };
}

/** Docker with one image of the backend, in which this program is the engine. */
function withEngine(program: string, settings: SettingsInput = {}, name = 'jacobian-gateway/fake:1') {
  const containers = testContainers(available(image(name, 'sha256:a')), { 'sha256:a': fixture(program) });
  return proberWith(containers, { settings });
}

const noResult = { stdout: '', stderr: '', code: null, signal: null, timedOut: false };

describe('candidates', () => {
  const list = available(
    image('somebody/pari:new', 'sha256:other', 9),
    image('jacobian-gateway/light:2', 'sha256:light', 8),
    image('jacobian-gateway/fake:1', 'sha256:older', 1),
    image('localhost/jacobian-gateway/fake:2', 'sha256:newer', 2),
    image('another-name:1', 'sha256:newer', 2),
    image('jacobian-gateway/z3:1', 'sha256:z3', 9, ['z3']),
    image('plain:latest', 'sha256:plain', 9, []),
  );
  const names = (named?: string) =>
    imageCandidates(testBackend().declaration, named, list).map((location) => location.image?.name);

  it('are our own image, the light one, then others, the newest first and each once', () => {
    expect(names()).toEqual([
      'localhost/jacobian-gateway/fake:2',
      'jacobian-gateway/fake:1',
      'jacobian-gateway/light:2',
      'somebody/pari:new',
    ]);
    expect(imageCandidates(testBackend().declaration, undefined, list)[1]).toEqual({
      transport: 'container',
      source: 'image',
      path: '/usr/bin/gp',
      roots: [],
      image: { name: 'jacobian-gateway/fake:1', id: 'sha256:older' },
    });
  });

  it('are the image that the operator named alone, labelled or not', () => {
    expect(names('plain:latest')).toEqual(['plain:latest']);
    expect(names('none:latest')).toEqual([]);
    expect(imageCandidates(testBackend().declaration, 'plain:latest', list)).toMatchObject([{ source: 'setting' }]);
  });

  it('are none of a backend that has no images', () => {
    expect(imageCandidates(testBackend({ container: null }).declaration, undefined, list)).toEqual([]);
  });
});

describe('an image is run as its driver would, and judged by what its engine does', () => {
  it('available', async () => {
    const test = withEngine('gp-works.sh');
    expect(await test.ask()).toMatchObject({
      status: 'AVAILABLE',
      version: '2.15.4',
      hint: null,
      path: 'jacobian-gateway/fake:1',
      location: { transport: 'container', path: '/usr/bin/gp', image: { id: 'sha256:a' } },
    });
    expect(test.containers.ran).toEqual([
      'sha256:a /usr/bin/gp --version-short',
      expect.stringMatching(/^sha256:a \/usr\/bin\/gp -q -f/),
    ]);
    expect(test.ran).toEqual([]);
  });

  it('too old', async () => {
    expect(await withEngine('gp-old.sh').ask()).toMatchObject({
      status: 'UNSUPPORTED',
      version: '2.9.4',
      detail: '2.9.4 is too old: >=2.13.0 is needed',
      hint: 'Build the image anew: `jacobian-gateway bundle build fake`.',
    });
    // Debian's own is too old for this one.
    expect(await withEngine('gp-works.sh').ask('>=2.17')).toMatchObject({
      status: 'UNSUPPORTED',
      hint: 'Build the image anew: `jacobian-gateway bundle build fake --from wheels`.',
    });
  });

  it.each([
    ['gp-crashes.sh', 'it crashed (SIGSEGV: a memory fault): Segmentation fault'],
    // Nothing is kept from it by the isolation of this machine.
    ['gp-shim.sh', 'it answered: shims: gp: command not found'],
  ])('broken: %s', async (program, detail) => {
    expect(await withEngine(program).ask()).toMatchObject({
      status: 'CHECK_FAILED',
      detail,
      path: 'jacobian-gateway/fake:1',
      hint: 'Build the image anew: `jacobian-gateway bundle build fake`.',
      location: null,
    });
  });

  it('one that Docker makes no container of is not to be built anew, nor to be corrected', async () => {
    const refused = { ...noResult, spawnError: "the disk of the Docker daemon's machine is full" };
    for (const settings of [{}, { backends: { fake: { image: 'jacobian-gateway/fake:1' } } }]) {
      const test = withEngine('gp-works.sh', settings);
      test.containers.run = () => Promise.resolve(refused);
      const found = await test.ask();
      expect(found).toMatchObject({ status: 'CHECK_FAILED', detail: refused.spawnError, location: null });
      expect(found.hint).toBe(refusedHint('jacobian-gateway/fake:1'));
    }
  });

  it('one that the operator named is for him to correct', async () => {
    const settings = { backends: { fake: { image: 'mine:1' } } };
    expect(await withEngine('gp-old.sh', settings, 'mine:1').ask()).toMatchObject({
      status: 'UNSUPPORTED',
      hint: 'Correct backends.fake.image of the settings, or remove it to let the gateway look for an image of PARI/GP.',
    });
    const missing = await withEngine('gp-works.sh', settings, 'jacobian-gateway/fake:1').ask();
    expect(missing).toMatchObject({
      status: 'MISSING',
      detail: 'Docker has no image mine:1, which the settings name',
      hint: expect.stringContaining('Correct backends.fake.image') as string,
    });
  });

  it('goes past a broken one, and a survey looks at all', async () => {
    const programs = { 'sha256:bad': fixture('gp-crashes.sh'), 'sha256:good': fixture('gp-works.sh') };
    const list = available(
      image('jacobian-gateway/light:1', 'sha256:good'),
      image('jacobian-gateway/fake:1', 'sha256:bad'),
      image('other:1', 'sha256:good2'),
    );
    const test = proberWith(testContainers(list, { ...programs, 'sha256:good2': fixture('gp-works.sh') }));
    expect(await test.ask()).toMatchObject({ status: 'AVAILABLE', path: 'jacobian-gateway/light:1' });
    const survey = await test.prober.survey(anyVersion, 'container');
    expect(survey.candidates.map(({ status }) => status)).toEqual(['CHECK_FAILED', 'AVAILABLE', 'AVAILABLE']);
  });

  it('needs no bubblewrap: a container isolates what is in it', async () => {
    const untrusted = testBackend({ traits: { ...testBackend().declaration.traits, untrusted: true } });
    const machine = testMachine();
    machine.write('path/jg-fake', engineScript('2.15.2'));
    const containers = testContainers(available(image('jacobian-gateway/fake:1', 'sha256:a')), {
      'sha256:a': fixture('gp-works.sh'),
    });
    const none = { available: false, reason: 'none', hint: 'Install bubblewrap.' } as const;
    for (const isolation of ['required', 'preferred'] as const) {
      const test = proberWith(containers, { machine, backend: untrusted, isolation: none, settings: { isolation } });
      expect(await test.prober.availability(anyVersion, 'subprocess')).toMatchObject({
        status: 'ISOLATION_UNAVAILABLE',
      });
      expect(await test.ask()).toMatchObject({ status: 'AVAILABLE' });
    }
  });
});

describe('what is not there', () => {
  it.each<[ImageList, object]>([
    [{ state: 'absent' }, { status: 'MISSING', detail: 'no Docker daemon was found' }],
    [
      { state: 'refused', reason: 'permission', detail: 'permission denied' },
      { status: 'CHECK_FAILED', detail: 'permission denied' },
    ],
    [
      available(image('jacobian-gateway/z3:1', 'sha256:z', 0, ['z3'])),
      { status: 'MISSING', detail: 'Docker has no image with PARI/GP' },
    ],
  ])('%j', async (list, expected) => {
    const test = proberWith(testContainers(list));
    expect(await test.ask()).toMatchObject({ ...expected, path: null, location: null, candidates: [] });
    expect((await test.ask()).hint).not.toBeNull();
    expect(test.containers.ran).toEqual([]);
  });

  it('costs nothing where it is not asked for', async () => {
    const machine = testMachine();
    machine.write('path/jg-fake', engineScript('2.15.2'));
    const hide = ['fake/container'];
    const test = proberWith(testContainers({ state: 'absent' }), { machine, settings: { hide } });
    await test.prober.availability(anyVersion, 'subprocess');
    expect(await test.ask()).toMatchObject({ status: 'DISABLED' });
    expect(test.containers.asked).toBe(0);
  });

  it('may be a transport that the backend does not have, or no Docker given', async () => {
    const test = proberWith(testContainers(available()), { backend: testBackend({ container: null }) });
    expect(await test.ask()).toMatchObject({ status: 'MISSING', detail: 'PARI/GP has no container transport' });
    expect(test.containers.asked).toBe(0);
    expect(await testProber().prober.availability(anyVersion, 'container')).toMatchObject({ status: 'MISSING' });
  });
});

describe('remembering', () => {
  it('that there is no Docker, for seconds', async () => {
    const test = proberWith(testContainers({ state: 'absent' }));
    await Promise.all([test.ask(), test.ask(), test.ask('>=2.17')]);
    test.wait(2_000);
    await test.ask();
    expect(test.containers.asked).toBe(1);
    test.wait(2_000);
    await test.ask();
    expect(test.containers.asked).toBe(2);
  });

  it('sees an image at once that was built while none was known', async () => {
    const test = proberWith(testContainers(available(), { 'sha256:a': fixture('gp-works.sh') }));
    expect(await test.ask()).toMatchObject({ status: 'MISSING' });
    test.containers.list = available(image('jacobian-gateway/fake:1', 'sha256:a'));
    test.wait(4_000);
    expect(await test.ask()).toMatchObject({ status: 'AVAILABLE' });
  });

  it('what an image can, by its id: one that was built anew is probed anew', async () => {
    const programs = { 'sha256:a': fixture('gp-old.sh'), 'sha256:b': fixture('gp-works.sh') };
    const test = proberWith(testContainers(available(image('jacobian-gateway/fake:1', 'sha256:a')), programs));
    expect(await test.ask()).toMatchObject({ status: 'UNSUPPORTED' });
    await test.ask();
    expect(test.containers.ran).toHaveLength(1);
    test.containers.list = available(image('jacobian-gateway/fake:1', 'sha256:b'));
    test.prober.invalidate('fake');
    expect(await test.ask()).toMatchObject({ status: 'AVAILABLE', location: { image: { id: 'sha256:b' } } });
  });

  it('nothing of an image that went while it was probed', async () => {
    const test = withEngine('gp-works.sh');
    const { containers } = test;
    const before = containers.list;
    expect(await test.ask()).toMatchObject({ status: 'AVAILABLE' });
    test.wait(700_000);
    containers.list = { state: 'refused', reason: 'connection', detail: 'nothing answers' };
    // Was known a moment ago; its probe finds that Docker has gone.
    expect(await test.ask()).toMatchObject({
      status: 'CHECK_FAILED',
      detail: 'nothing answers',
    });
    containers.list = before;
    test.prober.invalidate('fake');
    expect(await test.ask()).toMatchObject({ status: 'AVAILABLE' });

    const racing = withEngine('gp-works.sh');
    const { run } = racing.containers;
    const gone: TestContainers['run'] = (...command) => {
      racing.containers.list = available();
      return run(...command);
    };
    racing.containers.run = gone;
    expect(await racing.ask()).toMatchObject({ status: 'MISSING', detail: 'Docker has no image with PARI/GP' });
  });
});
