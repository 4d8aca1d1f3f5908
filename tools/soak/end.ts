/** The end of each server, while its engines are busy, and what is left after it. */
import { readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { hardSemiprime } from './hard.js';
import { carrying, commandLine, isAlive } from './processes.js';
import type { Random } from './random.js';
import type { Server } from './server.js';
import type { Tally } from './tally.js';

/** How a server is ended, and what was found afterwards. */
export interface Ending {
  readonly server: string;
  readonly how: string;
  /** From the order to end until the server and everything of it was gone. */
  readonly ms: number;
  readonly processes: number;
  readonly folders: number;
}

const ways = ['closed stdin', 'SIGTERM', 'SIGKILL'] as const;
/** Everything must be gone by then. */
const goneWithinMs = 1_000;

export async function endServer(
  server: Server,
  at: number,
  busy: boolean,
  random: Random,
  tally: Tally,
): Promise<Ending> {
  const how = ways[at % ways.length] ?? 'closed stdin';
  if (busy && server.connected()) {
    const { payload } = hardSemiprime(random);
    const args = { operation_id: 'integer.compute.prime_factorization', payload };
    for (let i = 0; i < 3; i += 1) void server.call('math.run', args);
    await sleep(1_000);
  }
  const began = Date.now();
  const closing = how === 'closed stdin' ? server.close() : Promise.resolve();
  if (how !== 'closed stdin' && isAlive(server.pid)) process.kill(server.pid, how);
  while (left(server).length > 0 && Date.now() - began < goneWithinMs + 100) await sleep(20);
  const processes = left(server);
  const ms = Date.now() - began;
  for (const pid of processes)
    tally.violate({ what: `left after ${how}`, where: server.name, detail: commandLine(pid).slice(0, 200) });
  await closing;
  await server.close();
  for (const pid of left(server)) process.kill(pid, 'SIGKILL');
  const folders = readdirSync(server.folder).filter((name) => name.startsWith('jacobian-')).length;
  // Nobody is there to remove the folders of a server that was killed.
  if (folders > 0 && how !== 'SIGKILL')
    tally.violate({ what: 'temporary folders left', where: server.name, detail: String(folders) });
  return { server: server.name, how, ms, processes: processes.length, folders };
}

function left(server: Server): number[] {
  return carrying(server.folder);
}
