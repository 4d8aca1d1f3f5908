import { EngineCrashed, EngineError, type Program, type Reply } from '../contracts/adapter.js';
import { GatewayError } from '../contracts/diagnostic.js';
import type { RequestLimits } from '../contracts/limits.js';
import { ChannelClosed } from '../contracts/transport.js';
import type { Logger } from '../log/log.js';
import { createIdleSessions } from './idle-sessions.js';
import { openSession, type PooledSession, type SessionDependencies, type SessionTarget } from './session.js';

export interface SessionPool {
  /**
   * Runs one program in a session of its own, an idle one or a new one, and reads the reply. A session whose reply
   * cannot be accepted is not used again; one that only reported an error stays warm. An abort kills the session's
   * whole tree before the promise rejects with the signal's reason.
   */
  execute<T>(target: SessionTarget, program: Program, read: (reply: Reply) => T, options: ExecuteOptions): Promise<T>;
  /** Starts the sessions that are to be ready for this target, or at least one. Never throws. */
  warmUp(target: SessionTarget): Promise<void>;
  /** Sessions that are waiting for work. */
  idleCount(): number;
  /** Ends every session. Calls that are under way have to be aborted by their signals. */
  close(): Promise<void>;
}

export interface ExecuteOptions {
  readonly signal: AbortSignal;
  readonly limits: RequestLimits;
  readonly onStart?: () => void;
  readonly onRun?: () => void;
}

export interface SessionPoolDependencies extends SessionDependencies {
  readonly idleMs: number;
  /** Sessions of a backend that may live at once. At least as many as the scheduler lets work. */
  readonly maximum: (backend: string) => number;
  /** Sessions of a backend that are kept ready beside those at work. */
  readonly ready: (backend: string) => number;
  /** Sessions of all backends that may live at once. */
  readonly maximumInAll: number;
  readonly log: Logger;
}

/** A session that is being made ready, and what it will be good for. */
interface Warming {
  readonly memory_mb: number;
  readonly started: Promise<PooledSession | null>;
}

/** The engine kept to the protocol: it reported an error or a crash of its own, or the request was at fault. */
function isSound(error: unknown): boolean {
  if (error instanceof EngineError || error instanceof EngineCrashed) return true;
  return error instanceof GatewayError && error.code !== 'BACKEND_FAILURE';
}

