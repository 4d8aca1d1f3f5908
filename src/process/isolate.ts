import { existsSync } from 'node:fs';
import { execa } from 'execa';
import { IsolationUnavailable, type IsolationMode, type IsolationState } from '../contracts/isolation.js';
import type { Launch } from '../contracts/transport.js';
import type { Command } from './limit.js';

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
/** Size of the private /tmp, in bytes. */
const temporaryBytes = 1024 * 1024 * 1024;
const bubblewrap = ['/usr/bin/bwrap', '/usr/local/bin/bwrap', '/bin/bwrap'].find((path) => existsSync(path));

/** A command, and whether a sandbox is around it. */
export interface IsolatedCommand extends Command {
  readonly isolated: boolean;
}

/**
 * Wraps a command in bubblewrap: no network, no files but the system's and the engine's own (read-only), a private
 * /tmp and HOME in memory, a process table of its own that ends with the gateway.
 */
export async function isolate(launch: Launch, mode: IsolationMode, home: string): Promise<IsolatedCommand> {
  const state = mode === 'off' ? null : await isolationState();
  if (state !== null && !state.available && (mode === 'required' || launch.isolation === 'required')) {
    throw new IsolationUnavailable(state.reason);
  }
  if (state === null || !state.available || bubblewrap === undefined) {
    return { file: launch.file, args: launch.args, env: environment(launch, home), isolated: false };
  }
  return {
    file: bubblewrap,
    args: [...bubblewrapArguments(launch), '--', launch.file, ...launch.args],
    env: environment(launch, '/tmp'),
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
  const launch: Launch = {
    file: 'true',
    args: [],
    env: {},
    readOnly: [],
    memory: { kind: 'none', megabytes: 0 },
    isolation: 'preferred',
  };
  const trial = await execa(bubblewrap, [...bubblewrapArguments(launch), '--', '/usr/bin/true'], {
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

function bubblewrapArguments(launch: Launch): string[] {
  const readOnly = launch.readOnly.filter(
    (path) => !systemFolders.some((folder) => path === folder || path.startsWith(`${folder}/`)),
  );
  return [
    '--unshare-all',
    '--die-with-parent',
    '--new-session',
    '--cap-drop',
    'ALL',
    ...systemFolders.flatMap((folder) => ['--ro-bind-try', folder, folder]),
    '--proc',
    '/proc',
    '--dev',
    '/dev',
    '--size',
    String(temporaryBytes),
    '--tmpfs',
    '/tmp',
    ...readOnly.flatMap((path) => ['--ro-bind', path, path]),
    '--chdir',
    '/tmp',
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
