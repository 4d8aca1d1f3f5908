/**
 * `npm run soak`: mixed operations from several clients for minutes, with cancels, kills, limits, invalid requests and
 * bursts. Every answer is checked here, without the gateway. Ends with a report, and with status 1 if anything was wrong.
 *
 *   npm run soak -- --minutes 10 --seed 1 --servers 3 --lean
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { randomAttempt } from './soak/attempt.js';
import { killEngines, sendBursts } from './soak/disturb.js';
import { endServer, type Ending } from './soak/end.js';
import type { Target } from './soak/job.js';
import { operationOf } from './soak/jobs.js';
import { perform, type Soak } from './soak/lane.js';
import { createRandom } from './soak/random.js';
import { printReport } from './soak/report.js';
import { startServer, type Server } from './soak/server.js';
import { createTally } from './soak/tally.js';
import { createWatch } from './soak/watch.js';

/** Calls in flight on each connection, beside bursts. */
const lanes = 5;
/** Calls that may wait, in the servers of this tool. */
const queueLength = 24;
/** A lane whose call was refused waits so long, as a client would. */
const backOffMs = 300;
const burstSize = queueLength + 20;
/** Sessions that a gateway keeps by default, and the probes that may run beside them. */
const maximumEngines = 4 * availableParallelism() + 3;

const options = readOptions();
const folder = mkdtempSync(join(tmpdir(), 'soak-'));
const settingsFile = join(folder, 'settings.json');
writeFileSync(settingsFile, JSON.stringify({ queueLength, queueWaitMs: 120_000 }));
const tally = createTally();
const interruption = new AbortController();
const began = Date.now();
const soak: Soak = {
  tally,
  interrupted: interruption.signal,
  ending: () => interruption.signal.aborted || Date.now() - began > options.minutes * 60_000,
};
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => interruption.abort());

console.error(`soak: seed ${String(options.seed)}, ${String(options.minutes)} minutes`);
const servers = await Promise.all(
  Array.from({ length: options.servers }, (_, at) =>
    startServer(`server ${String(at + 1)}`, join(folder, `server-${String(at + 1)}`), settingsFile, queueLength),
  ),
);
const targets = await targetsOf(servers[0]);
console.error(`soak: ${targets.map(({ backend, transport }) => `${backend}/${transport ?? 'none'}`).join(', ')}`);
const watch = createWatch(servers, maximumEngines, tally);
const sampling = setInterval(() => watch.sample(), 5_000);
const telling = setInterval(tell, 10_000);
await Promise.all(servers.flatMap((server, at) => work(server, at)));
clearInterval(sampling);
clearInterval(telling);
const endings: Ending[] = [];
for (const [at, server] of servers.entries()) {
  if (!server.connected() && !interruption.signal.aborted)
    tally.violate({ what: 'the server ended by itself', where: server.name, detail: '' });
  const random = createRandom(options.seed, `end ${String(at)}`);
  endings.push(await endServer(server, at, !interruption.signal.aborted, random, tally));
}
rmSync(folder, { recursive: true, force: true });
const passed = printReport({
  seed: options.seed,
  minutes: (Date.now() - began) / 60_000,
  interrupted: interruption.signal.aborted,
  maximumEngines,
  tally,
  watch,
  endings,
});
process.exit(passed ? 0 : 1);

function readOptions(): { minutes: number; seed: number; servers: number; lean: boolean } {
  const { values } = parseArgs({
    options: {
      minutes: { type: 'string', default: '10' },
      seed: { type: 'string', default: String(Date.now() % 1_000_000) },
      servers: { type: 'string', default: '3' },
      lean: { type: 'boolean', default: false },
    },
  });
  return z
    .object({
      minutes: z.coerce.number().positive(),
      seed: z.coerce.number().int(),
      servers: z.coerce.number().int().min(1).max(16),
      lean: z.boolean(),
    })
    .parse(values);
}

function work(server: Server, at: number): Promise<void>[] {
  const random = (part: string) => createRandom(options.seed, `${String(at)} ${part}`);
  return [
    ...Array.from({ length: lanes }, (_, lane) => runLane(server, random(`lane ${String(lane)}`))),
    killEngines(server, random('kills'), soak),
    sendBursts(server, targets, burstSize, random('bursts'), soak),
  ];
}

async function runLane(server: Server, random: ReturnType<typeof createRandom>): Promise<void> {
  while (!soak.ending() && server.connected()) {
    const busy = await perform(randomAttempt(random, targets), server, soak);
    if (busy) await sleep(backOffMs);
  }
}

/** The engines that are here, as the server itself finds them. */
async function targetsOf(server: Server | undefined): Promise<Target[]> {
  const found: Target[] = [{ backend: 'direct', transport: null }];
  const shape = z.looseObject({
    backend_availability: z.array(
      z.looseObject({
        backend: z.string(),
        transport: z.enum(['subprocess', 'embedded', 'container']),
        status: z.string(),
      }),
    ),
  });
  for (const [backend, operation_id] of Object.entries(operationOf)) {
    if (backend === 'lean' && !options.lean) continue;
    const answer = await server?.call('math.find', { operation_id });
    if (answer?.kind !== 'ok') throw new Error(`math.find did not answer for ${operation_id}`);
    for (const entry of shape.parse(answer.structured).backend_availability) {
      const usable = entry.status === 'AVAILABLE' || entry.status === 'UNTESTED';
      if (entry.backend === backend && usable && entry.transport !== 'container')
        found.push({ backend, transport: entry.transport });
    }
  }
  return found;
}

function tell(): void {
  const { calls, kills, violations, wrong } = tally.totals;
  const samples = servers.map(({ name }) => watch.samples.get(name)?.at(-1));
  const memory = samples.map((sample) => sample?.resident.toFixed(0) ?? '?').join('/');
  const engines = samples.map((sample) => String(sample?.engines ?? '?')).join('/');
  const seconds = ((Date.now() - began) / 1000).toFixed(0);
  console.error(
    `soak: ${seconds} s, ${String(calls)} calls, ${String(kills)} kills, ${String(wrong)} wrong, ${String(violations)} violations; memory ${memory} MiB, engines ${engines}`,
  );
}
