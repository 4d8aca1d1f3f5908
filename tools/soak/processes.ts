/** What /proc tells of processes. Linux only, as is this tool. */
import { readdirSync, readFileSync } from 'node:fs';

export interface ProcessEntry {
  readonly pid: number;
  readonly parent: number;
  /** The short name of its program, which outlives its command line. */
  readonly name: string;
  /** One letter; Z is a process that has ended and that nobody has asked for. */
  readonly state: string;
  /** Since it was started, in ms. */
  readonly age: number;
}

/** Clock ticks in a second, on every Linux that Node runs on. */
const ticks = 100;

export function allProcesses(): ProcessEntry[] {
  const now = Number(/^\S+/.exec(read('/proc/uptime'))?.[0] ?? 0);
  return readdirSync('/proc')
    .filter((name) => /^[0-9]+$/.test(name))
    .flatMap((name) => {
      // The name in brackets may hold anything, brackets too.
      const match = /^([0-9]+) \((.*)\) (\S) ([0-9]+) (?:\S+ ){17}([0-9]+) /s.exec(read(`/proc/${name}/stat`));
      if (match === null) return [];
      const age = 1000 * (now - Number(match[5]) / ticks);
      return [{ pid: Number(match[1]), name: match[2] ?? '', state: match[3] ?? '', parent: Number(match[4]), age }];
    });
}

/** Everything below a process, itself left out. */
export function descendants(all: readonly ProcessEntry[], root: number): ProcessEntry[] {
  const children = all.filter(({ parent }) => parent === root);
  return children.flatMap((child) => [child, ...descendants(all, child.pid)]);
}

/** Processes that carry a text in their environment, wherever they have gone. */
export function carrying(text: string): number[] {
  return allProcesses()
    .filter(({ pid, state }) => pid !== process.pid && state !== 'Z')
    .filter(({ pid }) => read(`/proc/${String(pid)}/environ`).includes(text))
    .map(({ pid }) => pid);
}

export function commandLine(pid: number): string {
  return read(`/proc/${String(pid)}/cmdline`).replaceAll('\0', ' ');
}

/** Resident memory in MiB; null when the process is gone. */
export function residentMiB(pid: number): number | null {
  const kilobytes = /VmRSS:\s+([0-9]+)/.exec(read(`/proc/${String(pid)}/status`))?.[1];
  return kilobytes === undefined ? null : Number(kilobytes) / 1024;
}

export function openDescriptors(pid: number): number {
  try {
    return readdirSync(`/proc/${String(pid)}/fd`).length;
  } catch {
    return 0;
  }
}

export function isAlive(pid: number): boolean {
  return /^[0-9]+ \(.*\) [^Z] /s.test(read(`/proc/${String(pid)}/stat`));
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
