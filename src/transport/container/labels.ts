import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/** By this label all containers of any gateway are found; its value is the one it belongs to: a process can have several. */
export const ownerLabel = 'io.jacobian-gateway.owner';
const hostLabel = 'io.jacobian-gateway.host';
const pidLabel = 'io.jacobian-gateway.pid';
const startedLabel = 'io.jacobian-gateway.started';

/** Labels of every container of a gateway: who it belongs to, and how others can tell whether that one lives. */
export function labelsOf(owner: string): Record<string, string> {
  return {
    [ownerLabel]: owner,
    [hostLabel]: hostId(),
    [pidLabel]: String(process.pid),
    [startedLabel]: startOf('self') ?? '',
  };
}

/** What is known of a container without looking into it. */
export interface ContainerSummary {
  readonly labels: Readonly<Record<string, string>>;
  /** Docker's word for its state: `running`, `exited`, `created`. */
  readonly state: string;
  /** When it was made, in seconds since 1970. */
  readonly created: number;
}

/** A living gateway looks after its ended containers at once. */
const abandonedAfterSeconds = 24 * 3_600;

/**
 * Whether a container belongs to a gateway that is dead. That can be told of processes of this boot of this machine; any
 * other's are left alone, unless they have lain about for a day, as those of a machine do that was switched off.
 */
export function isLeftover({ labels, state, created }: ContainerSummary): boolean {
  if (labels[ownerLabel] === undefined) return false;
  if (labels[hostLabel] === hostId()) return !lives(labels[pidLabel] ?? '', labels[startedLabel] ?? '');
  return state !== 'running' && Date.now() / 1_000 - created > abandonedAfterSeconds;
}

/** This boot of this machine, and the process table that our number counts in. Other systems than Linux tell neither. */
function hostId(): string {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${boot} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return hostname();
  }
}

/** Numbers are given again: a process is the same if it started at the same moment. */
function lives(pid: string, started: string): boolean {
  if (!/^[1-9][0-9]*$/.test(pid)) return false;
  const start = startOf(pid);
  if (start === unburied) return false;
  if (start !== null && started !== '') return start === started;
  // A machine may hide the processes of other users.
  try {
    process.kill(Number(pid), 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

const unburied = 'unburied';

/** When a process started, in the kernel's ticks since boot; `unburied` if it has ended; null where nothing is seen of it. */
function startOf(pid: string): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' ? unburied : (fields[19] ?? null);
  } catch {
    return null;
  }
}
