import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { processesWith } from '../../support/processes.js';
import { anyVersion, ask, engineScript, fixture, testBackend, testProber, withFixture } from './support/prober.js';
import { testMachine } from './support/machine.js';

/** The backend of the tests with little patience. */
function impatient(ms: number) {
  const { declaration } = testBackend();
  const subprocess = declaration.subprocess!;
  return testBackend({ subprocess: { ...subprocess, probe: { ...subprocess.probe, timeout_ms: ms } } });
}

describe('what a program does and what is said of it', () => {
  it.each([
    ['gp-works.sh', 'AVAILABLE', '2.15.4', null],
    ['gp-warns.sh', 'AVAILABLE', '2.15.4', null],
    ['gp-newer.sh', 'UNTESTED', '9.1.0', '9.1.0 is newer than 2.17.4, the newest release that was tested'],
    ['gp-crashes.sh', 'CHECK_FAILED', null, 'it crashed (SIGSEGV: a memory fault): Segmentation fault'],
    ['gp-shim.sh', 'CHECK_FAILED', null, 'it answered: shims: gp: command not found'],
    ['gp-unreadable.sh', 'CHECK_FAILED', null, 'it answered: sc 2021 built from a checkout'],
    ['no-such-file', 'CHECK_FAILED', null, 'there is no such file'],
    [
      'gp-miscomputes.sh',
      'CHECK_FAILED',
      '2.17.4',
      'a trial computation failed: it crashed (SIGILL: it was built for another processor)',
    ],
  ])('%s is %s', async (name, status, version, detail) => {
    const found = await ask(withFixture(name));
    expect(found).toMatchObject({ status, version, detail, path: fixture(name), required_version: '>=2.13.0' });
    expect(found.location !== null).toBe(status === 'AVAILABLE' || status === 'UNTESTED');
    expect(found.hint === null).toBe(found.location !== null);
  });

  it('one that prints without end is ended', async () => {
    const found = await ask(withFixture('gp-floods.sh'));
    expect(found.status).toBe('CHECK_FAILED');
    expect(found.detail).toContain('SIGKILL: it printed without end, or memory ran out');
    expect(processesWith('gp-floods.sh')).toEqual([]);
  });

  it('an old one is unsupported', async () => {
    const found = await ask(withFixture('gp-old.sh'));
    expect(found).toMatchObject({
      status: 'UNSUPPORTED',
      version: '2.9.4',
      detail: '2.9.4 is too old: >=2.13.0 is needed',
    });
  });

  it('a version that is not understood is told, without its control characters', async () => {
    const { declaration } = testBackend();
    const subprocess = declaration.subprocess!;
    const backend = testBackend({
      subprocess: { ...subprocess, probe: { ...subprocess.probe, version: /^\S*(sc\S+)/ } },
    });
    const found = await ask(withFixture('gp-unreadable.sh', { backend }));
    expect(found.detail).toBe('it prints a version that is not understood: sc 2021');
  });

  it('one that hangs is ended with its children', async () => {
    const found = await ask(withFixture('gp-hangs.sh', { backend: impatient(400) }));
    expect(found).toMatchObject({ status: 'CHECK_FAILED', detail: 'it gave no answer within 0.4 s' });
    expect(processesWith('gp-hangs.sh')).toEqual([]);
  });

  it('works in whatever isolation there is', async () => {
    expect(
      await ask(
        withFixture('gp-works.sh', {
          settings: { backends: { fake: { path: fixture('gp-works.sh') } }, isolation: 'preferred' },
        }),
      ),
    ).toMatchObject({
      status: 'AVAILABLE',
    });
  });

  it('is not run again without isolation: what may lack in it is told from what was said', async () => {
    const answer = {
      stdout: '',
      stderr: 'libgmp.so: no such file',
      code: 127,
      signal: null,
      timedOut: false,
      spawnError: null,
    };
    for (const isolation of ['preferred', 'required'] as const) {
      const test = withFixture('gp-works.sh', {
        settings: { backends: { fake: { path: fixture('gp-works.sh') } }, isolation },
        run: (_file, _args, { isolation: asked }) => {
          expect(asked).toBe(isolation);
          return Promise.resolve(answer);
        },
      });
      expect(await ask(test)).toMatchObject({
        status: 'CHECK_FAILED',
        detail: 'it answered: libgmp.so: no such file (in isolation an engine reads its own folders alone)',
      });
      expect(test.ran.filter((command) => command.includes('gp-works.sh'))).toHaveLength(1);
    }
  });
});

describe('many candidates', () => {
  it('that hang do not add up', async () => {
    const machine = testMachine();
    for (const version of ['3.9.1', '3.10.1', '3.11.1', '3.12.1', '3.13.1'])
      machine.write(`home/.pyenv/versions/${version}/bin/jg-fake`, '#!/bin/sh\nexec sleep 600\n');
    const works = machine.write('engines/fake/bin/jg-fake', engineScript('2.17.4'));
    const began = performance.now();
    const found = await ask(testProber({ machine, backend: impatient(2_000) }));
    expect(found).toMatchObject({ status: 'AVAILABLE', path: works });
    expect(found.candidates.map(({ status }) => status)).toEqual([
      ...Array<string>(5).fill('CHECK_FAILED'),
      'AVAILABLE',
    ]);
    // One after the other: 10 s.
    expect(performance.now() - began).toBeLessThan(7_000);
  });
});

