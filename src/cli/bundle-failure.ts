import type { RecipeSource } from '../availability/bundle-recipe.js';
import type { BuildResult } from '../contracts/bundles.js';

export type BuildFailure = Extract<BuildResult, { built: false }>;

/** Why an image could not be built, and what to do about it. */
export function explainFailure(
  name: string,
  base: string,
  source: RecipeSource,
  { reason, lines }: BuildFailure,
): string {
  const advice = adviceOn(reason, base, source);
  return [
    `${name} could not be built. The builder's last lines:`,
    ...lines.map((line) => `  ${line}`),
    ...advice,
    '',
  ].join('\n');
}

function adviceOn(reason: BuildFailure['reason'], base: string, source: RecipeSource): readonly string[] {
  switch (reason) {
    case 'base':
      return [
        `The base image ${base} is not there, and could not be pulled. Where no registry can be reached, make one`,
        '(as root, on Debian or with its debootstrap):',
        '  debootstrap --variant=minbase bookworm ./bookworm',
        '  tar -C ./bookworm -c . | docker import - debian-bookworm:base',
        'and name it: `jacobian-gateway bundle build --base debian-bookworm:base`.',
      ];
    case 'disk':
      return ["The disk of the Docker daemon's machine is full: `docker image prune` frees what nothing uses."];
    case 'build':
      if (source !== 'debian') return [];
      return [
        'The builder has to reach a server of Debian, from the network that Docker gives it.',
        'The versions are those of Debian 12: a base image of another release does not fit.',
      ];
  }
}
