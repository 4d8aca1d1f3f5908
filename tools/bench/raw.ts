/** Engines on bare pipes, without the gateway, under the conditions that it gives them. */
import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';

export interface RawSession {
  /** Sends a request and waits for the last line of its answer, which it returns. */
  request(text: string): Promise<string>;
  close(): Promise<void>;
}

const folders = ['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/etc/alternatives', '/etc/ld.so.cache'];
/** The sandbox of the gateway: no network, the system read-only, a /tmp of its own, its own process table. */
const sandbox = [
  ...['--unshare-all', '--die-with-parent', '--new-session', '--cap-drop', 'ALL'],
  ...folders.flatMap((folder) => ['--ro-bind-try', folder, folder]),
  ...['--proc', '/proc', '--dev', '/dev', '--tmpfs', '/tmp', '--chdir', '/tmp'],
];

/** A command as it is run, in bubblewrap or not. */
export function command(
  file: string,
  args: readonly string[],
  isolated: boolean,
  readOnly: readonly string[] = [],
): [string, string[]] {
  if (!isolated) return [file, [...args]];
  const bound = readOnly.flatMap((path) => ['--ro-bind', path, path]);
  return ['bwrap', [...sandbox, ...bound, '--', file, ...args]];
}

/** Starts an engine; `last` tells the last line of an answer from the others. */
export function openRaw([file, args]: [string, string[]], last: (line: string) => boolean): RawSession {
  const child = spawn(file, args, {
    stdio: ['pipe', 'pipe', 'ignore'],
    detached: true,
    env: { PATH: '/usr/local/bin:/usr/bin:/bin', LANG: 'C.UTF-8', HOME: '/tmp', TERM: 'dumb' },
  });
  child.stdin.on('error', () => undefined);
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  let answered: { resolve: (line: string) => void; reject: (error: Error) => void } | null = null;
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (last(line)) answered?.resolve(line);
  });
  void ended.then(() => answered?.reject(new Error(`${file} ended`)));
  return {
    request: (text) =>
      new Promise((resolve, reject) => {
        answered = { resolve, reject };
        child.stdin.write(text);
      }),
    close: async () => {
      kill(child);
      await ended;
    },
  };
}

/** A queue before so many sessions, as the gateway has one: each takes the next request when it is free. */
export function pool(sessions: readonly RawSession[]): (text: string) => Promise<string> {
  const free = [...sessions];
  const waiting: ((session: RawSession) => void)[] = [];
  return async (text) => {
    const session = free.pop() ?? (await new Promise<RawSession>((resolve) => waiting.push(resolve)));
    try {
      return await session.request(text);
    } finally {
      const next = waiting.shift();
      if (next === undefined) free.push(session);
      else next(session);
    }
  };
}

function kill({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}
