import { mkdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { declaration as pari } from '../../../backends/pari/declaration.js';
import { findCandidates } from '../../../src/availability/candidates.js';
import type { BackendDeclaration } from '../../../src/contracts/backend.js';
import { testMachine, type TestMachine } from './support/machine.js';

/** An engine that no real folder has. */
const engine: BackendDeclaration = {
  ...pari,
  id: 'fake',
  subprocess: { executables: ['jg-fake'], probe: pari.subprocess!.probe, smoke: null },
};

function find(machine: TestMachine, setting?: string): [string, string][] {
  const found = findCandidates(engine, 'subprocess', setting, machine);
  return found.map(({ source, path }) => [source, path.replace(`${machine.folder}/`, '')]);
}

describe('candidates', () => {
  it('are none on a machine that has none', () => {
    expect(find(testMachine())).toEqual([]);
  });

  it('come in the order: engine folder, PATH, conda, pyenv, launchers', () => {
    const machine = testMachine();
    machine.write('home/.pyenv/versions/3.12.1/bin/jg-fake');
    machine.write('home/.pyenv/versions/3.9.18/bin/jg-fake');
    machine.write('home/miniconda3/envs/maths/bin/jg-fake');
    machine.write('home/miniconda3/envs/maths/conda-meta/history', '', 0o644);
    machine.write('home/miniconda3/envs/no-environment/bin/jg-fake');
    machine.write('path/jg-fake');
    machine.write('engines/fake/bin/jg-fake');
    machine.write('engines/fake/venv/bin/jg-fake');
    machine.write('engines/fake/venv/lib/python3.12/site-packages/sage_wheels/bin/jg-fake');
    expect(find(machine)).toEqual([
      ['engine folder', 'engines/fake/venv/lib/python3.12/site-packages/sage_wheels/bin/jg-fake'],
      ['engine folder', 'engines/fake/venv/bin/jg-fake'],
      ['PATH', 'path/jg-fake'],
      ['conda', 'home/miniconda3/envs/maths/bin/jg-fake'],
      ['pyenv', 'home/.pyenv/versions/3.12.1/bin/jg-fake'],
      ['pyenv', 'home/.pyenv/versions/3.9.18/bin/jg-fake'],
      ['engine folder', 'engines/fake/bin/jg-fake'],
    ]);
  });

  it('tell what is on PATH from what is in the usual folders', () => {
    const machine = testMachine();
    machine.write('home/.local/bin/jg-fake');
    machine.write('home/.elan/toolchains/leanprover--lean4---v4.28.0/bin/jg-fake');
    const elan = 'home/.elan/toolchains/leanprover--lean4---v4.28.0/bin/jg-fake';
    expect(find(machine)).toEqual([
      ['usual folder', 'home/.local/bin/jg-fake'],
      ['usual folder', elan],
    ]);
    const env = { PATH: join(machine.home, '.local', 'bin') };
    expect(find({ ...machine, env })).toEqual([
      ['PATH', 'home/.local/bin/jg-fake'],
      ['usual folder', elan],
    ]);
  });

  it('are the one of the setting, where there is one, even when it is not there', () => {
    const machine = testMachine();
    machine.write('path/jg-fake');
    expect(find(machine, join(machine.folder, 'elsewhere/engine'))).toEqual([['setting', 'elsewhere/engine']]);
  });

  it('are listed once for each real file', () => {
    const machine = testMachine();
    const file = machine.write('path/jg-fake');
    mkdirSync(join(machine.folder, 'other'));
    symlinkSync(file, join(machine.folder, 'other/jg-fake'));
    const env = { PATH: ['path', 'other', 'path'].map((name) => join(machine.folder, name)).join(':') };
    expect(find({ ...machine, env })).toEqual([['PATH', 'path/jg-fake']]);
  });

  it('are no shims: those are there for programs that fail', () => {
    const machine = testMachine();
    machine.write('home/.pyenv/shims/jg-fake');
    machine.write('home/.elan/bin/jg-fake');
    machine.write('home/.elan/toolchains/leanprover--lean4---v4.9.0/bin/jg-fake');
    machine.write('home/.elan/toolchains/leanprover--lean4---v4.28.0/bin/jg-fake');
    const env = { PATH: `${machine.home}/.pyenv/shims:${machine.home}/.elan/bin` };
    expect(find({ ...machine, env }).map(([, path]) => path)).toEqual([
      'home/.elan/toolchains/leanprover--lean4---v4.28.0/bin/jg-fake',
      'home/.elan/toolchains/leanprover--lean4---v4.9.0/bin/jg-fake',
    ]);
  });

  it('include the wheels of a virtual environment that is on PATH, and environments that conda lists', () => {
    const machine = testMachine();
    machine.write('venv/pyvenv.cfg', 'home = /usr/bin\n', 0o644);
    machine.write('venv/lib/python3.11/site-packages/sage_wheels/bin/jg-fake');
    machine.write('data/conda/conda-meta/history', '', 0o644);
    machine.write('data/conda/bin/jg-fake');
    machine.write('home/.conda/environments.txt', `${machine.folder}/data/conda\n/nowhere\n\n`, 0o644);
    mkdirSync(join(machine.folder, 'venv/bin'));
    expect(find({ ...machine, env: { PATH: join(machine.folder, 'venv/bin') } })).toEqual([
      ['PATH', 'venv/lib/python3.11/site-packages/sage_wheels/bin/jg-fake'],
      ['conda', 'data/conda/bin/jg-fake'],
    ]);
  });

  it('are files that can be executed', () => {
    const machine = testMachine();
    machine.write('path/jg-fake', 'text', 0o644);
    mkdirSync(join(machine.folder, 'more/jg-fake'), { recursive: true });
    expect(find({ ...machine, env: { PATH: `${machine.folder}/path:${machine.folder}/more:relative:` } })).toEqual([]);
  });

  it('are bounded in number', () => {
    const machine = testMachine();
    for (let i = 0; i < 40; i += 1) machine.write(`home/.pyenv/versions/3.${String(i)}.0/bin/jg-fake`);
    expect(find(machine)).toHaveLength(16);
  });
});

describe('roots', () => {
  const rootsOf = (machine: TestMachine) =>
    findCandidates(engine, 'subprocess', undefined, machine)[0]!.roots.map((root) =>
      root.replace(`${machine.folder}/`, ''),
    );

  it('follow links to where an engine is really installed', () => {
    const machine = testMachine();
    const real = machine.write('opt/engine-2.17/bin/jg-fake-2.17');
    mkdirSync(join(machine.folder, 'home/bin'), { recursive: true });
    symlinkSync(real, join(machine.folder, 'home/bin/jg-fake'));
    // Of a home folder only the folder of programs: never the home itself.
    expect(rootsOf({ ...machine, env: { PATH: join(machine.home, 'bin') } })).toEqual([
      'home/bin',
      'opt/engine-2.17/bin',
    ]);
  });

  it('of a virtual environment include its base Python, and where the link to it leads', () => {
    const machine = testMachine();
    machine.write('pythons/3.12/bin/python3.12');
    machine.write('engines/fake/venv-1/pyvenv.cfg', `home = ${machine.folder}/pythons/3.12/bin\n`, 0o644);
    machine.write('engines/fake/venv-1/lib/python3.12/site-packages/sage_wheels/bin/jg-fake');
    symlinkSync('venv-1', join(machine.engineFolder, 'fake/venv'));
    expect(rootsOf(machine)).toEqual([
      'engines/fake/venv-1/lib',
      'engines/fake/venv-1/pyvenv.cfg',
      'engines/fake/venv/lib',
      'engines/fake/venv/pyvenv.cfg',
      'pythons/3.12/bin',
    ]);
  });

  it('of programs that pip put into the home are their folder and the libraries', () => {
    const machine = testMachine();
    machine.write('home/.local/bin/jg-fake');
    machine.write('home/.local/lib/libfake.so', '', 0o644);
    machine.write('home/.local/share/keyrings/secret', '', 0o600);
    expect(rootsOf(machine)).toEqual(['home/.local/bin', 'home/.local/lib']);
  });

  it('of a launcher are what it says', () => {
    const machine = testMachine();
    machine.write('engines/fake/bin/jg-fake');
    machine.write('engines/fake-wasm/build', '', 0o644);
    machine.write('engines/fake/roots', `${machine.engineFolder}/fake-wasm\n/nowhere\n`, 0o644);
    expect(rootsOf(machine)).toEqual(['engines/fake-wasm', 'engines/fake/bin']);
  });
});

describe('embedded candidates', () => {
  const embedded = (from: 'gateway' | 'engine folder'): BackendDeclaration => ({
    ...engine,
    embedded: {
      host: 'fake-host',
      package: 'fake-engine',
      minimumMemoryMb: 16,
      from,
      probe: pari.subprocess!.probe,
      smoke: null,
    },
  });

  it('of the gateway are found as Node finds them, also above the gateway', () => {
    const machine = testMachine();
    expect(findCandidates(embedded('gateway'), 'embedded', undefined, machine)).toEqual([]);
    const manifest = machine.write('node_modules/fake-engine/package.json', '{}', 0o644);
    expect(findCandidates(embedded('gateway'), 'embedded', '/ignored', machine)).toEqual([
      {
        transport: 'embedded',
        source: 'package',
        path: dirname(manifest),
        roots: [join(machine.gatewayRoot, 'package.json'), dirname(manifest)],
      },
    ]);
  });

  it('of the engine folder are there when their package is', () => {
    const machine = testMachine();
    machine.write('engines/fake-wasm/package.json', '{}', 0o644);
    expect(findCandidates(embedded('engine folder'), 'embedded', undefined, machine)).toEqual([]);
    machine.write('engines/fake-wasm/node_modules/fake-engine/package.json', '{}', 0o644);
    const path = join(machine.engineFolder, 'fake-wasm');
    expect(findCandidates(embedded('engine folder'), 'embedded', undefined, machine)).toEqual([
      { transport: 'embedded', source: 'engine folder', path, roots: [path] },
    ]);
  });

  it('are none of a backend that has no such build', () => {
    expect(findCandidates(engine, 'embedded', undefined, testMachine())).toEqual([]);
    expect(findCandidates(engine, 'container', undefined, testMachine())).toEqual([]);
  });
});
