import type { ContainerStats } from 'dockerode';
import type { Usage } from '../../contracts/limits.js';

/** What a container uses, as far as it is known: Docker is asked in the background, and only while somebody wants to know. */
export interface UsageMeter {
  /** Asks anew, and tells what was known before: of a request at work what it uses, of an idle engine what it held when idle. */
  usage(): Usage | null;
  hold(working: boolean): void;
  /** The kernel ended a process of it because its memory ran out: it wanted more than it has. */
  ranOut(): void;
  /** The most memory that was seen, in MiB. Infinite where it wanted more than it has since it last began to work. */
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
  /** Whether it wanted more memory than it has since it last began to work. */
  let exhausted = false;
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
      if (!working && !exhausted) return idle;
      const known = { memory_mb: 0, processes: 0, temporaryBytes: 0, ...current, cpu_ms: told - uncounted };
      return exhausted ? { ...known, memory_mb: Infinity } : known;
    },
    hold: (value) => {
      working = value;
      since = performance.now();
      current = null;
      if (working) exhausted = false;
    },
    ranOut: () => {
      exhausted = true;
    },
    peakMemory: () => (exhausted ? Infinity : peak),
  };
}

/** Docker's own numbers. Null: they tell nothing, as those of a container that has ended. */
export function usageOf({ cpu_stats, memory_stats, pids_stats }: ContainerStats): Usage | null {
  if (pids_stats?.current === undefined) return null;
  const stats = memory_stats.stats as MemoryStats;
  return {
    cpu_ms: cpu_stats.cpu_usage.total_usage / 1e6,
    // The engine's own pages; or all that it is charged.
    memory_mb: (stats.total_rss ?? stats.anon ?? memory_stats.usage) / mebibyte,
    processes: Math.max(0, pids_stats.current - initProcesses),
    temporaryBytes: inMemoryFiles(stats),
  };
}

/** As control groups of the first version tell it (those with `total`), or of the second. In bytes. */
interface MemoryStats {
  readonly total_rss?: number;
  readonly total_active_anon?: number;
  readonly total_inactive_anon?: number;
  readonly anon?: number;
  readonly shmem?: number;
}

/**
 * All that a container can write is in memory: its files are pages of no file on a disk that are not its processes' own.
 * Memory that processes share counts as well; engines hardly have any.
 */
function inMemoryFiles({ total_rss, total_active_anon, total_inactive_anon, shmem }: MemoryStats): number {
  if (total_active_anon === undefined || total_inactive_anon === undefined) return shmem ?? 0;
  return Math.max(0, total_active_anon + total_inactive_anon - (total_rss ?? 0));
}
