import { existsSync } from 'node:fs';
import { execa } from 'execa';
import { IsolationUnavailable, type IsolationMode, type IsolationState } from '../contracts/isolation.js';
import type { Launch } from '../contracts/transport.js';
import { limit, type Command } from './limit.js';
import type { LaunchLimits } from '../contracts/limits.js';

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
const bubblewrap = ['/usr/bin/bwrap', '/usr/local/bin/bwrap', '/bin/bwrap'].find((path) => existsSync(path));

/** A command, where it starts, and whether a sandbox is around it. */
export interface IsolatedCommand extends Command {
  readonly folder: string;
  readonly isolated: boolean;
}

/**
 * The command of a launch within its limits and, where it can be had, in bubblewrap: no network, no files but the system's
 * and the engine's own (read-only), a private /tmp and HOME in memory, a process table of its own that ends with the
 * gateway. Without a sandbox, `home` is its HOME and its temporary folder. Throws IsolationUnavailable.
 */
export async function isolate(
  launch: Launch,
  limits: LaunchLimits,
  mode: IsolationMode,
  home: () => string,
): Promise<IsolatedCommand> {
  const state = mode === 'off' ? null : await isolationState();
  if (state !== null && !state.available && (mode === 'required' || launch.isolation === 'required')) {
    throw new IsolationUnavailable(state.reason);
  }
  const command = { file: launch.file, args: launch.args };
  if (state === null || !state.available || bubblewrap === undefined) {
    const folder = home();
    const limited = limit({ ...command, env: environment(launch, folder) }, launch.memory, limits, false);
    return { ...limited, folder, isolated: false };
  }
  const limited = limit({ ...command, env: environment(launch, '/tmp') }, launch.memory, limits, true);
  return {
    file: bubblewrap,
    args: [...bubblewrapArguments(launch.readOnly, limits.temporaryBytes), '--', limited.file, ...limited.args],
    env: limited.env,
    folder: '/',
    isolated: true,
  };
}

let known: Promise<IsolationState> | null = null;

/** Whether bubblewrap is there and allowed to make namespaces here. Tried once: kernels do not change their mind. */
export function isolationState(): Promise<IsolationState> {
  known ??= tryBubblewrap();
  return known;
}

async function tryBubblewrap(): Promise<IsolationState> {
  const hint = 'Install bubblewrap (apt-get install bubblewrap, dnf install bubblewrap) and allow user namespaces.';
  if (bubblewrap === undefined) return { available: false, reason: 'bubblewrap (bwrap) is not installed', hint };
  const trial = await execa(bubblewrap, [...bubblewrapArguments([], 4096), '--', '/usr/bin/true'], {
    reject: false,
    timeout: 5_000,
    stdin: 'ignore',
  });
  if (trial.exitCode !== 0) {
    return { available: false, reason: `bubblewrap does not work here: ${trial.stderr.slice(0, 200)}`, hint };
  }
  const version = await execa(bubblewrap, ['--version'], { reject: false, timeout: 5_000, stdin: 'ignore' });
  return { available: true, version: version.stdout.trim() };
}

function bubblewrapArguments(folders: readonly string[], temporaryBytes: number): string[] {
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

function environment(launch: Launch, home: string): Record<string, string> {
  return {
    PATH: '/usr/local/bin:/usr/bin:/bin',
    LANG: 'C.UTF-8',
    LC_ALL: 'C.UTF-8',
    TZ: 'UTC',
    HOME: home,
    TMPDIR: home,
    ...launch.env,
  };
}
