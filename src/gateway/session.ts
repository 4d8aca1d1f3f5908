import type { Session } from '../contracts/session.js';
import { ReplyError } from '../contracts/adapter.js';
import { ChannelClosed } from '../contracts/transport.js';
import type { SessionPoolDependencies, SessionTarget } from './session-pool.js';

/** An engine could not be brought up. The message says what it did, bounded, without paths of ours. */
export class SessionStartFailed extends Error {
  override readonly name = 'SessionStartFailed';
}

/** A session as the pool sees it. */
export interface PooledSession extends Session {
  alive(): boolean;
  /** Whether the last request was taken by the engine's pipe. */
  received(): boolean;
}

/** What an engine may print while it gets ready. */
const openingOutputBytes = 4 * 1024 * 1024;

let sessions = 0;

/** Starts an engine and loads its engine-side code. Kills it when that fails, takes too long, or is aborted. */
export async function openSession(
  target: SessionTarget,
  dependencies: SessionPoolDependencies,
  signal: AbortSignal,
): Promise<PooledSession> {
  const { declaration, driver } = target.backend;
  const transport = dependencies.transports[target.location.transport];
  if (transport === undefined) throw new SessionStartFailed(`no transport ${target.location.transport}`);
  signal.throwIfAborted();
  const channel = await transport.start(
    driver.launch(target.location, { memory_mb: target.memory_mb }, dependencies.tools),
  );
  let alive = true;
  void channel.exited.then(() => {
    alive = false;
  });
  const abort = () => void channel.kill();
  const timer = setTimeout(abort, declaration.traits.startTimeoutMs);
  signal.addEventListener('abort', abort);
  if (signal.aborted) abort();
  channel.allowOutput(openingOutputBytes);
  try {
    await driver.open(channel, dependencies.engineCode(declaration.id));
  } catch (error) {
    const stderr = channel.stderrTail();
    await channel.kill();
    signal.throwIfAborted();
    throw new SessionStartFailed(describeFailure(error, stderr), { cause: error });
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', abort);
  }

  const id = `${declaration.id}-${String((sessions += 1))}`;
  let uses = 0;
  let received = false;
  return {
    id,
    backend: declaration.id,
    get uses() {
      return uses;
    },
    alive: () => alive,
    received: () => received,
    execute: async (program, limits) => {
      received = false;
      if (!alive) throw new ChannelClosed('the session has ended', await channel.exited);
      uses += 1;
      channel.allowOutput(limits.outputBytes);
      received = true;
      return driver.execute(channel, program, uses);
    },
    destroy: async () => {
      alive = false;
      await channel.kill();
    },
  };
}

function describeFailure(error: unknown, stderr: string): string {
  const last = stderr.trim().split('\n').slice(-3).join(' ').slice(0, 300);
  const what =
    error instanceof ChannelClosed || error instanceof ReplyError ? error.message : 'the engine did not become ready';
  return last === '' ? what : `${what}: ${last}`;
}
