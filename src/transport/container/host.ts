import { createDockerClient } from './client.js';
import { createReaper } from './reaper.js';
import type { ContainerHost } from './start.js';

/** Docker as one gateway uses it. Nothing is opened or asked before it is needed. */
export interface OpenContainerHost extends ContainerHost {
  /** Removes every container of this gateway that is left. Never rejects. */
  close(): Promise<void>;
}

/** `address`: as in DOCKER_HOST; null: where Docker's own command would look. */
export function openContainerHost(address: string | null): OpenContainerHost {
  const client = createDockerClient(address);
  const reaper = createReaper(client);
  let processors: Promise<number> | null = null;
  return {
    client,
    reaper,
    processors: async () => {
      processors ??= client.call(async (docker) => ((await docker.info()) as { NCPU: number }).NCPU);
      try {
        return await processors;
      } catch (error) {
        processors = null;
        throw error;
      }
    },
    close: () => reaper.removeAll(),
  };
}
