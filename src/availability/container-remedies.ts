import type { BackendDeclaration, Remedy } from '../contracts/backend.js';
import type { DaemonState } from '../contracts/containers.js';
import type { Recipe, RecipeSource } from './bundle-recipe.js';
import { asRoot, type Machine } from './machine.js';
import { isUsable } from './version-policy.js';

type Unusable = Exclude<DaemonState, { state: 'available' }>;

/** What to do on this machine about a Docker daemon that is not there, or not for us. */
export function daemonHint(daemon: Unusable, machine: Machine): string {
  if (daemon.state === 'absent') {
    const here = machine.dockerd === null ? installDocker(machine) : `Start Docker: ${startDocker(machine)}`;
    return `${here}. Or set DOCKER_HOST to where a daemon runs.`;
  }
  if (daemon.reason === 'permission') {
    const command = 'usermod --append --groups docker "$USER"';
    const typed = asRoot(command, machine);
    const join = typed === null ? `Have an administrator run \`${command}\` for you` : `Run \`${typed}\``;
    return `${join}, then log in anew. Who is in that group has the rights of root.`;
  }
  return `See that it runs (${startDocker(machine)}), and that it is what DOCKER_HOST, the docker context or the setting dockerHost names.`;
}

/** What to do where Docker has an image and makes no container of it. */
export function refusedHint(image: string): string {
  return `\`docker run --rm --entrypoint true ${image}\` shows what is wrong; \`docker system df\` tells what fills the disk.`;
}

/** What is wrong: there is no image; the one there is does not fit or does not work; the same of one that the operator named. */
export type ImageFault = 'missing' | 'unfit' | 'named';

/** What brings an image of a backend that is there, fits and works. `recipes`: all images that can be built. */
export function imageHint(
  declaration: BackendDeclaration,
  required: string,
  fault: ImageFault,
  recipes: readonly Recipe[],
): string {
  const { id, title } = declaration;
  const setting = `backends.${id}.image of the settings`;
  if (fault === 'named') return `Correct ${setting}, or remove it to let the gateway look for an image of ${title}.`;
  const command = buildCommand(declaration, required, recipes);
  if (command === null) return `Build an image with a release of ${title} that fits, and name it in ${setting}.`;
  if (fault === 'unfit') return `Build the image anew: ${command}.`;
  return `Run ${command}, or \`jacobian-gateway bundle load\` with one that was saved elsewhere.`;
}

/** The remedies that bring what a source of images does. */
const remedyOf: Readonly<Record<RecipeSource, Remedy['kind']>> = { debian: 'apt', wheels: 'wheels', npm: 'npm' };

/** The command that builds an image whose engine fits; null where there is none. */
function buildCommand(
  { id, policy, remedies }: BackendDeclaration,
  required: string,
  recipes: readonly Recipe[],
): string | null {
  const recipe = recipes.find(({ name }) => name === id) ?? recipes.find(({ backends }) => backends.includes(id));
  if (recipe === undefined) return null;
  for (const source of recipe.sources) {
    const remedy = remedies.find(({ kind }) => kind === remedyOf[source]);
    const brings = remedy?.brings ?? null;
    if (brings !== null && !isUsable(brings, policy, required)) continue;
    const command = `jacobian-gateway bundle build ${recipe.name}${source === recipe.sources[0] ? '' : ` --from ${source}`}`;
    return remedy?.size === undefined ? `\`${command}\`` : `\`${command}\` (${remedy.size})`;
  }
  return null;
}

function installDocker(machine: Machine): string {
  const command = machine.apt === null ? null : asRoot('apt-get install docker.io', machine);
  return command === null ? 'Install Docker (https://docs.docker.com/engine/install/)' : `Run \`${command}\``;
}

function startDocker(machine: Machine): string {
  if (machine.dockerd === null) return '`docker version` tells';
  const command = machine.systemd ? 'systemctl start docker' : 'service docker start';
  return `\`${asRoot(command, machine) ?? command}\``;
}
