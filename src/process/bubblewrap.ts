import { existsSync } from 'node:fs';
import { execa } from 'execa';
import type { IsolationState } from '../contracts/isolation.js';

/** An installation of bubblewrap. */
export interface Bubblewrap {
  /** Undefined: there is none. */
  readonly path: string | undefined;
  /** Whether it is there and allowed to make namespaces here. Never rejects. */
  state(): Promise<IsolationState>;
}

/** Folders of the system that every program needs to run, none of which holds data of a user. */
const systemFolders = [
  '/usr',
  '/bin',
  '/sbin',
  '/lib',
  '/lib32',
  '/lib64',
  '/libx32',
  '/etc/alternatives',
  '/etc/ld.so.cache',
];
/** Size of /dev/shm, in bytes: some numerical libraries put semaphores there. */
const sharedBytes = 64 * 1024 * 1024;
const trialMs = 5_000;

export const systemBubblewrap = createBubblewrap(
  ['/usr/bin/bwrap', '/usr/local/bin/bwrap', '/bin/bwrap'].find((path) => existsSync(path)),
);

/**
 * What a trial shows is kept for good: kernels do not change their mind. A trial that could not be made shows nothing, and
 * the next question makes it anew.
 */
export function createBubblewrap(path: string | undefined): Bubblewrap {
  let known: Promise<IsolationState> | null = null;
  return {
    path,
    state: () => {
      known ??= examine(path).then((state) => {
        if (!state.available && state.passing === true) known = null;
        return state;
      });
      return known;
    },
  };
}

/** Arguments before the command: `folders` can be read, /tmp takes so many bytes. */
export function bubblewrapArguments(folders: readonly string[], temporaryBytes: number): string[] {
  const readOnly = folders.filter(
    (path) => !systemFolders.some((folder) => path === folder || path.startsWith(`${folder}/`)),
  );
  return [
    '--unshare-all',
    '--die-with-parent',
    '--new-session',
    ...['--cap-drop', 'ALL'],
    ...systemFolders.flatMap((folder) => ['--ro-bind-try', folder, folder]),
    ...['--proc', '/proc', '--dev', '/dev'],
    ...['--size', String(sharedBytes), '--tmpfs', '/dev/shm'],
    ...['--size', String(temporaryBytes), '--tmpfs', '/tmp'],
    ...readOnly.flatMap((path) => ['--ro-bind', path, path]),
    // What bubblewrap builds on lies in memory without a bound: nothing may be written there.
    ...['--remount-ro', '/dev', '--remount-ro', '/'],
    ...['--chdir', '/tmp'],
  ];
}

async function examine(path: string | undefined): Promise<IsolationState> {
  const hint = 'Install bubblewrap (apt-get install bubblewrap, dnf install bubblewrap) and allow user namespaces.';
  if (path === undefined) return { available: false, reason: 'bubblewrap (bwrap) is not installed', hint };
  const first = await attempt(path);
  const { verdict, said } = first.verdict === 'none' ? await attempt(path) : first;
  if (verdict === 'works') return { available: true, version: await versionOf(path) };
  if (verdict === 'refuses') return { available: false, reason: `bubblewrap does not work here: ${said}`, hint };
  return {
    available: false,
    reason: `bubblewrap could not be tried just now: ${said}`,
    hint: 'Retry when the machine is less busy.',
    passing: true,
  };
}

/** What only says that the machine is short of something now, in the words of the C library. */
const shortage = /Resource temporarily unavailable|Cannot allocate memory|Too many open files/;
/** A file that cannot be run at all, whatever the machine does now. */
const unusable = ['ENOENT', 'EACCES', 'EPERM', 'ENOEXEC'];

/** One trial. It tells something when it came to its own end: with a status, for another reason than a shortage. */
async function attempt(path: string): Promise<{ verdict: 'works' | 'refuses' | 'none'; said: string }> {
  const trial = await run(path, [...bubblewrapArguments([], 4096), '--', '/usr/bin/true']);
  if (trial.exitCode === 0) return { verdict: 'works', said: '' };
  // There is no such text where it could not even be started.
  const stderr = ((trial.stderr as string | undefined) ?? '').trim().slice(0, 200);
  if (trial.timedOut) return { verdict: 'none', said: `no answer within ${String(trialMs / 1_000)} s` };
  if (trial.exitCode === undefined) {
    const verdict = unusable.includes(trial.code ?? '') ? 'refuses' : 'none';
    return { verdict, said: trial.code ?? trial.signal ?? 'it did not start' };
  }
  return { verdict: shortage.test(stderr) ? 'none' : 'refuses', said: stderr };
}

/** Only shown to people: isolation does not hang on it. */
async function versionOf(path: string): Promise<string> {
  const { stdout } = await run(path, ['--version']);
  return ((stdout as string | undefined) ?? '').trim() || 'bubblewrap';
}

function run(path: string, args: readonly string[]) {
  // In a folder that is always there, and in the language that `shortage` knows.
  return execa(path, args, {
    reject: false,
    timeout: trialMs,
    stdin: 'ignore',
    cwd: '/',
    env: { LC_ALL: 'C' },
    extendEnv: false,
  });
}
