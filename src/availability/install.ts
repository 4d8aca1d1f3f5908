import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { BackendDeclaration } from '../contracts/backend.js';
import { aptRecord, planApt, recorded } from './install-apt.js';
import { planNpm } from './install-npm.js';
import { planWheels } from './install-wheels.js';
import { inspectMachine } from './machine.js';
import { command, InstallRefused, type InstallContext, type Installer, type InstallSource, type Plan } from './plan.js';

const installers: Readonly<Record<InstallSource, Installer>> = { apt: planApt, wheels: planWheels, npm: planNpm };

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
  const packages = recorded(join(own, aptRecord));
  // dpkg refuses what others still need; apt would take those along.
  if (packages.length > 0) steps.unshift(command('Remove the packages', 'dpkg', '--remove', ...packages));
  const notes =
    steps.length === 0 ? [`The gateway has not installed ${declaration.title}; there is nothing to remove.`] : [];
  return { backend: declaration.id, source: null, notes, steps, finish: [], rollback: [] };
}
