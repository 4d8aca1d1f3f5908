/** Watches the servers while they work: memory, descriptors, and processes that should not be. */
import { allProcesses, carrying, commandLine, descendants, openDescriptors, residentMiB } from './processes.js';
import type { Server } from './server.js';
import type { Tally } from './tally.js';

export interface Sample {
  readonly resident: number;
  readonly descriptors: number;
  /** Engines under the server, probes included. */
  readonly engines: number;
}

export interface Watch {
  /** The longest time that each server took to answer a ping, in ms. */
  readonly longestPing: ReadonlyMap<string, number>;
  readonly samples: ReadonlyMap<string, readonly Sample[]>;
  readonly sample: () => void;
}

/** Samples kept for each server; then every other one goes. */
const keptSamples = 4_000;

export function createWatch(servers: readonly Server[], maximumEngines: number, tally: Tally): Watch {
  const samples = new Map<string, Sample[]>(servers.map(({ name }) => [name, []]));
  // What is seen once may be about to end: twice in a row it stays.
  let suspects = new Set<string>();
  const longestPing = new Map<string, number>();
  const unanswered = new Set<string>();
  const ping = async ({ name, ping: measure }: Server) => {
    unanswered.add(name);
    const ms = await measure();
    unanswered.delete(name);
    longestPing.set(name, Math.max(ms, longestPing.get(name) ?? 0));
  };
  return {
    longestPing,
    samples,
    sample: () => {
      const all = allProcesses();
      const seen = new Set<string>();
      const suspect = (key: string, what: string, where: string, detail: string) => {
        seen.add(key);
        if (suspects.has(key)) tally.violate({ what, where, detail });
      };
      for (const server of servers) {
        const resident = residentMiB(server.pid);
        if (resident === null || !server.connected()) continue;
        // One whose event loop has had no turn since the last sample cannot have collected anything.
        const responsive = !unanswered.has(server.name);
        // A server that ends now does not answer any more; that it ended is told elsewhere.
        ping(server).catch(() => undefined);
        const below = descendants(all, server.pid);
        const engines = below.filter(({ parent, state }) => parent === server.pid && state !== 'Z').length;
        const kept = samples.get(server.name) ?? [];
        kept.push({ resident, descriptors: openDescriptors(server.pid), engines });
        if (kept.length > keptSamples)
          samples.set(
            server.name,
            kept.filter((_, at) => at % 2 === 1),
          );
        if (engines > maximumEngines)
          suspect(`many ${server.name}`, 'more engines than the pool may have', server.name, String(engines));
        for (const { pid, name, parent, state } of below)
          if (state === 'Z' && parent === server.pid && responsive)
            suspect(`zombie ${String(pid)}`, 'an ended engine that the server does not collect', server.name, name);
        const known = new Set([server.pid, ...below.map(({ pid }) => pid)]);
        for (const pid of carrying(server.folder).filter((pid) => !known.has(pid)))
          suspect(
            `stray ${String(pid)}`,
            'a process that has left its server',
            server.name,
            commandLine(pid).slice(0, 200),
          );
      }
      suspects = seen;
    },
  };
}

export interface Growth {
  readonly early: number;
  readonly late: number;
  readonly flat: boolean;
}

/** The median of the last quarter against that of the second one: warming up is over by then. */
export function growth(values: readonly number[], allowed: (early: number) => number): Growth {
  const quarter = (from: number) =>
    median(values.slice(Math.floor((from * values.length) / 4), Math.ceil(((from + 1) * values.length) / 4)));
  const [early, late] = [quarter(1), quarter(3)];
  return { early, late, flat: late - early <= allowed(early) };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
