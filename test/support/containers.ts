import type { LaunchLimits } from '../../src/contracts/limits.js';
import type { Launch } from '../../src/contracts/transport.js';
import { openContainerHost, type OpenContainerHost } from '../../src/transport/container/host.js';
import { ownerLabel } from '../../src/transport/container/labels.js';

/** A small Debian that the tests' machine has as an image. */
export const baseImage = 'debian-bookworm:base';

export const launchLimits: LaunchLimits = { fileBytes: 2 ** 22, temporaryBytes: 2 ** 23, processes: 8 };

export function openTestHost(): OpenContainerHost {
  return openContainerHost(null);
}

/** A shell script in place of an engine. */
export function launchOf(script: string, memory_mb: number): Launch & { readonly image: string } {
  return {
    image: baseImage,
    file: '/bin/sh',
    args: ['-c', script],
    env: {},
    readOnly: [],
    memory: { kind: 'none', megabytes: memory_mb },
    isolation: 'required',
  };
}

/** Ids of the containers of a gateway: the host's own unless said. */
export async function containersOf(host: OpenContainerHost, owner: string = host.owner): Promise<string[]> {
  const filters = { label: [`${ownerLabel}=${owner}`] };
  const found = await host.client.call((docker) => docker.listContainers({ all: true, filters }));
  return found.map(({ Id }) => Id);
}
