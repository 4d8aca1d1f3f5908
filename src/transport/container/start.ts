import { Socket } from 'node:net';
import { finished } from 'node:stream/promises';
import type { Readable } from 'node:stream';
import type { ContainerInspectInfo } from 'dockerode';
import type { LaunchLimits, Usage } from '../../contracts/limits.js';
import type { ChannelExit, Launch } from '../../contracts/transport.js';
import { write } from '../../process/start.js';
import type { DockerClient } from './client.js';
import { demultiplex } from './demultiplex.js';
import { asContainerError, ContainerError } from './errors.js';
import { containerOptions } from './hardening.js';
import { labelsOf } from './labels.js';
import type { MemoryEvents } from './memory-events.js';
import type { Reaper } from './reaper.js';
import { createUsageMeter, usageOf } from './usage.js';

/** A started container: the streams of the engine in it and how to end it. */
export interface StartedContainer {
  write(text: string): Promise<void>;
  end(): void;
  readonly stdout: Readable;
  readonly stderr: Readable;
  usage(): Usage | null;
  hold(working: boolean): void;
  /** Resolves when the engine has ended, the container perhaps not yet removed. */
  readonly ended: Promise<ContainerEnd>;
  /** Resolves when the engine has ended, its outputs are read, and the container is gone. */
  readonly exited: Promise<ChannelExit>;
  /** Resolves when the container is gone. */
  kill(): Promise<void>;
}

export interface ContainerEnd {
  readonly exit: ChannelExit;
  /** The kernel ended it, or one of its processes, because memory ran out. */
  readonly outOfMemory: boolean;
  /** In words, what came between; null where it ended by itself or was killed by us. */
  readonly interrupted: string | null;
}

/** Where containers are started, and who sees to it that they go. */
export interface ContainerHost {
  /** Who its containers belong to: no two gateways are the same, not even in one process. */
  readonly owner: string;
  readonly client: DockerClient;
  readonly reaper: Reaper;
  readonly memory: MemoryEvents;
  /** Processors that the daemon's machine has. */
  processors(): Promise<number>;
}

/** Makes and starts one container. Rejects with ContainerError; nothing is left then, or as soon as Docker answers again. */
export async function startContainer(
  host: ContainerHost,
  launch: Launch & { readonly image: string },
  limits: LaunchLimits,
): Promise<StartedContainer> {
  const { client, reaper, memory } = host;
  const available = Math.min(await host.processors(), limits.processes);
  const options = containerOptions(launch, limits, available, labelsOf(host.owner));
  const { id } = await reaper.making(async () => {
    await memory.listen();
    return client.call((docker) => docker.createContainer(options));
  });
  let socket: unknown;
  let started: StartedContainer | null = null;
  try {
    // Before the start: else what it prints first is lost.
    socket = await client.call((docker) => docker.getContainer(id).attach(attachment));
    if (!(socket instanceof Socket)) throw new ContainerError('Docker did not open a stream to it', 'request');
    started = lookAfter(host, id, socket, launch.memory.megabytes);
    await client.call((docker) => docker.getContainer(id).start());
    return started;
  } catch (error) {
    // Not every daemon closes the stream of a container that did not start, and open it keeps this process alive.
    if (started !== null) await started.kill();
    else await reaper.remove(id);
    throw error;
  }
}

const attachment = { stream: true, hijack: true, stdin: true, stdout: true, stderr: true };
/** The stream of a container that has ended ends a little before Docker knows. One that lives on then is cut off from us. */
const endMs = 10_000;
/** An engine that was killed, and was seen to hold this share of its memory, was killed for that. */
const suspiciousShare = 0.9;
/** 128 and the number of SIGKILL. */
const killedStatus = 137;

function lookAfter(
  { client, reaper, memory }: ContainerHost,
  id: string,
  socket: Socket,
  memory_mb: number,
): StartedContainer {
  const { stdout, stderr } = demultiplex(socket);
  const meter = createUsageMeter(async () =>
    usageOf(await client.call((docker) => docker.getContainer(id).stats({ stream: false, 'one-shot': true }))),
  );
  memory.follow(id, () => meter.ranOut());
  let killed = false;
  const isKilled = () => killed;
  let removal: Promise<void> | null = null;
  const remove = () => (removal ??= reaper.remove(id));

  const findEnd = async (): Promise<ContainerEnd> => {
    await finished(socket, { writable: false }).catch(() => undefined);
    if (isKilled()) return killedEnd(null);
    try {
      await client.call((docker) => docker.getContainer(id).wait(), endMs);
      const { State } = await client.call((docker) => docker.getContainer(id).inspect());
      // A child of the engine may have been killed for it, which then ended as if nothing had happened.
      const outOfMemory =
        State.OOMKilled ||
        meter.peakMemory() === Infinity ||
        (State.ExitCode === killedStatus && (await isSuspicious(State).catch(() => false)));
      return { exit: { code: State.ExitCode, signal: null }, outOfMemory, interrupted: null };
    } catch (error) {
      const { failure, message } = asContainerError(error);
      return killedEnd(isKilled() ? null : failure === 'container' ? 'the container was removed' : message);
    }
  };
  /** Killed without Docker's flag for memory: it may have missed what it tells as an event, or what only we have seen. */
  const isSuspicious = async ({ StartedAt, FinishedAt }: ContainerInspectInfo['State']): Promise<boolean> => {
    if (meter.peakMemory() > memory_mb * suspiciousShare) return true;
    const seconds = (time: string) => Math.floor(Date.parse(time) / 1_000);
    const filters = { container: [id], event: ['oom'] };
    const query = { since: seconds(StartedAt), until: seconds(FinishedAt) + 1, filters };
    const events = await client.call((docker) => docker.getEvents(query));
    for await (const _ of events) return true;
    return false;
  };
  const ended = findEnd();
  const exited = ended.then(async ({ exit }) => {
    await Promise.all([remove(), hasEnded(stdout), hasEnded(stderr)]);
    memory.forget(id);
    return exit;
  });
  const hold = (working: boolean) => {
    meter.hold(working);
    if (working) socket.ref();
    else socket.unref();
  };
  return {
    write: (text) => write(socket, text),
    end: () => void socket.end(),
    stdout,
    stderr,
    usage: () => meter.usage(),
    hold,
    ended,
    exited,
    kill: async () => {
      killed = true;
      // Whoever waits for the end keeps the gateway's process alive for it.
      hold(true);
      await remove();
      socket.destroy();
      stdout.destroy();
      stderr.destroy();
      await exited;
    },
  };
}

function killedEnd(interrupted: string | null): ContainerEnd {
  const signal = interrupted === null ? 'SIGKILL' : null;
  return { exit: { code: null, signal }, outOfMemory: false, interrupted };
}

async function hasEnded(output: Readable): Promise<void> {
  await finished(output).catch(() => undefined);
}
