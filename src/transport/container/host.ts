import { randomUUID } from 'node:crypto';
import { createDockerClient } from './client.js';
import { createMemoryEvents } from './memory-events.js';
import { createReaper } from './reaper.js';
import type { ContainerHost } from './start.js';

/** Docker as one gateway uses it. Nothing is opened or asked before it is needed. */
export interface OpenContainerHost extends ContainerHost {
  /** Removes every container of this gateway that is left. Never rejects. */
  close(): Promise<void>;
}

/** `address`: as in DOCKER_HOST; null: where Docker's own command would look. */
export function openContainerHost(address: string | null): OpenContainerHost {
  const owner = randomUUID();
  const client = createDockerClient(address);
  const reaper = createReaper(client, owner);
  const memory = createMemoryEvents(client, owner);
  let processors: Promise<number> | null = null;
  return {
    owner,
    client,
    reaper,
    memory,
    processors: async () => {
      processors ??= client.call(async (docker) => ((await docker.info()) as { NCPU: number }).NCPU);
      try {
        return await processors;
      } catch (error) {
        processors = null;
        throw error;
      }
    },
    close: async () => {
      await reaper.removeAll();
      memory.close();
    },
  };
}
