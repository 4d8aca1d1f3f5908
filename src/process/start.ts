import { Buffer } from 'node:buffer';
import { rmSync } from 'node:fs';
import type { Readable, Writable } from 'node:stream';
import { execa } from 'execa';
import type { IsolationMode } from '../contracts/isolation.js';
import type { LaunchLimits, Usage } from '../contracts/limits.js';
import type { ChannelExit, Launch } from '../contracts/transport.js';
import { createHome, gatewayMark, markVariable, refStream, unrefStream } from './guard.js';
import { isolate } from './isolate.js';
import { forget, killMarked, killTree, remember } from './tree.js';
import { measureTree } from './usage.js';

/** A started process: its three pipes and how to end it. */
export interface StartedProcess {
  write(text: string): Promise<void>;
  end(): void;
  readonly stdout: Readable;
  readonly stderr: Readable;
  /** What the whole tree uses now; memory is exact where it is above `exactAbove` MiB. */
  usage(exactAbove: number): Usage | null;
  /** Whether the process keeps ours alive. */
  hold(working: boolean): void;
  /** Resolves when the process has ended and its pipes are closed. */
  readonly exited: Promise<ChannelExit>;
  /** Kills the whole tree; resolves when the main process is gone and nothing of the tree is left. */
  kill(): Promise<void>;
}

let processes = 0;

/** How long output that is still in a pipe after the end of the process may take to arrive. */
const pipeGraceMs = 500;

/** Starts a command with a clean environment, its own process group, limits and, where it can be had, isolation. */
export async function startProcess(
  launch: Launch,
  limits: LaunchLimits,
  isolation: IsolationMode,
): Promise<StartedProcess> {
  const command = await isolate(launch, limits, isolation, createHome);
  const mark = `${gatewayMark}/${String((processes += 1))}`;
  const child = execa(command.file, command.args, {
    env: { ...command.env, [markVariable]: mark },
    extendEnv: false,
    cwd: command.folder,
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'pipe',
    buffer: false,
    detached: true,
    reject: false,
    cleanup: false,
    encoding: 'buffer',
  });
  const pid = child.pid;
  const place = command.isolated ? 'sandbox' : { folder: command.folder };
  if (pid !== undefined) remember(pid);
  // A dying engine breaks the pipe while it is written to: the write itself reports it.
  child.stdin.on('error', () => undefined);
  child.once('exit', () => {
    // Whatever the engine left behind goes with it, and no stray holder of its pipes keeps `exited` from settling.
    if (pid !== undefined) killTree(pid);
    if (!command.isolated) killMarked(mark);
    setTimeout(() => closePipes(child), pipeGraceMs).unref();
  });
  const exited = child.then((result): ChannelExit => {
    if (pid !== undefined) forget(pid);
    if (!command.isolated) removeFolder(command.folder);
    return { code: result.exitCode ?? null, signal: result.signal ?? null };
  });
  const hold = (working: boolean) => {
    if (working) child.ref();
    else child.unref();
    for (const stream of [child.stdin, child.stdout, child.stderr]) (working ? refStream : unrefStream)(stream);
  };
  return {
    write: (text) => write(child.stdin, text),
    end: () => child.stdin.end(),
    stdout: child.stdout,
    stderr: child.stderr,
    usage: (exactAbove) => (pid === undefined ? null : measureTree(pid, place, exactAbove)),
    hold,
    exited,
    kill: async () => {
      // Whoever waits for the end keeps the gateway's process alive for it.
      hold(true);
      if (pid !== undefined) killTree(pid);
      // The pipes reach their end when nobody of the tree holds them any more: inside a sandbox the last ones go a little
      // later than the process that was killed. Whatever is still in them is read and thrown away.
      child.stdout.resume();
      child.stderr.resume();
      await exited;
    },
  };
}

/** What cannot be removed now (the disk is read-only, say) stays until the gateway ends: its guard tries again. */
function removeFolder(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    // The end of a process is told all the same.
  }
}

/** The promise of a process settles only when its pipes close; a process that escaped the group could hold them for ever. */
function closePipes(child: { stdin: Writable; stdout: Readable; stderr: Readable }): void {
  child.stdin.destroy();
  child.stdout.destroy();
  child.stderr.destroy();
}

/** Resolves when the pipe or the socket has taken the text. */
export function write(stdin: NodeJS.WritableStream, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    stdin.write(Buffer.from(text, 'utf8'), (error) => {
      if (error === null || error === undefined) resolve();
      else reject(error);
    });
  });
}
