import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createHome, gatewayMark } from '../../../src/process/guard.js';

/** That a guard does its work when a gateway is killed is tested with one that is (test/e2e/death.test.ts). */
describe.runIf(process.platform === 'linux')('the guard of the temporary folders', () => {
  const before = process.env['TMPDIR'];
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'jacobian-guard-'));
  });
  afterEach(() => {
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
    rmSync(folder, { recursive: true, force: true });
  });

  it('is there while its folder is, which nobody else can read; where none can be made, none is left', async () => {
    process.env['TMPDIR'] = join(folder, 'none');
    for (let i = 0; i < 3; i += 1) expect(() => createHome()).toThrow(/no temporary folder could be made.*ENOENT/);
    await expect.poll(guards).toEqual([]);
    mkdirSync(join(folder, 'none'));
    const home = createHome();
    const guarded = dirname(home);
    expect(existsSync(home)).toBe(true);
    expect(statSync(guarded).mode & 0o777).toBe(0o700);
    expect(guards()).toEqual([guarded]);
    expect(dirname(createHome())).toBe(guarded);
  });
});

/** The folders that guards of this process have been told. */
function guards(): string[] {
  return readdirSync('/proc')
    .filter((name) => /^[0-9]+$/.test(name))
    .flatMap((pid) => {
      const words = commandOf(pid);
      return words.includes('jacobian-guard') && words.includes(gatewayMark) ? [words.at(-2) ?? ''] : [];
    });
}

function commandOf(pid: string): string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  } catch {
    return [];
  }
}
