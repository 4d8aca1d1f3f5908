/** What happens to servers rather than to calls: engines are killed, and bursts are more than the queue takes. */
import { setTimeout as sleep } from 'node:timers/promises';
import { undisturbed } from './attempt.js';
import type { Target } from './job.js';
import { randomJob } from './jobs.js';
import { perform, type Soak } from './lane.js';
import { allProcesses, commandLine, descendants } from './processes.js';
import type { Random } from './random.js';
import type { Server } from './server.js';

/** Kills one process at random below the server, again and again, until the soak ends. */
export async function killEngines(server: Server, random: Random, soak: Soak): Promise<void> {
  while (!soak.ending()) {
    await pause(random.between(1_000, 8_000), soak);
    // Mostly engines that work: one that dies while it starts, or while it is tried out, makes its backend unusable for a while.
    const youngest = random.chance(0.9) ? startedMs : 0;
    const below = descendants(allProcesses(), server.pid).filter(({ state, age }) => state !== 'Z' && age >= youngest);
    if (soak.ending() || below.length === 0) continue;
    const { pid } = random.pick(below);
    const backend = backendOf(commandLine(pid));
    if (backend === null) continue;
    const now = Date.now();
    server.kills.push({ at: now, backend, used: false });
    if (server.kills.length > keptKills) server.kills.shift();
    server.last.kill = now;
    try {
      process.kill(pid, 'SIGKILL');
      soak.tally.totals.kills += 1;
    } catch {
      // It ended by itself in this very moment; what it was serving may still have failed for that.
    }
  }
}

/** An engine of this age has started. */
const startedMs = 4_000;

/** More kills than can matter at a time. */
const keptKills = 200;

/** Sends more calls at once than the server lets wait, now and then. */
export async function sendBursts(
  server: Server,
  targets: readonly Target[],
  size: number,
  random: Random,
  soak: Soak,
): Promise<void> {
  const quick = targets.filter(({ backend }) => backend !== 'lean');
  while (!soak.ending()) {
    await pause(random.between(15_000, 30_000), soak);
    if (soak.ending()) return;
    soak.tally.totals.bursts += 1;
    const calls = Array.from({ length: size }, () => undisturbed(random, randomJob(random, quick)));
    await Promise.all(calls.map((attempt) => perform(attempt, server, soak, true)));
  }
}

/** Which backend a process belongs to; null for one that is just being started. The sandbox's own arguments name the engine. */
function backendOf(command: string): string | null {
  // First of all: the gp of the wheels lies in a folder named after Sage.
  if (/\bgp\b/.test(command)) return 'pari';
  if (/z3/.test(command)) return 'z3';
  if (/sage/i.test(command)) return 'sagemath';
  if (/lean/.test(command)) return 'lean';
  return null;
}

async function pause(ms: number, soak: Soak): Promise<void> {
  const end = Date.now() + ms;
  while (Date.now() < end && !soak.ending()) await sleep(Math.min(250, Math.max(1, end - Date.now())));
}
