import { Agent } from 'node:https';
import type Docker from 'dockerode';
import { findDocker, type DockerPlace } from './connect.js';
import { asContainerError, ContainerError, isUnreachable } from './errors.js';

/** The Docker daemon, looked for at the first call, and anew after a call that did not reach it. */
export interface DockerClient {
  /** Asks the daemon. Rejects with ContainerError alone, also when there is no answer in time. */
  call<T>(ask: (docker: Docker) => Promise<T>, withinMs?: number): Promise<T>;
}

/** Starting a container takes a fraction of a second, on a busy machine some: after this the daemon is stuck. */
const answerMs = 60_000;

/** `address`: as in DOCKER_HOST; null: where Docker's own command would look. */
export function createDockerClient(address: string | null): DockerClient {
  let opened: Promise<Docker> | null = null;
  return {
    call: async (ask, withinMs = answerMs) => {
      try {
        opened ??= openDocker(findDocker(address));
        return await within(ask(await opened), withinMs);
      } catch (error) {
        if (isUnreachable(error)) opened = null;
        throw asContainerError(error);
      }
    },
  };
}

/** Reading dockerode takes longer than starting the gateway may. */
async function openDocker(place: DockerPlace): Promise<Docker> {
  const { default: Client } = await import('dockerode');
  // What is not said here, dockerode would take from the environment, where it means another daemon.
  const unsaid = { host: undefined, port: undefined, protocol: 'http', timeout: undefined, pathPrefix: '/' } as const;
  if (place.kind === 'socket') return new Client({ ...unsaid, socketPath: place.path });
  const { host, port, tls } = place;
  if (tls === null) return new Client({ ...unsaid, host, port });
  const { verify, ...material } = tls;
  const agent = new Agent({ ...material, rejectUnauthorized: verify, keepAlive: true });
  return new Client({ ...unsaid, host, port, protocol: 'https', ...material, agent } as Docker.DockerOptions);
}

async function within<T>(answer: Promise<T>, ms: number): Promise<T> {
  if (ms === Number.POSITIVE_INFINITY) return answer;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const words = `the Docker daemon gave no answer within ${String(ms / 1_000)} s`;
    timer = setTimeout(() => reject(new ContainerError(words, 'connection')), ms);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
