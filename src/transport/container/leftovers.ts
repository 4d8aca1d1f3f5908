import { request as requestPlain, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as requestSecured } from 'node:https';
import { existsSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { findDocker, type DockerPlace } from './connect.js';
import { isLeftover, ownerLabel } from './labels.js';

/** A daemon that takes longer has other worries. */
const answerMs = 5_000;

/**
 * Whether dead gateways have left containers where this one would have its own. It asks one thing, in a way that costs
 * nothing: reading dockerode takes longer than all else at the start, and there is hardly ever anything to remove. False
 * where there is no daemon, or none that answers. `address`: as in DOCKER_HOST. Never rejects.
 */
export async function hasLeftovers(address: string | null): Promise<boolean> {
  try {
    const place = findDocker(address);
    if (place.kind === 'socket' && process.platform !== 'win32' && !existsSync(place.path)) return false;
    const found = JSON.parse(await text(await ask(place))) as readonly Found[];
    return found.some(({ Labels, State, Created }) => isLeftover({ labels: Labels, state: State, created: Created }));
  } catch {
    return false;
  }
}

/** As the daemon tells it. */
interface Found {
  readonly Labels: Readonly<Record<string, string>>;
  readonly State: string;
  readonly Created: number;
}

function ask(place: DockerPlace): Promise<IncomingMessage> {
  const query = new URLSearchParams({ all: '1', filters: JSON.stringify({ label: [ownerLabel] }) });
  const path = `/containers/json?${query.toString()}`;
  const request = send(place, { path, agent: false, signal: AbortSignal.timeout(answerMs) });
  return new Promise((resolve, reject) => {
    request.on('response', resolve);
    request.on('error', reject);
    // Nobody waits for it: a program that is done ends.
    request.on('socket', (socket) => socket.unref());
    request.end();
  });
}

function send(place: DockerPlace, options: RequestOptions) {
  if (place.kind === 'socket') return requestPlain({ ...options, socketPath: place.path });
  const { host, port, tls } = place;
  if (tls === null) return requestPlain({ ...options, host, port });
  const { verify, ...material } = tls;
  return requestSecured({ ...options, host, port, ...material, rejectUnauthorized: verify });
}
