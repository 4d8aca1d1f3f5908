import type { PooledSession } from './session.js';

/** Sessions that wait for work, by what they can be used for. */
export interface IdleSessions {
  /** The one with memory enough that has worked last: so that those that are not needed grow old. */
  take(key: string, memory_mb: number): PooledSession | undefined;
  put(key: string, session: PooledSession): void;
  remove(session: PooledSession): void;
  count(key: string): number;
  /** Those of a backend, or all of them, the one that has waited longest first. */
  oldestFirst(backend: string | null): readonly PooledSession[];
}

/** `expired` is called when a session has waited for `idleMs`; one that is still there is asked again after as long. */
export function createIdleSessions(
  idleMs: number,
  expired: (key: string, session: PooledSession) => void,
): IdleSessions {
  // In the order in which they were put back.
  const waiting = new Map<PooledSession, { readonly key: string; readonly timer: NodeJS.Timeout }>();
  const remove = (session: PooledSession) => {
    clearInterval(waiting.get(session)?.timer);
    waiting.delete(session);
  };
  return {
    take: (key, memory_mb) => {
      const fits = ([session, entry]: [PooledSession, { readonly key: string }]) =>
        entry.key === key && session.memory_mb >= memory_mb;
      const session = [...waiting].findLast(fits)?.[0];
      if (session !== undefined) remove(session);
      return session;
    },
    put: (key, session) => {
      waiting.set(session, { key, timer: setInterval(() => expired(key, session), idleMs).unref() });
    },
    remove,
    count: (key) => [...waiting.values()].filter((entry) => entry.key === key).length,
    oldestFirst: (backend) => [...waiting.keys()].filter((session) => backend === null || session.backend === backend),
  };
}
