import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { backends } from '../../../backends/registry.generated.js';
import { main } from '../../../src/cli/program.js';
import { createGateway, openBundles, openMaintenance } from '../../../src/compose.js';
import { checkBackendNames } from '../../../src/config/backend-names.js';
import { loadSettings, SettingsError } from '../../../src/config/load.js';

const ids = Object.keys(backends);
const folders: string[] = [];
afterEach(() => {
  vi.restoreAllMocks();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

function settingsFile(settings: unknown): string {
  const folder = mkdtempSync(join(tmpdir(), 'jg-settings-'));
  folders.push(folder);
  writeFileSync(join(folder, 'settings.json'), JSON.stringify(settings));
  return join(folder, 'settings.json');
}

/** What is said of the settings that an environment makes; null where they are accepted. */
function refusal(environment: Readonly<Record<string, string>>): string | null {
  try {
    checkBackendNames(loadSettings(environment), ids);
    return null;
  } catch (error) {
    if (error instanceof SettingsError) return error.message;
    throw error;
  }
}

describe('settings that name no backend are refused, with the names that there are', () => {
  it.each([
    [{ JACOBIAN_HIDE: 'pari,nonsense' }, '"nonsense" in hide'],
    [{ JACOBIAN_HIDE: 'z3/telepathy' }, '"z3/telepathy" in hide'],
    [{ JACOBIAN_HIDE: 'z3/' }, '"z3/" in hide'],
    [{ JACOBIAN_PATH_NOPE: '/x' }, 'JACOBIAN_PATH_NOPE'],
    [{ JACOBIAN_PATH_NO_SUCH: '/x' }, 'JACOBIAN_PATH_NO_SUCH'],
  ])('%j', (environment, named) => {
    const message = refusal(environment);
    expect(message).toContain(named);
    expect(message).toContain('lean, pari, sagemath, z3');
  });

  it('in the file', () => {
    const message = refusal({ JACOBIAN_CONFIG: settingsFile({ backends: { pary: { enabled: false } } }) });
    expect(message).toContain('backends.pary');
    expect(message).toContain('lean, pari, sagemath, z3');
  });

  it('all of them at once', () => {
    const message = refusal({ JACOBIAN_HIDE: 'a,b', JACOBIAN_PATH_C: '/x' });
    for (const name of ['"a"', '"b"', 'backends.c']) expect(message).toContain(name);
  });

  it('by the library and by maintenance', () => {
    for (const open of [createGateway, openMaintenance]) {
      expect(() => open({ hide: ['nonsense'] })).toThrow(SettingsError);
      expect(() => open({ backends: { pary: {} } })).toThrow(SettingsError);
    }
  });

  it('by the command line, with status 2', async () => {
    const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    const settings = loadSettings({ JACOBIAN_HIDE: 'nonsense' });
    const status = await main(['node', 'jacobian-gateway', 'find', 'prime'], {
      openGateway: () => Promise.resolve().then(() => createGateway(settings)),
      openMaintenance: () => Promise.resolve().then(() => openMaintenance(settings)),
      openBundles: () => Promise.resolve().then(() => openBundles(settings)),
      serve: () => Promise.resolve(),
    });
    expect(status).toBe(2);
    expect(written.mock.calls.join('')).toContain('lean, pari, sagemath, z3');
  });
});

it.each([
  [{}],
  [{ JACOBIAN_HIDE: 'pari, z3/embedded,lean/subprocess', JACOBIAN_PATH_SAGEMATH: '/x' }],
  [{ JACOBIAN_PATH_NOPE: '' }],
])('accepted: %j', (environment) => {
  expect(refusal(environment)).toBeNull();
});
