import { rmSync, utimesSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { testMachine } from './support/machine.js';
import { anyVersion, ask, engineScript, testProber, withFixture } from './support/prober.js';

describe('remembering', () => {
  const working = () => {
    const machine = testMachine();
    const path = machine.write('path/jg-fake', engineScript('2.15.2'));
    return { ...testProber({ machine }), path };
  };

  it('shares one probe between concurrent callers and requirements, for a while', async () => {
    const test = working();
    await Promise.all([ask(test), ask(test), ask(test, '>=2.14'), ask(test, '>=9')]);
    expect(test.ran.filter((command) => command.startsWith('/') && !command.includes('apt-cache'))).toHaveLength(2);
    test.wait(20_000);
    await ask(test);
    expect(test.ran.filter((command) => command.includes('--version-short'))).toHaveLength(1);
  });

  it('uses a good answer while it is renewed, and tells its age', async () => {
    const test = working();
    await ask(test);
    test.wait(60_000);
    expect((await ask(test)).checked_at).toBe('2026-12-01T00:00:00.000Z');
    await expect.poll(async () => (await ask(test)).checked_at).toBe('2026-12-01T00:01:00.000Z');
    expect(test.ran.filter((command) => command.includes('--version-short'))).toHaveLength(2);
    test.wait(3_600_000);
    expect((await ask(test)).checked_at).toBe('2026-12-01T01:01:00.000Z');
  });

  it('never uses an answer about another file', async () => {
    const test = working();
    expect(await ask(test)).toMatchObject({ version: '2.15.2' });
    test.machine.write('path/jg-fake', engineScript('2.17.4'));
    utimesSync(test.path, 1, 1);
    expect(await ask(test)).toMatchObject({ version: '2.17.4' });
    rmSync(test.path);
    expect(await ask(test)).toMatchObject({ status: 'MISSING' });
  });

  it('soon asks again after a failure', async () => {
    const test = withFixture('gp-shim.sh');
    await ask(test);
    test.wait(31_000);
    expect((await ask(test)).checked_at).toBe('2026-12-01T00:00:31.000Z');
  });

  it('tells what was last known without probing, until it is invalidated', async () => {
    const test = working();
    expect(test.prober.lastKnown(anyVersion, 'subprocess')).toBeNull();
    const found = await ask(test);
    expect(test.prober.lastKnown(anyVersion, 'subprocess')).toEqual(found);
    expect(test.prober.lastKnown({ ...anyVersion, version: '>=2' }, 'subprocess')).toBeNull();
    test.prober.invalidate('another');
    expect(test.prober.lastKnown(anyVersion, 'subprocess')).toEqual(found);
    const before = test.ran.length;
    test.prober.invalidate('fake');
    expect(test.prober.lastKnown(anyVersion, 'subprocess')).toBeNull();
    await ask(test);
    expect(test.ran.length).toBe(before + 2);
  });
});
