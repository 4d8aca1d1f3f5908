import { readdirSync, readFileSync } from 'node:fs';

/** Process ids whose command line contains the text: what must be empty after a call has ended. */
export function processesWith(text: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^[0-9]+$/.test(name))
    .filter((pid) => commandLine(pid).includes(text))
    .map(Number)
    .filter((pid) => pid !== process.pid);
}

/** Waits until no such process is left; returns those that are after the time. */
export async function waitUntilGone(text: string, withinMs = 1_000): Promise<number[]> {
  const end = Date.now() + withinMs;
  for (;;) {
    const left = processesWith(text);
    if (left.length === 0 || Date.now() > end) return left;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

function commandLine(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}
