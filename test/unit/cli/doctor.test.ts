import { describe, expect, it } from 'vitest';
import { createMaintenance, type Maintenance } from '../../../src/availability/maintenance.js';
import { doctorCommand, type DoctorOptions } from '../../../src/cli/doctor.js';
import type { AnyOperation } from '../../../src/contracts/operation.js';
import { settingsSchema, type SettingsInput } from '../../../src/contracts/settings.js';
import { runCommand } from '../../../src/process/run-command.js';
import { operation } from '../../../catalog/integer/compute-prime-factorization.js';
import { engineScript, testBackend } from '../availability/support/prober.js';
import { testMachine, type TestMachine } from '../availability/support/machine.js';

/** Two engines: `fake` may be there, `other` is not. */
function maintenance(machine: TestMachine, settings: SettingsInput = {}): Maintenance {
  const other = testBackend({
    id: 'other',
    title: 'Other',
    subprocess: { ...testBackend().declaration.subprocess!, executables: ['jg-other'] },
  });
  const named = (id: string, ...requirements: [string, string][]): AnyOperation => ({
    ...operation,
    id,
    runtime_requirements: requirements.map(([backend, version]) => ({ backend, version, features: [] })),
  });
  return createMaintenance(
    {
      backends: { fake: testBackend(), other },
      operations: [
        named('a.both', ['fake', '>=2.13'], ['other', '>=1']),
        named('a.new', ['fake', '>=2.17']),
        named('a.other', ['other', '>=1']),
        named('a.direct'),
      ],
      settings: settingsSchema.parse({ isolation: 'off', ...settings }),
      tools: { node: process.execPath, host: (name) => name, root: machine.gatewayRoot },
      run: runCommand,
      isolation: () => Promise.resolve({ available: true, version: 'bubblewrap 0.8.0' }),
    },
    machine,
  );
}

async function doctor(
  machine: TestMachine,
  names: string[] = [],
  options: DoctorOptions = {},
  settings: SettingsInput = {},
  color = false,
) {
  let text = '';
  let notes = '';
  const output = { write: (part: string) => void (text += part), note: (part: string) => void (notes += part), color };
  const code = await doctorCommand(() => Promise.resolve(maintenance(machine, settings)), names, options, output);
  return { code, text: text.replaceAll(machine.folder, ''), notes };
}

function machineWithFake(version: string): TestMachine {
  const machine = testMachine();
  machine.write('path/jg-fake', engineScript(version));
  return machine;
}

describe('doctor', () => {
  it('shows what is here, what it unlocks, and what to type', async () => {
    const { code, text } = await doctor(machineWithFake('2.15.2'));
    expect(text.split('\n')).toEqual([
      '   Engine   State    Version  Wanted    Transport   Unlocks            Where',
      '✓  PARI/GP  ready    2.15.2   >=2.13.0  subprocess  1 of 2 operations  /path/jg-fake (PATH)',
      '✗  Other    missing           >=2.13.0  subprocess  0 of 2 operations',
      '     Other was not found: not in the engine folder, on PATH, in the usual folders, nor in conda and pyenv environments',
      '     → Install Other (https://pari.math.u-bordeaux.fr) and name its program in backends.other.path of the settings (or JACOBIAN_PATH_OTHER).',
      '',
      '2 of 4 operations can run here.',
      'Isolation is switched off: engines run with the rights of the gateway.',
      '',
    ]);
    expect(code).toBe(1);
  });

  it('shows all candidates and the operations by name on request', async () => {
    const machine = machineWithFake('2.12.0');
    machine.write('home/.pyenv/versions/3.12.1/bin/jg-fake', engineScript('2.17.4'));
    const { text } = await doctor(machine, ['fake'], { all: true }, { isolation: 'preferred' });
    expect(text).toContain('✓  PARI/GP  ready  2.17.4');
    expect(text).toContain('~/.pyenv/versions/3.12.1/bin/jg-fake (pyenv)');
    expect(text).toContain('also /path/jg-fake (PATH), 2.12.0, unsuitable: 2.12.0 is too old: >=2.13.0 is needed');
    expect(text).toContain('Operations of PARI/GP\n     ✓ a.both\n     ✓ a.new\n');
    expect(text).not.toContain('Other');
    expect(text).toContain('Isolation: bubblewrap 0.8.0');
  });

  it('says yes for named engines, or when every operation can run', async () => {
    expect(await doctor(machineWithFake('2.17.4'), ['fake'])).toMatchObject({ code: 0 });
    expect(await doctor(machineWithFake('2.17.4'), ['fake', 'other'])).toMatchObject({ code: 1 });
    expect(await doctor(machineWithFake('2.17.4'))).toMatchObject({ code: 1 });
    const whole = machineWithFake('2.17.4');
    whole.write('path/jg-other', engineScript('2.15.2'));
    const { code, text } = await doctor(whole);
    expect(code).toBe(0);
    expect(text).toContain('All 4 operations can run here.');
  });

  it('knows only engines that there are', async () => {
    const { code, text, notes } = await doctor(testMachine(), ['fake', 'maple']);
    expect([code, text]).toEqual([2, '']);
    expect(notes).toBe('No such engine: maple. There are fake, other.\n');
  });

  it('answers in JSON', async () => {
    const { text } = await doctor(machineWithFake('9.1.0'), ['fake'], { json: true });
    expect(JSON.parse(text)).toMatchObject({
      ok: true,
      isolation: { available: true, setting: 'off' },
      backends: [
        {
          backend: 'fake',
          usable: true,
          unlocked: ['a.both', 'a.new'],
          transports: [{ status: 'UNTESTED', version: '9.1.0' }],
        },
      ],
      operations: { total: 4, available: 3, unavailable: ['a.other'] },
    });
  });

  it('colours where a person looks, and nowhere else', async () => {
    const machine = machineWithFake('2.15.2');
    const escape = String.fromCharCode(27);
    expect((await doctor(machine)).text).not.toContain(escape);
    expect((await doctor(machine, [], {}, {}, true)).text).toContain(
      `${escape}[32m✓${escape}[0m  PARI/GP  ${escape}[32mready${escape}[0m`,
    );
  });
});
