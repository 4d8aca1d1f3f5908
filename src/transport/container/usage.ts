import type { ContainerStats } from 'dockerode';
import type { Usage } from '../../contracts/limits.js';

/** What a container uses, as far as it is known: Docker is asked in the background, and only while somebody wants to know. */
export interface UsageMeter {
  /** Asks anew, and tells what was known before: of a request at work what it uses, of an idle engine what it held when idle. */
  usage(): Usage | null;
  hold(working: boolean): void;
  /** The most memory that was seen, in MiB. */
  peakMemory(): number;
}

const mebibyte = 1024 * 1024;
/** Docker's init process is no part of the engine. */
const initProcesses = 1;

export function createUsageMeter(read: () => Promise<Usage | null>): UsageMeter {
  let working = true;
  /** When the engine last began to work, or ceased to. */
  let since = performance.now();
  /** Docker takes up to a second to tell: what comes after a change from work to idleness is of no use. */
  let asking = false;
  /** The period in which somebody last wanted to know. */
  let wanted: number | null = null;
  /** Since `since`. */
  let current: Usage | null = null;
  let idle: Usage | null = null;
  let peak = 0;
  /** CPU time as last told by Docker, and how much of it is not counted. */
  let told = 0;
  let uncounted = 0;

  const ask = async () => {
    const period = since;
    asking = true;
    const usage = await read().catch(() => null);
    asking = false;
    if (period !== since) {
      if (wanted === since) void ask();
      return;
    }
    if (usage === null) return;
    // What was used before the first look at a request was partly used by earlier ones, which nobody looked at: it counts as
    // if the engine had worked on one processor since this one began.
    const own =
      current === null ? Math.min(usage.cpu_ms - told, working ? performance.now() - since : 0) : usage.cpu_ms - told;
    uncounted += usage.cpu_ms - told - own;
    told = usage.cpu_ms;
    current = usage;
    peak = Math.max(peak, usage.memory_mb);
    if (!working) idle = usage;
  };

  return {
    usage: () => {
      wanted = since;
      if (!asking) void ask();
      if (!working) return idle;
      return { memory_mb: 0, processes: 0, temporaryBytes: 0, ...current, cpu_ms: told - uncounted };
    },
    hold: (value) => {
      working = value;
      since = performance.now();
      current = null;
    },
    peakMemory: () => peak,
  };
}

/**
 * Docker's own numbers. Its /tmp is bounded by its size and counts as nothing. Null: they tell nothing, as those of a
 * container that has ended.
 */
export function usageOf({ cpu_stats, memory_stats, pids_stats }: ContainerStats): Usage | null {
  if (pids_stats?.current === undefined) return null;
  const { total_rss, anon } = memory_stats.stats as { total_rss?: number; anon?: number };
  return {
    cpu_ms: cpu_stats.cpu_usage.total_usage / 1e6,
    // The engine's own pages, as control groups of the first or the second version call them; or all that it is charged.
    memory_mb: (total_rss ?? anon ?? memory_stats.usage) / mebibyte,
    processes: Math.max(0, pids_stats.current - initProcesses),
    temporaryBytes: 0,
  };
}
