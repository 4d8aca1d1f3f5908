import { execa } from 'execa';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The variable by which every process of ours is known, also one that left its group. */
export const markVariable = 'JACOBIAN_PROCESS';

/** The mark of all processes of this gateway; the mark of one begins with it. */
export const gatewayMark = randomUUID();

/**
 * What is left of a gateway that was killed is ended by a shell that waits for the end of its standard input, which
 * comes with the end of the gateway however it ended. Sandboxes end by themselves; what runs without one, and is busy,
 * does not. Linux only: elsewhere it finds nothing to do.
 */
const watchman = [
  'while read -r _; do :; done',
  'rounds=0',
  'while [ "$rounds" -lt 50 ]; do',
  '  left=$(grep -las "$1=$2" /proc/[0-9]*/environ | cut -d/ -f3)',
  '  [ -n "$left" ] || break',
  '  kill -KILL $left 2>/dev/null',
  '  rounds=$((rounds + 1))',
  'done',
  'rm -rf -- "$3"',
].join('\n');

let base: string | null = null;
let folders = 0;

/** A new folder for one process that is not isolated. Throws where the temporary folder cannot be written. */
export function createHome(): string {
  try {
    // Machines clear their temporary folders of what is old: a gateway lives longer.
    if (base === null || !existsSync(base)) base = createGuardedFolder();
    const home = join(base, String((folders += 1)));
    mkdirSync(home);
    return home;
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown';
    throw new Error(`no temporary folder could be made for it (${code})`, { cause: error });
  }
}

/** The guard is there before the folder: so no folder outlives a gateway that is killed between the two. */
function createGuardedFolder(): string {
  const folder = join(tmpdir(), `jacobian-${randomUUID()}`);
  const guard = execa('/bin/sh', ['-c', watchman, 'jacobian-guard', markVariable, gatewayMark, folder], {
    env: { PATH: '/usr/bin:/bin' },
    extendEnv: false,
    stdin: 'pipe',
    stdout: 'ignore',
    stderr: 'ignore',
    buffer: false,
    // A session of its own: the interrupt key of a terminal does not reach it.
    detached: true,
    cleanup: false,
    reject: false,
  });
  guard.stdin.on('error', () => undefined);
  guard.unref();
  unrefStream(guard.stdin);
  try {
    // Refused where there is one already.
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Not by the end of its input: then it would end what runs.
    guard.kill('SIGKILL');
    throw error;
  }
  return folder;
}

/** Pipes are sockets to Node, and only those can be told not to keep the process alive. */
export function unrefStream(stream: unknown): void {
  (stream as { unref?: () => void }).unref?.();
}

export function refStream(stream: unknown): void {
  (stream as { ref?: () => void }).ref?.();
}
