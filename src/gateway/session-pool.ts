import { EngineCrashed, EngineError, type Program, type Reply } from '../contracts/adapter.js';
import { GatewayError } from '../contracts/diagnostic.js';
import type { RequestLimits } from '../contracts/limits.js';
import { ChannelClosed } from '../contracts/transport.js';
import { createIdleSessions } from './idle-sessions.js';
import { createLiveSessions, type LiveSessionsDependencies } from './live-sessions.js';
import type { PooledSession, SessionTarget } from './session.js';
import { unlessAborted } from './unless-aborted.js';

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

export interface SessionPoolDependencies extends LiveSessionsDependencies {
  readonly idleMs: number;
  /** Sessions of a backend that are kept ready beside those at work. */
  readonly ready: (backend: string) => number;
}

/** A session that is started ahead of its use. */
interface Ahead {
  readonly target: SessionTarget;
  /** Never rejects. */
  readonly started: Promise<PooledSession | null>;
  /** A request waits for it. */
  isClaimed: boolean;
  /** Aborted where it is not wanted any more. */
  readonly end: AbortController;
}

/** The engine kept to the protocol: it reported an error or a crash of its own, or the request was at fault. */
function isSound(error: unknown): boolean {
  if (error instanceof EngineError || error instanceof EngineCrashed) return true;
  return error instanceof GatewayError && error.code !== 'BACKEND_FAILURE';
}

/** Keeps engines warm between calls. One session serves one request at a time; the scheduler bounds how many work. */
export function createSessionPool(dependencies: SessionPoolDependencies): SessionPool {
  const { log, ready } = dependencies;
  const ahead = new Set<Ahead>();
  /** The key of each backend's last request: sessions of other keys are not kept ready, the engine may be replaced. */
  const current = new Map<string, string>();
  let isClosed = false;

  const idle = createIdleSessions(dependencies.idleMs, (key, session) => {
    if (key !== current.get(session.backend) || idle.count(key) > ready(session.backend)) void drop(session);
  });

  const live = createLiveSessions(dependencies, {
    gone: (session) => idle.remove(session),
    // Looked at anew each time: what is idle now may be at work then.
    evict: async (purpose, backend) => {
      const [oldest] = idle.oldestFirst(backend);
      if (oldest !== undefined) {
        await drop(oldest);
        return true;
      }
      const unclaimed = [...ahead].find(
        (entry) => isFree(entry) && (backend === null || backend === backendOf(entry.target)),
      );
      if (purpose === 'ahead' || unclaimed === undefined) return false;
      unclaimed.end.abort(new Error('a request needs its room'));
      await unclaimed.started;
      return true;
    },
  });

  const drop = (session: PooledSession): Promise<void> => {
    idle.remove(session);
    return live.end(session);
  };

  const release = (target: SessionTarget, session: PooledSession): void => {
    if (isClosed) void drop(session);
    else idle.put(keyOf(target), session);
  };

  const freeOf = (key: string) => [...ahead].filter((entry) => isFree(entry) && keyOf(entry.target) === key);

  /** Starts sessions in the background until as many wait for work as are to be ready, or as may live. */
  const replenish = (target: SessionTarget, wanted: number) => {
    const key = keyOf(target);
    const backend = backendOf(target);
    while (
      target.backend.declaration.traits.warm &&
      !isClosed &&
      current.get(backend) === key &&
      idle.count(key) + freeOf(key).length < wanted &&
      live.hasRoom(backend, idle.oldestFirst(null).length)
    ) {
      startAhead(target);
    }
  };

  const startAhead = (target: SessionTarget): void => {
    const end = new AbortController();
    const started = live.open(target, end.signal, 'ahead').catch((error: unknown) => {
      const backend = backendOf(target);
      if (!end.signal.aborted) log.info({ backend, err: error }, 'a session could not be started ahead of its use');
      return null;
    });
    const entry: Ahead = { target, started, isClaimed: false, end };
    ahead.add(entry);
    void started.then((session) => {
      ahead.delete(entry);
      if (session !== null && !entry.isClaimed) release(target, session);
    });
  };

  /** An idle session, one that is being made ready, or null. */
  const takeWarm = async (target: SessionTarget, signal: AbortSignal): Promise<PooledSession | null> => {
    const session = idle.take(keyOf(target), target.memory_mb);
    if (session !== undefined) return session;
    const entry = freeOf(keyOf(target)).find((free) => free.target.memory_mb >= target.memory_mb);
    if (entry === undefined) return null;
    entry.isClaimed = true;
    try {
      return await unlessAborted(entry.started, signal);
    } catch (error) {
      entry.isClaimed = false;
      // It may have started at the same moment, for the request that is gone.
      if (!ahead.has(entry)) void entry.started.then((late) => late !== null && release(target, late));
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
      const backend = backendOf(target);
      current.set(backend, keyOf(target));
      const use = (session: PooledSession) => executeIn(session, target, program, read, options);
      const useNew = async () => {
        options.onStart?.();
        return use(await live.open(target, options.signal, 'request'));
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
      current.set(backendOf(target), keyOf(target));
      replenish(target, Math.max(1, ready(backendOf(target))));
      await Promise.all(freeOf(keyOf(target)).map(({ started }) => started));
    },
    idleCount: () => idle.oldestFirst(null).length,
    close: async () => {
      isClosed = true;
      for (const { end } of ahead) end.abort(new Error('the gateway is closed'));
      await Promise.all([...ahead].map(({ started }) => started));
      await live.endAll();
    },
  };
}

/** Nobody waits for it, and it is still wanted. */
function isFree({ isClaimed, end }: Ahead): boolean {
  return !isClaimed && !end.signal.aborted;
}

function backendOf({ backend }: SessionTarget): string {
  return backend.declaration.id;
}

/** What a session can be used for: the same engine, of the same version. Its code never changes. */
function keyOf({ backend, location, version }: SessionTarget): string {
  // The same path in another image is another engine, also where it tells the same version.
  return [backend.declaration.id, location.transport, location.path, location.image?.id, version].join('|');
}
