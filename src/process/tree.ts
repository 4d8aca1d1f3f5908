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
