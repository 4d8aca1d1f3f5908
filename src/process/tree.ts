import { readFileSync, readdirSync } from 'node:fs';
import { markVariable } from './guard.js';

/** Process groups that are alive: all are killed when this process ends in any way that lets it act. */
const alive = new Set<number>();

/** Kills a whole process group, at once and for good. Engines keep nothing that a gentle end would save. */
export function killTree(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // The group is already gone.
  }
}

/**
 * Kills processes that escaped from their group (daemons that made a session of their own) and still carry the mark in
 * their environment. Needed only without isolation: a sandbox's process table ends with it. Linux only.
 */
export function killMarked(mark: string): void {
  for (const name of processNames()) {
    try {
      const environment = readFileSync(`/proc/${name}/environ`, 'utf8');
      if (environment.includes(`${markVariable}=${mark}\0`)) process.kill(Number(name), 'SIGKILL');
    } catch {
      // Gone already, or somebody else's.
    }
  }
}

function processNames(): string[] {
  try {
    return readdirSync('/proc').filter((name) => /^[0-9]+$/.test(name));
  } catch {
    return [];
  }
}

export function remember(pid: number): void {
  if (alive.size === 0) process.once('exit', killAll);
  alive.add(pid);
}

export function forget(pid: number): void {
  alive.delete(pid);
  if (alive.size === 0) process.removeListener('exit', killAll);
}

function killAll(): void {
  for (const pid of alive) killTree(pid);
}
