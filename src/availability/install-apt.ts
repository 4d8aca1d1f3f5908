import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { command, InstallRefused, lines, type Installer } from './plan.js';
import { packagesOf } from './remedies.js';

/** Packages that were not there before and that apt brought, one a line. */
export const aptRecord = 'installed-by-apt';

export function recorded(file: string): string[] {
  return existsSync(file)
    ? readFileSync(file, 'utf8')
        .split('\n')
        .filter((name) => name !== '')
    : [];
}

/** Packages of the system, by root. */
export const planApt: Installer = (declaration, remedy, machine, context) => {
  if (machine.apt === null) throw new InstallRefused('There is no apt-get on this machine.');
  if (!machine.root)
    throw new InstallRefused(`Packages are installed by root: run \`sudo ${remedy.command}\` yourself.`);
  const packages = packagesOf(remedy);
  const own = join(context.surroundings.engineFolder, declaration.id);
  const record = join(own, aptRecord);
  const fresh = packages.filter((name) => !existsSync(`/var/lib/dpkg/info/${name}.list`));
  const ours = [...new Set([...recorded(record), ...fresh])];
  return {
    steps: [
      command('Read the lists of packages', machine.apt, 'update'),
      command('Install the packages', machine.apt, 'install', '-y', ...packages),
      command('Make the engine folder', 'mkdir', '-p', own),
      {
        title: 'Note what was installed, for removing it',
        file: record,
        text: lines(ours),
        mode: 0o644,
      },
    ],
    finish: [],
    rollback: [],
  };
};
