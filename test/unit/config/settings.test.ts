import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { loadSettings, parseSettings, SettingsError } from '../../../src/config/load.js';
import type { SettingsInput } from '../../../src/contracts/settings.js';

/** The longest time that a timer of Node waits, in ms. For more it goes off at once. */
const longest = 2 ** 31 - 1;

const times: Readonly<Record<string, (ms: number) => SettingsInput>> = {
  queueWaitMs: (queueWaitMs) => ({ queueWaitMs }),
  sessionIdleMs: (sessionIdleMs) => ({ sessionIdleMs }),
  interactiveWallMs: (interactiveWallMs) => ({ interactiveWallMs }),
  'budgetCeiling.wall_ms': (wall_ms) => ({ budgetCeiling: { wall_ms } }),
  'limits.cpu_ms': (cpu_ms) => ({ limits: { cpu_ms } }),
};

it.each(Object.entries(times))('%s is no longer than a timer waits', (_, settings) => {
  expect(() => parseSettings(settings(longest))).not.toThrow();
  expect(() => parseSettings(settings(longest + 1))).toThrow(/2147483647/);
});

it('the output of a request is no longer than a text can be', () => {
  expect(parseSettings({}).limits.outputBytes).toBe(64 * 1024 * 1024);
  const largest = 256 * 1024 * 1024;
  expect(parseSettings({ limits: { outputBytes: largest } }).limits.outputBytes).toBe(largest);
  expect(() => parseSettings({ limits: { outputBytes: largest + 1 } })).toThrow(/outputBytes/);
});

it.each(['null', '[]', '7', '{', '{"backends":{"__proto__":{"path":"/x"}}}', '{"__proto__":{"isolation":"off"}}'])(
  'a file that holds %s is refused as settings',
  (text) => {
    const folder = mkdtempSync(join(tmpdir(), 'jacobian-settings-'));
    try {
      const file = join(folder, 'settings.json');
      writeFileSync(file, text);
      expect(() => loadSettings({ JACOBIAN_CONFIG: file })).toThrow(SettingsError);
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
);
