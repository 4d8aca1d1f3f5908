import { mkdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { packageRoots } from '../../../src/availability/package-roots.js';
import { isInside, rootsOf } from '../../../src/availability/roots.js';
import { testMachine, type TestMachine } from './support/machine.js';

function file(machine: TestMachine, path: string): string {
  return machine.write(path, '', 0o644);
}

/** Which of these files the engine can read. */
function seen(machine: TestMachine, program: string, files: readonly string[]): string[] {
  const roots = rootsOf(join(machine.folder, program), machine.home);
  return files.filter((path) => roots.some((root) => isInside(join(machine.folder, path), root)));
}

interface Layout {
  readonly name: string;
  readonly program: string;
  /** What the engine needs. */
  readonly needs: readonly string[];
  /** What is somebody's own. */
  readonly hidden: readonly string[];
}

const layouts: readonly Layout[] = [
  {
    name: 'a prefix among other work',
    program: 'home/algebra/bin/gp',
    needs: ['home/algebra/lib/libpari.so.8', 'home/algebra/share/pari/galdata/x'],
    hidden: ['home/algebra/thesis.tex', 'home/algebra/keys/id', 'home/secret'],
  },
  {
    name: 'an elan toolchain',
    program: 'home/.elan/toolchains/v4.28/bin/lean',
    needs: ['home/.elan/toolchains/v4.28/lib/lean/Init.olean', 'home/.elan/toolchains/v4.28/include/lean/lean.h'],
    hidden: ['home/.elan/settings.toml', 'home/.elan/toolchains/v4.9/bin/lean'],
  },
  {
    name: 'wheels of a user',
    program: 'home/.local/lib/python3.12/site-packages/sage_wheels/bin/gp',
    needs: [
      'home/.local/lib/python3.12/site-packages/sage_wheels/share/pari/pari.desc',
      'home/.local/lib/python3.12/site-packages/passagemath_pari.libs/libgmp.so',
    ],
    hidden: ['home/.local/share/keyrings/login.keyring', 'home/.local/state/history'],
  },
  {
    name: 'an environment made in the folder of a project',
    program: 'home/project/bin/z3',
    needs: ['home/project/pyvenv.cfg', 'home/project/lib/python3.12/site-packages/z3/lib/libz3.so'],
    hidden: ['home/project/notes.md', 'home/project/data/table.csv'],
  },
  {
    name: 'a conda environment',
    program: 'home/miniconda3/envs/maths/bin/sage',
    needs: [
      'home/miniconda3/envs/maths/lib/libgmp.so',
      'home/miniconda3/envs/maths/share/gap/lib/init.g',
      'home/miniconda3/envs/maths/etc/fonts/fonts.conf',
      'home/miniconda3/envs/maths/var/lib/sage/installed/gap',
    ],
    hidden: ['home/miniconda3/envs/maths/notebook.ipynb', 'home/miniconda3/envs/other/lib/x'],
  },
  {
    name: 'a program on its own, with a library',
    program: 'home/Downloads/gp',
    needs: ['home/Downloads/gp', 'home/Downloads/libpari-gmp-tls.so.8.0.0'],
    hidden: ['home/Downloads/letter.pdf', 'home/Downloads/lib/x'],
  },
  {
    name: 'a program in the home itself',
    program: 'home/gp',
    needs: ['home/gp'],
    hidden: ['home/lib.so', 'home/.ssh/id'],
  },
  {
    name: 'a source tree',
    program: 'home/sage/sage',
    needs: ['home/sage/configure', 'home/sage/src/bin/env', 'home/sage/local/lib/libgmp.so'],
    hidden: ['home/letter.pdf'],
  },
  {
    name: 'Homebrew',
    program: 'brew/bin/gp',
    needs: ['brew/Cellar/pari/2.17/bin/gp', 'brew/opt/gmp/lib/libgmp.so'],
    hidden: ['home/secret'],
  },
];

describe('what an engine can read', () => {
  it.each(layouts)('$name', ({ program, needs, hidden }) => {
    const machine = testMachine();
    for (const path of [...needs, ...hidden]) file(machine, path);
    machine.write(program);
    expect(seen(machine, program, [...needs, ...hidden])).toEqual([...needs]);
  });

  it('of an environment includes its base Python, and nothing beside that', () => {
    const machine = testMachine();
    machine.write('home/bin/python3.12');
    file(machine, 'home/secret');
    machine.write('home/.local/share/uv/python/cpython-3.12/bin/python3.12');
    file(machine, 'home/.local/share/uv/python/cpython-3.12/lib/libpython3.12.so');
    for (const [name, base] of [
      ['a', 'home/bin'],
      ['b', 'home/.local/share/uv/python/cpython-3.12/bin'],
    ]) {
      machine.write(`venvs/${name!}/pyvenv.cfg`, `home = ${join(machine.folder, base!)}\n`, 0o644);
      machine.write(`venvs/${name!}/bin/gp`);
    }
    const all = [
      'home/secret',
      'home/bin/python3.12',
      'home/.local/share/uv/python/cpython-3.12/lib/libpython3.12.so',
      'home/.local/share/uv/python',
    ];
    expect(seen(machine, 'venvs/a/bin/gp', all)).toEqual([all[1]]);
    expect(seen(machine, 'venvs/b/bin/gp', all)).toEqual([all[2]]);
  });

  it('leads through every link', () => {
    const machine = testMachine();
    machine.write('opt/pari/bin/gp-2.17');
    file(machine, 'opt/pari/lib/libpari.so');
    mkdirSync(join(machine.folder, 'middle/bin'), { recursive: true });
    mkdirSync(join(machine.folder, 'home/bin'), { recursive: true });
    symlinkSync(join(machine.folder, 'opt/pari/bin/gp-2.17'), join(machine.folder, 'middle/bin/gp'));
    symlinkSync('../../middle/bin/gp', join(machine.folder, 'home/bin/gp'));
    const all = ['home/bin/gp', 'middle/bin/gp', 'opt/pari/bin/gp-2.17', 'opt/pari/lib/libpari.so'];
    expect(seen(machine, 'home/bin/gp', all)).toEqual(all);
  });
});

describe('what an npm package can read', () => {
  const pack = (machine: TestMachine, path: string, dependencies: Record<string, string> = {}) =>
    dirname(machine.write(`${path}/package.json`, JSON.stringify({ dependencies }), 0o644));

  it('is itself and its dependencies, wherever they were put', () => {
    const machine = testMachine();
    const path = pack(machine, 'node_modules/engine', { near: '*', far: '*', absent: '*' });
    const near = pack(machine, 'node_modules/engine/node_modules/near', { deep: '*' });
    const far = pack(machine, 'node_modules/far', { engine: '*' });
    const deep = pack(machine, 'node_modules/deep');
    pack(machine, 'node_modules/other');
    expect(packageRoots(path)).toEqual([deep, path, far]);
    expect(isInside(near, path)).toBe(true);
  });

  it('through links, the folders in which packages find each other', () => {
    const machine = testMachine();
    const real = pack(machine, 'node_modules/.pnpm/engine@1/node_modules/engine', { near: '*' });
    pack(machine, 'node_modules/.pnpm/near@1/node_modules/near');
    symlinkSync('../../near@1/node_modules/near', join(dirname(real), 'near'));
    const path = join(machine.folder, 'node_modules/engine');
    symlinkSync('.pnpm/engine@1/node_modules/engine', path);
    expect(packageRoots(path)).toEqual([join(machine.folder, 'node_modules')]);
  });
});
