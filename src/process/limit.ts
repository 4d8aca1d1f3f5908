import { existsSync } from 'node:fs';
import type { Launch } from '../contracts/transport.js';

export interface Command {
  readonly file: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** Largest file an engine may write, in bytes. */
const fileBytes = 1024 * 1024 * 1024;
const megabyte = 1024 * 1024;

const prlimit = ['/usr/bin/prlimit', '/bin/prlimit'].find((path) => existsSync(path));

/** Puts resource limits around a command, where the platform has `prlimit`. */
export function limit(command: Command, memory: Launch['memory']): Command {
  if (prlimit === undefined) return command;
  const limits = ['--core=0', `--fsize=${String(fileBytes)}`];
  const bytes = String(memory.megabytes * megabyte);
  if (memory.kind === 'address-space') limits.push(`--as=${bytes}`);
  if (memory.kind === 'data') limits.push(`--data=${bytes}`);
  return { file: prlimit, args: [...limits, '--', command.file, ...command.args], env: command.env };
}
