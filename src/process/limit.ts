import { existsSync } from 'node:fs';
import type { LaunchLimits } from '../contracts/limits.js';
import type { Launch } from '../contracts/transport.js';

export interface Command {
  readonly file: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

const megabyte = 1024 * 1024;

const prlimit = ['/usr/bin/prlimit', '/bin/prlimit'].find((path) => existsSync(path));

/**
 * Puts the kernel's limits around a command, where the platform has `prlimit`. They are the outer wall: the gateway's own
 * watch ends an engine before it gets there, and tells which limit it was.
 */
export function limit(command: Command, memory: Launch['memory'], limits: LaunchLimits, isolated: boolean): Command {
  if (prlimit === undefined) return command;
  const options = ['--core=0', `--fsize=${String(limits.fileBytes)}`];
  const bytes = String(memory.megabytes * megabyte);
  if (memory.kind === 'address-space') options.push(`--as=${bytes}`);
  if (memory.kind === 'data') options.push(`--data=${bytes}`);
  // Outside of a sandbox this limit counts everything the user runs, and would end engines for the work of others.
  if (isolated) options.push(`--nproc=${String(2 * limits.processes)}`);
  return { ...command, file: prlimit, args: [...options, '--', command.file, ...command.args] };
}
