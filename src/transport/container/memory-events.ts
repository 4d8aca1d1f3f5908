import type { GetEventsOptions } from 'dockerode';
import type { DockerClient } from './client.js';
import { readJsonLines } from './json-lines.js';
import { ownerLabel } from './labels.js';

/**
 * Tells which containers the kernel ended a process in because their memory ran out. Where that was not the engine itself
 * but a child of it, nothing else would: the engine may wait for it for ever.
 */
export interface MemoryEvents {
  /** Resolves when Docker is listened to, or cannot be. Never rejects. */
  listen(): Promise<void>;
  follow(container: string, onRanOut: () => void): void;
  forget(container: string): void;
  close(): void;
}

/** What is read of an event: its older field `id` is gone from newer daemons. */
interface ContainerEvent {
  readonly Actor: { readonly ID: string };
}

/** The daemon's answer, as it arrives. */
interface EventStream extends NodeJS.ReadableStream {
  readonly socket: { unref(): void };
  destroy(): void;
}

/** One stream for all containers of this gateway, opened anew when the last one broke. `owner`: as in the labels. */
export function createMemoryEvents(client: DockerClient, owner: string): MemoryEvents {
  const followed = new Map<string, () => void>();
  const filters: GetEventsOptions['filters'] = { event: ['oom'], label: [`${ownerLabel}=${owner}`] };
  let listening: Promise<EventStream | null> | null = null;
  let isClosed = false;

  const open = async (): Promise<EventStream | null> => {
    try {
      const stream = (await client.call((docker) => docker.getEvents({ filters }))) as EventStream;
      // To wait for what may never come does not keep the gateway's process alive.
      stream.socket.unref();
      void readJsonLines(stream, (event) => followed.get((event as ContainerEvent).Actor.ID)?.())
        .catch(() => undefined)
        .then(() => {
          listening = null;
        });
      return stream;
    } catch {
      // Who starts a container is told why it cannot be, and the next start tries again.
      listening = null;
      return null;
    }
  };

  return {
    listen: async () => {
      if (isClosed) return;
      listening ??= open();
      await listening;
    },
    follow: (container, onRanOut) => void followed.set(container, onRanOut),
    forget: (container) => void followed.delete(container),
    close: () => {
      isClosed = true;
      void listening?.then((stream) => stream?.destroy());
    },
  };
}
