import { LimitExceeded, type RequestLimits, type Usage } from '../contracts/limits.js';
import type { Channel } from '../contracts/transport.js';

/** The first look comes late enough to cost short requests nothing; later ones follow at this distance. */
const firstLookMs = 50;
const laterLooksMs = 100;

/** A request under watch. */
export interface Watch {
  /** The limit for which the engine was ended, if it was. */
  exceeded(): LimitExceeded | null;
  /** Whether the request lasted long enough to be looked at. */
  looked(): boolean;
  stop(): void;
}

/**
 * Looks at what a request uses while it runs, and ends the engine when that is more than it may. CPU time of a session is
 * that of all its requests: what it had used before this one is taken from the first look, as if the engine had worked
 * on one processor since the request began.
 */
export function watch(channel: Channel, limits: RequestLimits): Watch {
  const began = performance.now();
  let found: LimitExceeded | null = null;
  let cpuBefore: number | null = null;
  const look = () => {
    // Below its limit a request is never ended: only above does it matter how much of the memory is counted twice.
    const usage = channel.usage(limits.memory_mb);
    if (usage === null) return;
    cpuBefore ??= Math.max(0, usage.cpu_ms - (performance.now() - began));
    found = firstExceeded({ ...usage, cpu_ms: usage.cpu_ms - cpuBefore }, limits);
    if (found !== null) void channel.kill();
    else timer = setTimeout(look, laterLooksMs);
  };
  let timer = setTimeout(look, firstLookMs);
  return {
    exceeded: () => found,
    looked: () => cpuBefore !== null,
    stop: () => clearTimeout(timer),
  };
}

function firstExceeded(usage: Usage, limits: RequestLimits): LimitExceeded | null {
  if (usage.memory_mb > limits.memory_mb) return new LimitExceeded('memory', limits.memory_mb);
  if (usage.processes > limits.processes) return new LimitExceeded('processes', limits.processes);
  if (usage.cpu_ms > limits.cpu_ms) return new LimitExceeded('cpu', limits.cpu_ms);
  if (usage.temporaryBytes > limits.temporaryBytes) return new LimitExceeded('disk', limits.temporaryBytes);
  return null;
}
