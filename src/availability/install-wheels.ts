import { lstatSync, readlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Machine } from './machine.js';
import { command, InstallRefused, stamp, type Installer, type Step } from './plan.js';
import { packagesOf } from './remedies.js';

/**
 * A virtual environment of its own beside the old one, and a link that is moved: environments cannot be renamed, their
 * scripts know where they lie.
 */
export const planWheels: Installer = (declaration, remedy, machine, context) => {
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
};

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
