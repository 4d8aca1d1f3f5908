import { describe, expect, it } from 'vitest';
import { createMaintenance, type Maintenance } from '../../../src/availability/maintenance.js';
import { doctorCommand, type DoctorOptions } from '../../../src/cli/doctor.js';
import type { AnyOperation } from '../../../src/contracts/operation.js';
import { settingsSchema, type SettingsInput } from '../../../src/contracts/settings.js';
import type { ContainerEngine, ImageList } from '../../../src/contracts/containers.js';
import { runCommand } from '../../../src/process/run-command.js';
import { operation } from '../../../catalog/integer/compute-prime-factorization.js';
import { engineScript, testBackend } from '../availability/support/prober.js';
import { available, image, testContainers } from '../availability/support/containers.js';
import { testMachine, type TestMachine } from '../availability/support/machine.js';

/** Two engines: `fake` may be there, `other` is not. */
function maintenance(machine: TestMachine, settings: SettingsInput = {}, containers?: ContainerEngine): Maintenance {
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
      ...(containers === undefined ? {} : { containers }),
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
  containers?: ContainerEngine,
) {
  let text = '';
  let notes = '';
  const output = { write: (part: string) => void (text += part), note: (part: string) => void (notes += part), color };
  const code = await doctorCommand(
    () => Promise.resolve(maintenance(machine, settings, containers)),
    names,
    options,
    output,
  );
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
    expect(text).toContain('✓  PARI/GP  ready    2.17.4');
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

  describe('and containers', () => {
    const inDocker = (list: ImageList) => {
      const machine = machineWithFake('2.17.4');
      return {
        machine,
        containers: testContainers(list, { 'sha256:a': machine.write('image/gp', engineScript('2.15.2')) }),
      };
    };
    const look = async (list: ImageList, options: DoctorOptions = {}, settings: SettingsInput = {}) => {
      const { machine, containers } = inDocker(list);
      const { text } = await doctor(machine, [], options, settings, false, containers);
      return { text, lines: text.split('\n').filter((line) => line.includes('  container')), containers };
    };

    it('are no news on a machine without Docker, but where they are asked for', async () => {
      const { text, lines } = await look({ state: 'absent' });
      expect(lines).toEqual([]);
      expect(text).not.toContain('Docker');
      expect((await look({ state: 'absent' }, { all: true })).lines).toHaveLength(2);
      const settings = { backends: { fake: { transport: 'container' } } } as const;
      const asked = await look({ state: 'absent' }, {}, settings);
      expect(asked.lines).toEqual(['✗  PARI/GP  missing           >=2.13.0  container   0 of 2 operations']);
      expect(asked.text).toContain('no Docker daemon was found\n     → ');
    });

    it('are shown where Docker has the engine, or could be what brings it', async () => {
      const { text, lines } = await look(available(image('jacobian-gateway/fake:1', 'sha256:a')));
      expect(lines).toEqual([
        '✓           ready    2.15.2             container                      jacobian-gateway/fake:1 (image)',
        '✗           missing                     container',
      ]);
      expect(text).toContain('Docker has no image with Other');
      expect(text).toContain('Docker 20.10.24: engines can run in containers.');
      // PARI/GP is here another way.
      expect((await look(available())).lines).toHaveLength(1);
    });

    it('one of several is told from the others by its image', async () => {
      const list = available(image('jacobian-gateway/fake:1', 'sha256:b'), image('mine:1', 'sha256:a'));
      const { text } = await look(list, { all: true });
      expect(text).toMatch(/ready +2\.15\.2 +container +mine:1 \(image\)/);
      expect(text).toMatch(/also jacobian-gateway\/fake:1 \(image\), failing: /);
      expect(text).not.toContain('also mine:1');
    });

    it('of a daemon that refuses are told once', async () => {
      const { text, lines } = await look({ state: 'refused', reason: 'permission', detail: 'permission denied' });
      expect(lines).toEqual([]);
      expect(text).toMatch(/Docker cannot be used: permission denied\.\n {5}→ Run `usermod .*`, then log in anew/);
    });

    it('are not looked for where the settings leave none', async () => {
      const { text, containers } = await look(available(), { all: true }, { hide: ['fake/container', 'other'] });
      expect(text).not.toContain('Docker');
      await look(available(), {}, { transport: 'subprocess' });
      expect(containers.asked).toBe(0);
    });
  });

  it('answers in JSON', async () => {
    const { text } = await doctor(machineWithFake('9.1.0'), ['fake'], { json: true });
    expect(JSON.parse(text)).toMatchObject({
      ok: true,
      isolation: { available: true, setting: 'off' },
      docker: { state: 'absent' },
      backends: [
        {
          backend: 'fake',
          usable: true,
          unlocked: ['a.both', 'a.new'],
          transports: [
            { status: 'UNTESTED', version: '9.1.0' },
            { transport: 'container', status: 'MISSING' },
          ],
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
