import { opendirSync, readFileSync, readdirSync, statfsSync, statSync, type Dir, type Dirent } from 'node:fs';
import { join } from 'node:path';
import type { Usage } from '../contracts/limits.js';

/** Linux counts CPU time in hundredths of a second for every reader of /proc. */
const msPerTick = 10;
const pageBytes = 4096;
const mebibyte = 1024 * 1024;
/** Entries of a temporary folder that are looked at: one with more counts as larger than any limit. */
const maximumEntries = 20_000;

/** One process as /proc shows it; times with those of its ended children. */
interface ProcessState {
  readonly pid: number;
  readonly cpu_ms: number;
  readonly threads: number;
  /** Resident bytes that are of no file, in pages shared with others too. */
  readonly memory: number;
}

/** Where the temporary files of a tree are: in a folder here, or in the /tmp of its sandbox. */
export type TemporaryPlace = { readonly folder: string } | 'sandbox';

/** What a process tree uses now. Null where there is no /proc (not Linux) or the process is gone. */
export function measureTree(root: number, place: TemporaryPlace, exactAbove: number): Usage | null {
  const tree = processTree(root);
  if (tree.length === 0) return null;
  const sum = (of: (state: ProcessState) => number) => tree.reduce((total, state) => total + of(state), 0);
  const resident = sum(({ memory }) => memory) / mebibyte;
  return {
    cpu_ms: sum(({ cpu_ms }) => cpu_ms),
    // Pages that forked children share are counted for each of them: only where that matters are they told apart,
    // which takes the kernel a walk through all of them.
    memory_mb: tree.length > 1 && resident > exactAbove ? sum(proportional) / mebibyte : resident,
    processes: sum(({ threads }) => threads),
    temporaryBytes: temporaryBytes(tree, place),
  };
}

function processTree(root: number): ProcessState[] {
  const states: ProcessState[] = [];
  const waiting = [root];
  for (let pid = waiting.pop(); pid !== undefined; pid = waiting.pop()) {
    const state = readProcess(pid);
    if (state === null) continue;
    states.push(state);
    waiting.push(...childrenOf(pid));
  }
  return states;
}

function readProcess(pid: number): ProcessState | null {
  try {
    const stat = readFileSync(`/proc/${String(pid)}/stat`, 'latin1');
    // The name in brackets may hold anything; what follows its end is numbers, from the third field on.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const ticks = [11, 12, 13, 14].reduce((total, at) => total + Number(fields[at] ?? 0), 0);
    const [, resident = 0, ofFiles = 0] = readFileSync(`/proc/${String(pid)}/statm`, 'latin1')
      .split(' ')
      .map(Number);
    return {
      pid,
      cpu_ms: ticks * msPerTick,
      threads: Number(fields[17] ?? 1),
      memory: Math.max(0, resident - ofFiles) * pageBytes,
    };
  } catch {
    return null;
  }
}

function childrenOf(pid: number): number[] {
  try {
    return readdirSync(`/proc/${String(pid)}/task`).flatMap((thread) =>
      readFileSync(`/proc/${String(pid)}/task/${thread}/children`, 'latin1')
        .split(' ')
        .filter(Boolean)
        .map(Number),
    );
  } catch {
    return [];
  }
}

/** Bytes of a process that are its own, shared pages divided by those who share them; all of them where nobody tells. */
function proportional({ pid, memory }: ProcessState): number {
  try {
    const rollup = readFileSync(`/proc/${String(pid)}/smaps_rollup`, 'latin1');
    const kibibytes = /^Pss_Anon:\s+([0-9]+) kB$/m.exec(rollup)?.[1] ?? /^Pss:\s+([0-9]+) kB$/m.exec(rollup)?.[1];
    return kibibytes === undefined ? memory : Number(kibibytes) * 1024;
  } catch {
    return memory;
  }
}

function temporaryBytes(tree: readonly ProcessState[], place: TemporaryPlace): number {
  if (place !== 'sandbox') return folderBytes(place.folder);
  // The outermost processes are bubblewrap's own and may see the host's /tmp; the last found is the engine's.
  const inside = tree.at(-1);
  if (inside === undefined || tree.length === 1) return 0;
  try {
    const { blocks, bfree, bsize } = statfsSync(`/proc/${String(inside.pid)}/root/tmp`);
    return (blocks - bfree) * bsize;
  } catch {
    return 0;
  }
}

/** Bytes of the files in a folder and below it. Infinite where there are more than are looked at: who fills a disk hides none. */
function folderBytes(folder: string): number {
  let bytes = 0;
  let entries = 0;
  const waiting = [folder];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    for (const entry of entriesOf(path)) {
      entries += 1;
      if (entries > maximumEntries) return Number.POSITIVE_INFINITY;
      const inner = join(path, entry.name);
      if (entry.isDirectory()) waiting.push(inner);
      else if (entry.isFile()) bytes += allocated(inner);
    }
  }
  return bytes;
}

/** One by one: a folder may hold millions. */
function* entriesOf(folder: string): Generator<Dirent> {
  let dir: Dir | null = null;
  try {
    dir = opendirSync(folder, { bufferSize: 1_024 });
    for (let entry = dir.readSync(); entry !== null; entry = dir.readSync()) yield entry;
  } catch {
    // It went while it was looked at.
  } finally {
    dir?.closeSync();
  }
}

function allocated(file: string): number {
  try {
    return statSync(file).blocks * 512;
  } catch {
    return 0;
  }
}
