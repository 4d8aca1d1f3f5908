import { EngineError, type Program, type Reply } from '../contracts/adapter.js';
import type { Backend, EngineCode, EngineLocation, LaunchTools } from '../contracts/backend.js';
import { GatewayError } from '../contracts/diagnostic.js';
import { ChannelClosed, type Transport, type TransportName } from '../contracts/transport.js';
import type { Logger } from '../log/log.js';
import { openSession, type PooledSession } from './session.js';

/** What a request runs on. */
export interface SessionTarget {
  readonly backend: Backend;
  readonly location: EngineLocation;
  readonly memory_mb: number;
}

export interface SessionPool {
  /**
   * Runs one program in a session of its own, an idle one or a new one, and reads the reply. A session whose reply
   * cannot be accepted is not used again; one that only reported an error stays warm. An abort kills the session's
   * whole tree before the promise rejects with the signal's reason.
   */
  execute<T>(target: SessionTarget, program: Program, read: (reply: Reply) => T, options: ExecuteOptions): Promise<T>;
  /** Sessions that are waiting for work. */
  idleCount(): number;
  close(): Promise<void>;
}

export interface ExecuteOptions {
  readonly signal: AbortSignal;
  readonly outputBytes: number;
  readonly onStart?: () => void;
  readonly onRun?: () => void;
}

export interface SessionPoolDependencies {
  readonly transports: Readonly<Partial<Record<TransportName, Transport>>>;
  readonly engineCode: (backend: string) => EngineCode;
  readonly tools: LaunchTools;
  readonly idleMs: number;
  readonly log: Logger;
}

/** The engine kept to the protocol: it reported an error of its own, or the request was at fault. */
function isSound(error: unknown): boolean {
  return error instanceof EngineError || (error instanceof GatewayError && error.code !== 'BACKEND_FAILURE');
}

/** Keeps engines warm between calls. One session serves one request at a time; the scheduler bounds how many there are. */
export function createSessionPool(dependencies: SessionPoolDependencies): SessionPool {
  const idle = new Map<string, PooledSession[]>();
  const living = new Set<PooledSession>();
  const expiry = new Map<PooledSession, NodeJS.Timeout>();
  let closed = false;

  const drop = async (session: PooledSession) => {
    living.delete(session);
    clearTimeout(expiry.get(session));
    expiry.delete(session);
    for (const waiting of idle.values()) {
      const at = waiting.indexOf(session);
      if (at >= 0) waiting.splice(at, 1);
    }
    await session.destroy();
  };

  const takeIdle = (key: string): PooledSession | undefined => {
    for (;;) {
      const session = idle.get(key)?.pop();
      if (session === undefined) return undefined;
      clearTimeout(expiry.get(session));
      expiry.delete(session);
      if (session.alive()) return session;
      living.delete(session);
    }
  };

  const release = (key: string, session: PooledSession, maximumUses: number) => {
    if (closed || !session.alive() || session.uses >= maximumUses) {
      void drop(session);
      return;
    }
    const waiting = idle.get(key) ?? [];
    waiting.push(session);
    idle.set(key, waiting);
    expiry.set(session, setTimeout(() => void drop(session), dependencies.idleMs).unref());
  };

  const open = async (target: SessionTarget, options: ExecuteOptions): Promise<PooledSession> => {
    options.onStart?.();
    const session = await openSession(target, dependencies, options.signal);
    living.add(session);
    dependencies.log.debug({ backend: session.backend, session: session.id }, 'session started');
    return session;
  };

  const executeIn = async <T>(
    session: PooledSession,
    program: Program,
    read: (reply: Reply) => T,
    options: ExecuteOptions,
  ): Promise<T> => {
    const abort = () => void session.destroy();
    options.signal.addEventListener('abort', abort);
    try {
      options.signal.throwIfAborted();
      options.onRun?.();
      return read(await session.execute(program, { outputBytes: options.outputBytes }));
    } catch (error) {
      // The session's state is no longer known: it goes, and it is gone before its slot is.
      if (!isSound(error)) await drop(session);
      options.signal.throwIfAborted();
      throw error;
    } finally {
      options.signal.removeEventListener('abort', abort);
    }
  };

  return {
    execute: async (target, program, read, options) => {
      const key = `${target.location.transport}|${target.location.path}|${String(target.memory_mb)}`;
      const { traits } = target.backend.declaration;
      const useOne = async (session: PooledSession) => {
        try {
          return await executeIn(session, program, read, options);
        } finally {
          if (session.alive()) release(key, session, traits.warm ? traits.maximumUses : 0);
        }
      };
      const warm = takeIdle(key);
      if (warm === undefined) return useOne(await open(target, options));
      try {
        return await useOne(warm);
      } catch (error) {
        // A session that died while it was idle never saw the request: one more try, on a new one.
        if (!(error instanceof ChannelClosed) || warm.received()) throw error;
        return useOne(await open(target, options));
      }
    },
    idleCount: () => [...idle.values()].reduce((sum, sessions) => sum + sessions.length, 0),
    close: async () => {
      closed = true;
      await Promise.all([...living].map(drop));
    },
  };
}