describe('choosing among candidates', () => {
  const twoReleases = () => {
    const machine = testMachine();
    const older = machine.write('path/jg-fake', engineScript('2.15.2'));
    const newer = machine.write('home/.pyenv/versions/3.12.1/bin/jg-fake', engineScript('2.17.4'));
    return { ...testProber({ machine }), older, newer };
  };

  it('takes the first that satisfies each requirement', async () => {
    const test = twoReleases();
    expect(await ask(test)).toMatchObject({
      status: 'AVAILABLE',
      path: test.older,
      candidates: [{ version: '2.15.2' }],
    });
    const newest = await ask(test, '>=2.17');
    expect(newest).toMatchObject({ status: 'AVAILABLE', path: test.newer, version: '2.17.4' });
    expect(newest.candidates.map(({ status }) => status)).toEqual(['UNSUPPORTED', 'AVAILABLE']);
    expect(await ask(test, '>=3')).toMatchObject({ status: 'UNSUPPORTED', path: test.older, location: null });
  });

  it('goes past one that is broken, and a survey looks at all', async () => {
    const test = twoReleases();
    const broken = test.machine.write('engines/fake/venv/bin/jg-fake', '#!/bin/sh\nkill -SEGV $$\n');
    const found = await ask(test);
    expect(found).toMatchObject({ status: 'AVAILABLE', path: test.older });
    expect(found.candidates.map(({ location }) => location.path)).toEqual([broken, test.older]);
    const survey = await test.prober.survey(anyVersion, 'subprocess');
    expect(survey.candidates.map(({ status }) => status)).toEqual(['CHECK_FAILED', 'AVAILABLE', 'AVAILABLE']);
    expect(survey.path).toBe(test.older);
  });

  it('asks for features only where they are required', async () => {
    const machine = testMachine();
    machine.write('path/jg-fake', engineScript('2.15.2'));
    const smoke = testBackend().declaration.subprocess!.smoke!;
    const features = { there: smoke, absent: { ...smoke, expect: /never/ } };
    const test = testProber({ machine, backend: testBackend({ features }) });
    expect(await ask(test)).toMatchObject({ status: 'AVAILABLE' });
    expect(await test.prober.availability({ ...anyVersion, features: ['there'] }, 'subprocess')).toMatchObject({
      status: 'AVAILABLE',
    });
    for (const name of ['absent', 'unheard-of']) {
      const found = await test.prober.availability({ ...anyVersion, features: ['there', name] }, 'subprocess');
      expect(found.status).toBe('UNSUPPORTED');
      expect(found.detail).toContain(`this build lacks ${name}`);
    }
  });
});

describe('what is not there', () => {
  it('is missing, with something to type', async () => {
    const found = await ask(testProber());
    expect(found).toMatchObject({ status: 'MISSING', version: null, path: null, location: null, candidates: [] });
    expect(found.checked_at).toBe('2026-12-01T00:00:00.000Z');
    expect(found.detail).toContain('was not found');
    expect(found.hint).not.toBeNull();
  });

  it('may be only hidden, or switched off', async () => {
    const backends = { fake: { path: fixture('gp-works.sh') } };
    for (const entry of ['fake', 'fake/subprocess']) {
      const hidden = testProber({ settings: { backends, hide: ['other', entry] } });
      expect(await ask(hidden)).toMatchObject({
        status: 'DISABLED',
        detail: 'hidden by the setting hide',
        hint: `Take ${entry} out of the setting hide (or of JACOBIAN_HIDE).`,
        location: null,
        candidates: [],
      });
      expect(hidden.ran).toEqual([]);
    }
    expect(await ask(testProber({ settings: { backends, hide: ['fake/embedded', 'other'] } }))).toMatchObject({
      status: 'AVAILABLE',
    });
    const off = testProber({ settings: { backends: { fake: { ...backends.fake, enabled: false } } } });
    expect(await ask(off)).toMatchObject({ status: 'DISABLED' });
    expect(off.ran).toEqual([]);
  });

  it('may be a transport or a backend that there is not', async () => {
    const { prober } = testProber();
    expect(await prober.availability(anyVersion, 'embedded')).toMatchObject({
      status: 'MISSING',
      detail: 'PARI/GP has no embedded transport',
    });
    expect(await prober.availability({ ...anyVersion, backend: 'none' }, 'subprocess')).toMatchObject({
      status: 'MISSING',
    });
  });
});

describe('an embedded build', () => {
  it('is run by its host, as its driver runs it', async () => {
    const machine = testMachine();
    machine.write('gateway/node_modules/fake-engine/package.json', '{}', 0o644);
    machine.write(
      'dist/fake-host.js',
      "console.log(process.argv[2] === '--version-short' ? '2.15.2' : process.argv.length);",
      0o644,
    );
    const probe = testBackend().declaration.subprocess!.probe;
    const embedded = {
      host: 'fake-host',
      package: 'fake-engine',
      minimumMemoryMb: 16,
      from: 'gateway',
      probe,
      smoke: { args: [], expect: /^2$/m },
    } as const;
    const backend = testBackend({ embedded });
    const driver: typeof backend.driver = {
      ...backend.driver,
      launch: (location, limits, tools) => ({
        ...backend.driver.launch(location, limits, tools),
        file: tools.node,
        args: [tools.host('fake-host'), 'argument-of-a-session'],
      }),
    };
    const test = testProber({ machine, backend: { ...backend, driver } });
    expect(await test.prober.availability(anyVersion, 'embedded')).toMatchObject({
      status: 'AVAILABLE',
      version: '2.15.2',
      path: join(machine.gatewayRoot, 'node_modules/fake-engine'),
    });
  });
});
