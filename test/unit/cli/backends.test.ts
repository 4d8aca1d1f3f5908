import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createMaintenance } from '../../../src/availability/maintenance.js';
import { installCommand, removeCommand, type InstallOptions } from '../../../src/cli/backends.js';
import { settingsSchema } from '../../../src/contracts/settings.js';
import { runCommand } from '../../../src/process/run-command.js';
import { engineScript, testBackend } from '../availability/support/prober.js';
import { testMachine, type TestMachine } from '../availability/support/machine.js';

/** A machine whose wheels bring this release, or a broken one. */
function machineWithWheels(engine: string): TestMachine {
  const machine = testMachine();
  const wheel = machine.write('wheel', engine);
  const install = `cp ${wheel} "$(dirname "$0")/jg-fake"`;
  machine.write(
    'path/python3.12',
    `#!/bin/sh\nif [ "$2" = venv ]; then mkdir -p "$3/bin"; cp "$0" "$3/bin/python"; else ${install}; fi\n`,
  );
  machine.write('lib/python3.12/ensurepip/__init__.py', '', 0o644);
  return { ...machine, env: { PATH: `${machine.folder}/path:/usr/bin:/bin` } };
}

function commands(machine: TestMachine, answer: boolean | null = true) {
  let text = '';
  const output = {
    write: (part: string) => void (text += part),
    note: (part: string) => void (text += part),
    color: false,
  };
  const maintenance = createMaintenance(
    {
      backends: {
        fake: testBackend({ remedies: [{ kind: 'wheels', command: 'pip install fake-engine', brings: null }] }),
      },
      operations: [],
      settings: settingsSchema.parse({ isolation: 'off' }),
      tools: { node: process.execPath, host: (name) => name, root: machine.gatewayRoot },
      run: runCommand,
      isolation: () => Promise.resolve({ available: true, version: '' }),
    },
    machine,
  );
  const confirm = answer === null ? null : () => Promise.resolve(answer);
  const dependencies = { ...maintenance, confirm };
  return {
    install: (options: InstallOptions = {}, name = 'fake') => installCommand(name, options, dependencies, output),
    remove: (options: InstallOptions = {}) => removeCommand('fake', options, dependencies, output),
    said: () => text,
  };
}

describe('backends install', () => {
  it('shows what it will do, asks, does it, and sees that the engine works', async () => {
    const machine = machineWithWheels(engineScript('2.17.4'));
    const { install, remove, said } = commands(machine);
    expect(await install()).toBe(0);
    expect(said()).toContain('pip install --no-input --disable-pip-version-check fake-engine');
    expect(said()).toContain('[4/4] Point to it\nPARI/GP is ready.');
    expect(await install()).toBe(0);
    expect(said()).toContain('PARI/GP 2.17.4 is there already');
    expect(await remove()).toBe(0);
    expect(readdirSync(machine.engineFolder)).toEqual([]);
    expect(await remove()).toBe(0);
    expect(said()).toContain('there is nothing to remove');
  });

  it('does nothing unless it is told yes', async () => {
    const machine = machineWithWheels(engineScript('2.17.4'));
    expect(await commands(machine, false).install()).toBe(1);
    expect(await commands(machine, null).install()).toBe(2);
    expect(await commands(machine, null).install({ dryRun: true })).toBe(0);
    expect(existsSync(machine.engineFolder)).toBe(false);
    expect(await commands(machine, null).install({ yes: true })).toBe(0);
  });

  it('undoes what does not work', async () => {
    const machine = machineWithWheels('#!/bin/sh\nkill -ILL $$\n');
    const { install, said } = commands(machine);
    expect(await install({ from: 'wheels', yes: true })).toBe(1);
    expect(said()).toContain('Try the engine: it crashed (SIGILL: it was built for another processor)');
    expect(readdirSync(join(machine.engineFolder, 'fake'))).toEqual([]);
  });

  it('explains what it cannot do', async () => {
    const { install, said } = commands(testMachine());
    expect(await install()).toBe(1);
    expect(said()).toContain('Install PARI/GP (');
    expect(await install({ from: 'snap' })).toBe(2);
    expect(said()).toContain('--from is one of apt, wheels, npm.');
    expect(await install({ from: 'apt' })).toBe(2);
    expect(await install({}, 'maple')).toBe(2);
    expect(said()).toContain('No such engine: maple. There are fake.');
  });
});