/** Keeps engines warm between calls. One session serves one request at a time; the scheduler bounds how many work. */
export function createSessionPool(dependencies: SessionPoolDependencies): SessionPool {
  const { log, maximum, ready } = dependencies;
  const living = new Set<PooledSession>();
  /** Sessions on their way, by backend: those for requests and those to be ready. */
  const opening = new Map<string, number>();
  /** Sessions to be ready that nobody has claimed yet, by key. */
  const warming = new Map<string, Warming[]>();
  const generations = new Map<string, number>();
  const closing = new AbortController();
  const idle = createIdleSessions(dependencies.idleMs, (key, session) => {
    if (idle.count(key) > ready(session.backend)) void drop(session);
  });

  const drop = async (session: PooledSession): Promise<void> => {
    idle.remove(session);
    await session.destroy();
    living.delete(session);
  };

  /** Ends idle sessions, the oldest first. Looks anew after each: what is idle now may be at work then. */
  const dropWhile = async (tooMany: () => boolean, backend?: string): Promise<void> => {
    for (;;) {
      const [oldest] = idle.oldestFirst(backend);
      if (oldest === undefined || !tooMany()) return;
      await drop(oldest);
    }
  };

  /** Those that are being ended count no more. */
  const countOf = (backend: string) =>
    [...living].filter((session) => session.backend === backend && session.alive()).length +
    (opening.get(backend) ?? 0);

  const countOfAll = () =>
    [...living].filter((session) => session.alive()).length +
    [...opening.values()].reduce((sum, count) => sum + count, 0);

  const open = async (target: SessionTarget, signal: AbortSignal): Promise<PooledSession> => {
    const backend = target.backend.declaration.id;
    opening.set(backend, (opening.get(backend) ?? 0) + 1);
    try {
      // Those at work are bounded by the scheduler: what is too much is idle.
      await dropWhile(() => countOf(backend) > maximum(backend), backend);
      await dropWhile(() => countOfAll() > dependencies.maximumInAll);
      const generation = (generations.get(backend) ?? 0) + 1;
      generations.set(backend, generation);
      const session = await openSession(target, generation, dependencies, signal);
      living.add(session);
      void session.ended.then(() => {
        living.delete(session);
        idle.remove(session);
      });
      log.debug({ backend, session: session.id }, 'session started');
      return session;
    } finally {
      opening.set(backend, (opening.get(backend) ?? 1) - 1);
    }
  };

  /** Starts sessions in the background until as many wait for work as are to be ready, or as may live. */
  const replenish = (target: SessionTarget, wanted: number) => {
    const key = keyOf(target);
    const backend = target.backend.declaration.id;
    const onTheWay = warming.get(key) ?? [];
    warming.set(key, onTheWay);
    while (
      target.backend.declaration.traits.warm &&
      !closing.signal.aborted &&
      idle.count(key) + onTheWay.length < wanted &&
      countOf(backend) < maximum(backend)
    ) {
      const started = open(target, closing.signal).catch((error: unknown) => {
        log.info({ backend, err: error }, 'a session could not be started ahead of its use');
        return null;
      });
      const entry: Warming = { memory_mb: target.memory_mb, started };
      onTheWay.push(entry);
      void started.then((session) => {
        const at = onTheWay.indexOf(entry);
        if (at < 0) return;
        onTheWay.splice(at, 1);
        if (session !== null) release(target, session);
      });
    }
  };

  const release = (target: SessionTarget, session: PooledSession): void => {
    if (closing.signal.aborted) void drop(session);
    else idle.put(keyOf(target), session);
  };

  /** An idle session, one that is being made ready, or null. */
  const takeWarm = async (target: SessionTarget, signal: AbortSignal): Promise<PooledSession | null> => {
    const session = idle.take(keyOf(target), target.memory_mb);
    if (session !== undefined) return session;
    const onTheWay = warming.get(keyOf(target)) ?? [];
    const at = onTheWay.findIndex(({ memory_mb }) => memory_mb >= target.memory_mb);
    if (at < 0) return null;
    const [{ started }] = onTheWay.splice(at, 1) as [Warming];
    try {
      return await unlessAborted(started, signal);
    } catch (error) {
      void started.then((late) => late !== null && release(target, late));
      throw error;
    }
  };

  const executeIn = async <T>(
    session: PooledSession,
    target: SessionTarget,
    program: Program,
    read: (reply: Reply) => T,
    options: ExecuteOptions,
  ): Promise<T> => {
    const { traits } = target.backend.declaration;
    const abort = () => void session.destroy();
    options.signal.addEventListener('abort', abort);
    let sound = false;
    try {
      options.signal.throwIfAborted();
      options.onRun?.();
      const answer = read(await session.execute(program, options.limits));
      sound = true;
      return answer;
    } catch (error) {
      options.signal.throwIfAborted();
      sound = isSound(error);
      throw error;
    } finally {
      options.signal.removeEventListener('abort', abort);
      const isKept = sound && traits.warm && session.alive() && session.uses < traits.maximumUses;
      // What is not kept is gone before its slot is given back.
      if (isKept && !session.isBloated()) release(target, session);
      else await drop(session);
    }
  };

  return {
    execute: async (target, program, read, options) => {
      const backend = target.backend.declaration.id;
      const use = (session: PooledSession) => executeIn(session, target, program, read, options);
      const useNew = async () => {
        options.onStart?.();
        return use(await open(target, options.signal));
      };
      const warm = await takeWarm(target, options.signal);
      try {
        if (warm === null) return await useNew();
        replenish(target, ready(backend));
        try {
          return await use(warm);
        } catch (error) {
          // A session that died while it was idle never saw the request: one more try, on a new one.
          if (!(error instanceof ChannelClosed) || warm.received() || options.signal.aborted) throw error;
          return await useNew();
        }
      } finally {
        replenish(target, ready(backend));
      }
    },
    warmUp: async (target) => {
      replenish(target, Math.max(1, ready(target.backend.declaration.id)));
      await Promise.all((warming.get(keyOf(target)) ?? []).map(({ started }) => started));
    },
    idleCount: () => idle.oldestFirst().length,
    close: async () => {
      closing.abort(new Error('the gateway is closed'));
      await Promise.all([...warming.values()].flat().map(({ started }) => started));
      await Promise.all([...living].map(drop));
    },
  };
}

/** What a session can be used for: the same engine, of the same version. Its code never changes. */
function keyOf({ backend, location, version }: SessionTarget): string {
  return [backend.declaration.id, location.transport, location.path, version].join('|');
}

function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason as Error);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
