import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { rootsFile } from './candidates.js';
import { command, InstallRefused, lines, stamp, type InstallContext, type Installer, type Step } from './plan.js';
import { packagesOf } from './remedies.js';

/** A WebAssembly build with a Node of its own, in the engine folder, and a launcher that looks like the engine. */
export const planNpm: Installer = (declaration, remedy, machine, context) => {
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
  const putBack = '[ ! -e "$1" ] || { rm -rf "$2" && mv "$1" "$2"; }';
  const name = subprocess?.executables[0];
  const own = join(context.surroundings.engineFolder, declaration.id);
  return {
    steps: [
      command('Make the engine folder', 'mkdir', '-p', partial),
      ...npmSteps(machine.npm, partial, packages, embedded.package),
      ...(replaces ? [command('Set the old one aside', 'mv', folder, old)] : []),
      command('Put it in its place', 'mv', partial, folder),
      ...(name === undefined ? [] : launcherSteps(declaration.id, name, embedded.host, folder, packages, context)),
    ],
    finish: replaces ? [command('Remove the old one', 'rm', '-rf', old)] : [],
    rollback: [
      command('Remove what was made', 'rm', '-rf', partial, ...(replaces ? [] : [folder, ...launcherFiles(own, name)])),
      ...(replaces ? [command('Put the old one back', 'sh', '-c', putBack, 'sh', old, folder)] : []),
    ],
  };
};

/** Puts packages into a folder, and beside them what the one with the build has in archives. `more`: options of npm. */
export function npmSteps(
  npm: string,
  folder: string,
  packages: readonly string[],
  build: string,
  ...more: readonly string[]
): Step[] {
  const quiet = ['--no-audit', '--no-fund', '--ignore-scripts'];
  const unpack = 'for f in "$1"/*.tar.gz; do tar -xzf "$f" --no-same-owner --exclude="._*" -C "$2" && rm "$f"; done';
  return [
    command('Install the packages', npm, 'install', '--prefix', folder, ...quiet, ...more, ...packages),
    command('Unpack the library', 'sh', '-ec', unpack, 'sh', join(folder, 'node_modules', build), folder),
  ];
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
