import { readdirSync, readFileSync } from 'node:fs';

/** Process ids whose command line contains the text: what must be empty after a call has ended. */
export function processesWith(text: string): number[] {
  return processIds().filter((pid) => pid !== process.pid && commandLine(pid).includes(text));
}

/** Waits until no such process is left; returns those that are after the time. */
export function waitUntilGone(text: string, withinMs = 1_000): Promise<number[]> {
  return waitUntilEmpty(() => processesWith(text), withinMs);
}

/** Looks until nothing is found; returns what is found after the time. */
export async function waitUntilEmpty<L extends readonly unknown[]>(
  look: () => L | Promise<L>,
  withinMs: number,
): Promise<L> {
  const end = Date.now() + withinMs;
  for (;;) {
    const left = await look();
    if (left.length === 0 || Date.now() > end) return left;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Everything that a gateway's process has started: known before it ends, looked for afterwards. */
export interface Family {
  /** Command lines, of the process itself first. */
  readonly commands: readonly string[];
  /** What is alive of the process and its descendants, and what carries the mark of its engines, as command lines. */
  left(): string[];
  /** The same without the process itself and without its guard: its engines, wherever they have gone. */
  engines(): string[];
}

/** The variable by which the gateway knows its engines, and the name of what cleans up after it. */
const markVariable = 'JACOBIAN_PROCESS';
const guard = 'jacobian-guard';

export function familyOf(root: number): Family {
  const members = descendantsOf(root);
  const started = new Map(members.map((pid) => [pid, startOf(pid)]));
  const marks = new Set(members.flatMap(markOf));
  const isAlive = (pid: number) => started.has(pid) && startOf(pid) === started.get(pid);
  const isMarked = (pid: number) => [...marks].some((mark) => markOf(pid).includes(mark));
  const guards = (pid: number) =>
    [...marks].some((mark) => commandLine(pid).includes(`${guard} ${markVariable} ${mark}`));
  const alive = () => processIds().filter((pid) => startOf(pid) !== null);
  const named = (pids: readonly number[]) => pids.map((pid) => `${String(pid)} ${commandLine(pid)}`);
  return {
    commands: members.map(commandLine),
    left: () => named(alive().filter((pid) => isAlive(pid) || isMarked(pid) || guards(pid))),
    engines: () =>
      named(
        alive().filter((pid) => (isMarked(pid) || descendantsOf(root).includes(pid)) && pid !== root && !isGuard(pid)),
      ),
  };
}

function isGuard(pid: number): boolean {
  return commandLine(pid).includes(guard) || parentOf(pid).some((parent) => commandLine(parent).includes(guard));
}

function descendantsOf(root: number): number[] {
  const found = [root];
  for (const pid of found) found.push(...childrenOf(pid));
  return found;
}

function childrenOf(pid: number): number[] {
  try {
    return readdirSync(`/proc/${String(pid)}/task`).flatMap((thread) =>
      read(pid, `task/${thread}/children`).split(' ').filter(Boolean).map(Number),
    );
  } catch {
    return [];
  }
}

/** The moment a process began, in the kernel's ticks: with its number it is one process and no other. Null: it is gone. */
function startOf(pid: number): string | null {
  const fields = statOf(pid);
  return fields.length === 0 || fields[0] === 'Z' ? null : (fields[19] ?? null);
}

function parentOf(pid: number): number[] {
  return statOf(pid).slice(1, 2).map(Number);
}

/** The fields after the name, which stands in brackets and may hold anything: state, parent, ... */
function statOf(pid: number): string[] {
  const stat = read(pid, 'stat');
  return stat === '' ? [] : stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

/** The mark of the gateway that started a process. */
function markOf(pid: number): string[] {
  const found = new RegExp(`(?:^|\\0)${markVariable}=([^\\0/]+)`).exec(read(pid, 'environ'));
  return found === null ? [] : [found[1] ?? ''];
}

function commandLine(pid: number): string {
  return read(pid, 'cmdline').replaceAll('\0', ' ');
}

function processIds(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^[0-9]+$/.test(name))
    .map(Number);
}

function read(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${String(pid)}/${file}`, 'utf8');
  } catch {
    return '';
  }
}
