import { IsolationUnavailable, type IsolationMode, type IsolationState } from '../contracts/isolation.js';
import type { LaunchLimits } from '../contracts/limits.js';
import type { Launch } from '../contracts/transport.js';
import { bubblewrapArguments, systemBubblewrap, type Bubblewrap } from './bubblewrap.js';
import { limit, type Command } from './limit.js';

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
  bubblewrap: Bubblewrap = systemBubblewrap,
): Promise<IsolatedCommand> {
  const state = mode === 'off' ? null : await bubblewrap.state();
  if (state !== null && !state.available && mayNotGoWithout(state, launch, mode)) {
    const { reason, hint, passing } = state;
    throw new IsolationUnavailable(reason, passing === true ? hint : `${hint} Or set isolation to off.`);
  }
  const command = { file: launch.file, args: launch.args };
  if (state === null || !state.available || bubblewrap.path === undefined) {
    const folder = home();
    const limited = limit({ ...command, env: environment(launch, folder) }, launch.memory, limits, false);
    return { ...limited, folder, isolated: false };
  }
  const limited = limit({ ...command, env: environment(launch, '/tmp') }, launch.memory, limits, true);
  return {
    file: bubblewrap.path,
    args: [...bubblewrapArguments(launch.readOnly, limits.temporaryBytes), '--', limited.file, ...limited.args],
    env: limited.env,
    folder: '/',
    isolated: true,
  };
}

/**
 * `preferred` gives up isolation on machines that cannot have it, where it shows in `doctor` and in inspections. A machine
 * that is short of something for a moment can have it: to run unprotected then would be a downgrade that nobody chose and
 * nobody sees, and that heavy load could bring about. That start fails instead, and the next one tries again.
 */
function mayNotGoWithout({ passing }: { passing?: true }, launch: Launch, mode: IsolationMode): boolean {
  return passing === true || mode === 'required' || launch.isolation === 'required';
}

/** Whether engines can be isolated on this machine. */
export function isolationState(): Promise<IsolationState> {
  return systemBubblewrap.state();
}

/** The whole environment of an engine. */
export function environment(launch: Launch, home: string): Record<string, string> {
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
