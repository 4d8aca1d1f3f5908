import type { Readable } from 'node:stream';
import type { CommandOptions, CommandResult } from '../contracts/command.js';
import type { LaunchLimits } from '../contracts/limits.js';
import type { Launch } from '../contracts/transport.js';
import { IsolationUnavailable, type IsolationMode } from '../contracts/isolation.js';
import { startProcess, type StartedProcess } from './start.js';

export interface RunOptions extends CommandOptions {
  readonly readOnly?: readonly string[];
  readonly isolation?: IsolationMode;
}

/** Short commands are bounded by their time and their output; the rest only keeps a broken one from doing harm. */
const limits: LaunchLimits = { fileBytes: 2 ** 30, temporaryBytes: 2 ** 30, processes: 256 };

/** Runs a short command to its end, its deadline or its output limit, and kills its whole tree in each case. */
export async function runCommand(file: string, args: readonly string[], options: RunOptions): Promise<CommandResult> {
  const launch: Launch = {
    file,
    args,
    env: options.env ?? {},
    readOnly: options.readOnly ?? [],
    memory: { kind: 'none', megabytes: 0 },
    isolation: 'preferred',
  };
  try {
    return await runToEnd(launch, options);
  } catch (error) {
    const spawnError =
      error instanceof IsolationUnavailable ? error.message : `cannot be started: ${(error as Error).message}`;
    return { stdout: '', stderr: '', code: null, signal: null, timedOut: false, spawnError };
  }
}

async function runToEnd(launch: Launch, options: RunOptions): Promise<CommandResult> {
  options.signal?.throwIfAborted();
  const child = await startProcess(launch, limits, options.isolation ?? 'preferred');
  const ended = await runStarted(child, options);
  const spawnError = ended.code === null && ended.signal === null && !ended.timedOut ? 'cannot be started' : null;
  return { ...ended, spawnError };
}

/** What of a started command is used here; where it runs does not matter. */
export type RunningCommand = Pick<StartedProcess, 'write' | 'end' | 'stdout' | 'stderr' | 'exited' | 'kill'>;

/** Gives a started command its input and collects its output until it ends, or is ended. */
export async function runStarted(
  child: RunningCommand,
  options: CommandOptions,
): Promise<Omit<CommandResult, 'spawnError'>> {
  const state = { timedOut: false };
  const kill = () => void child.kill();
  const timer = setTimeout(() => {
    state.timedOut = true;
    kill();
  }, options.timeoutMs);
  options.signal?.addEventListener('abort', kill);
  if (options.signal?.aborted === true) kill();
  const stdout = collect(child.stdout, options.maxOutputBytes, kill);
  const stderr = collect(child.stderr, options.maxOutputBytes, kill);
  if (options.stdin !== undefined) child.write(options.stdin).catch(() => undefined);
  child.end();
  const { code, signal } = await child.exited;
  clearTimeout(timer);
  options.signal?.removeEventListener('abort', kill);
  return { stdout: stdout(), stderr: stderr(), code, signal, timedOut: state.timedOut };
}

function collect(stream: Readable, limit: number, onLimit: () => void): () => string {
  const chunks: Buffer[] = [];
  let size = 0;
  stream.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > limit) onLimit();
    else chunks.push(chunk);
  });
  stream.on('error', () => undefined);
  return () => Buffer.concat(chunks).toString('utf8');
}
