import type { CommandOptions, CommandResult } from '../../contracts/command.js';
import type { LaunchLimits } from '../../contracts/limits.js';
import type { Launch } from '../../contracts/transport.js';
import { runStarted } from '../../process/run-command.js';
import { asContainerError } from './errors.js';
import { startContainer, type ContainerHost } from './start.js';

/** Short commands are bounded by their time and their output; the rest only keeps a broken one from doing harm. */
const limits: LaunchLimits = { fileBytes: 2 ** 30, temporaryBytes: 2 ** 28, processes: 256 };
const memory_mb = 2_048;

/** Runs a short command in a container of its own to its end, its deadline or its output limit, and removes the container. */
export async function runInContainer(
  host: ContainerHost,
  image: string,
  file: string,
  args: readonly string[],
  options: CommandOptions,
): Promise<CommandResult> {
  const launch = {
    image,
    file,
    args,
    env: options.env ?? {},
    readOnly: [],
    memory: { kind: 'none', megabytes: memory_mb },
    isolation: 'required',
  } as const;
  try {
    return await runToEnd(host, launch, options);
  } catch (error) {
    const spawnError = options.signal?.aborted === true ? 'it was aborted' : asContainerError(error).message;
    return { stdout: '', stderr: '', code: null, signal: null, timedOut: false, spawnError };
  }
}

async function runToEnd(
  host: ContainerHost,
  launch: Launch & { readonly image: string },
  options: CommandOptions,
): Promise<CommandResult> {
  options.signal?.throwIfAborted();
  void host.reaper.sweep();
  const container = await startContainer(host, launch, limits);
  const result = await runStarted(container, options);
  const { interrupted } = await container.ended;
  return { ...result, spawnError: interrupted };
}
