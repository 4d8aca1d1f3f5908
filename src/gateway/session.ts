import { EngineError, ReplyError } from '../contracts/adapter.js';
import type { Backend, EngineCode, EngineLocation, LaunchTools } from '../contracts/backend.js';
import { IsolationUnavailable } from '../contracts/isolation.js';
import { LimitExceeded, type LaunchLimits } from '../contracts/limits.js';
import type { Session } from '../contracts/session.js';
import {
  ChannelClosed,
  type Channel,
  type Launch,
  type Transport,
  type TransportName,
} from '../contracts/transport.js';
import { watch } from './watch.js';

/** What a request runs on. */
export interface SessionTarget {
  readonly backend: Backend;
  readonly location: EngineLocation;
  /** As the prober found it: a session of a replaced engine is not used any more. */
  readonly version: string;
  /** What a new session is started with, in MiB. One that was started with more serves as well: the watch counts. */
  readonly memory_mb: number;
}

/** An engine could not be brought up. The message says what it did, partly in its own words: not for clients as it is. */
export class SessionStartFailed extends Error {
  override readonly name = 'SessionStartFailed';
}

/** A session as the pool sees it. */
export interface PooledSession extends Session {
  /** The memory it was started with, in MiB. */
  readonly memory_mb: number;
  alive(): boolean;
  /** Whether the last request was taken by the engine's pipe. */
  received(): boolean;
  /** Whether what the last request left behind is too much to keep. Looked at after long requests, and now and then. */
  isBloated(): boolean;
  /** Resolves when the engine is gone, whatever ended it. */
  readonly ended: Promise<unknown>;
}

export interface SessionDependencies {
  readonly transports: Readonly<Partial<Record<TransportName, Transport>>>;
  readonly engineCode: (backend: string) => EngineCode;
  readonly tools: LaunchTools;
  readonly launchLimits: (backend: string) => LaunchLimits;
}

/** What an engine may print while it gets ready. */
const openingOutputBytes = 4 * 1024 * 1024;
/** A session that holds more than this share of its memory while it is idle is replaced. */
const idleMemoryShare = 0.5;
/** After so many short requests the memory of a session is looked at. */
const lookEvery = 32;

/** Starts an engine and loads its engine-side code. Kills it when that fails, takes too long, or is aborted. */
export async function openSession(
  target: SessionTarget,
  generation: number,
  dependencies: SessionDependencies,
  signal: AbortSignal,
): Promise<PooledSession> {
  const { declaration, driver } = target.backend;
  const transport = dependencies.transports[target.location.transport];
  if (transport === undefined) throw new SessionStartFailed(`no transport ${target.location.transport}`);
  signal.throwIfAborted();
  const launchLimits = dependencies.launchLimits(declaration.id);
  const { image } = target.location;
  const launch: Launch = {
    ...driver.launch(target.location, { memory_mb: target.memory_mb }, dependencies.tools),
    ...(image === undefined ? {} : { image: image.id }),
  };
  const { channel, received } = noteReceipt(await startChannel(transport, launch, launchLimits));
  let alive = true;
  const ended = channel.exited.then(() => {
    alive = false;
  });
  const abort = () => void channel.kill();
  const { startTimeoutMs } = declaration.traits;
  const readiness = { isOverdue: false };
  const timer = setTimeout(() => {
    readiness.isOverdue = true;
    abort();
  }, startTimeoutMs);
  signal.addEventListener('abort', abort);
  if (signal.aborted) abort();
  channel.allowOutput(openingOutputBytes);
  try {
    await driver.open(channel, dependencies.engineCode(declaration.id));
  } catch (error) {
    const stderr = channel.stderrTail();
    const what = readiness.isOverdue
      ? `the engine was not ready within ${String(startTimeoutMs / 1000)} s`
      : whatFailed(error);
    await channel.kill();
    signal.throwIfAborted();
    throw new SessionStartFailed(withLastWords(what, stderr), { cause: error });
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', abort);
  }
  channel.hold(false);

  let uses = 0;
  let looked = false;
  return {
    id: `${declaration.id}-${String(generation)}`,
    generation,
    backend: declaration.id,
    memory_mb: target.memory_mb,
    ended,
    get uses() {
      return uses;
    },
    alive: () => alive,
    received,
    isBloated: () =>
      (looked || uses % lookEvery === 0) && (channel.usage()?.memory_mb ?? 0) > target.memory_mb * idleMemoryShare,
    execute: async (program, limits) => {
      received(false);
      if (!alive) throw new ChannelClosed('the session has ended', await channel.exited);
      uses += 1;
      channel.hold(true);
      channel.allowOutput(limits.outputBytes);
      const watching = watch(channel, limits);
      try {
        return await driver.execute(channel, program, uses);
      } catch (error) {
        throw watching.exceeded() ?? explainEnd(error, channel, launchLimits);
      } finally {
        watching.stop();
        looked = watching.looked();
        channel.hold(false);
      }
    },
    destroy: async () => {
      alive = false;
      await channel.kill();
    },
  };
}

/** Before there is a process, only what the gateway itself prepares for it can fail. */
async function startChannel(transport: Transport, launch: Launch, limits: LaunchLimits): Promise<Channel> {
  try {
    return await transport.start(launch, limits);
  } catch (error) {
    if (error instanceof IsolationUnavailable) throw error;
    throw new SessionStartFailed(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

/** The channel, and whether anything it was given since `received(false)` has reached the engine's pipe whole. */
function noteReceipt(inner: Channel): { channel: Channel; received: (value?: false) => boolean } {
  let taken = false;
  const send = async (text: string) => {
    await inner.send(text);
    taken = true;
  };
  return { channel: { ...inner, send }, received: (value) => (taken = value ?? taken) };
}

/** The kernel ends a process for its limits with signals of their own; a shell or a sandbox tells 128 plus the number. */
function explainEnd(error: unknown, channel: Channel, { fileBytes }: LaunchLimits): unknown {
  if (!(error instanceof ChannelClosed)) return error;
  const { exit } = error;
  if (exit?.signal === 'SIGXFSZ' || exit?.code === 153) return new LimitExceeded('file_size', fileBytes);
  return new ChannelClosed(error.message, exit, channel.stderrTail());
}

function whatFailed(error: unknown): string {
  const isTelling = error instanceof ChannelClosed || error instanceof ReplyError || error instanceof EngineError;
  return isTelling ? error.message : 'the engine did not become ready';
}

function withLastWords(what: string, stderr: string): string {
  const last = stderr.trim().split('\n').slice(-3).join(' ').slice(0, 300);
  return last === '' ? what : `${what}: ${last}`;
}
