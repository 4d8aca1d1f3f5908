import type { Logger } from '../log/log.js';
import { openSession, type PooledSession, type SessionDependencies, type SessionTarget } from './session.js';
import { unlessAborted } from './unless-aborted.js';

/** Starts and ends sessions, and keeps them within the bounds. A session counts from its order until it is gone. */
export interface LiveSessions {
  /** Starts a session when there is room for it, making some if need be. */
  open(target: SessionTarget, signal: AbortSignal, purpose: Purpose): Promise<PooledSession>;
  /** Resolves when the engine is gone. */
  end(session: PooledSession): Promise<void>;
  /** Whether one more of the backend may live when `evictable` sessions of any backend may be ended for it. */
  hasRoom(backend: string, evictable: number): boolean;
  endAll(): Promise<void>;
}

/** For a request, which the scheduler has admitted; or ahead of any, which is done only where there is room. */
export type Purpose = 'request' | 'ahead';

export interface LiveSessionsDependencies extends SessionDependencies {
  /** Sessions of a backend that may live at once. At least as many as the scheduler lets work. */
  readonly maximum: (backend: string) => number;
  /** Sessions of all backends that may live at once. At least as many as the scheduler lets work. */
  readonly maximumInAll: number;
  readonly log: Logger;
}

export interface Owner {
  /** Ends one session that no request needs, of the backend or of any. False: there is none. */
  evict(purpose: Purpose, backend: string | null): Promise<boolean>;
  /** An engine is gone, whatever ended it. */
  gone(session: PooledSession): void;
}

/** The room of one session. */
interface Place {
  readonly backend: string;
  /** Its engine is being ended. */
  isLeaving(): boolean;
}

export function createLiveSessions(dependencies: LiveSessionsDependencies, owner: Owner): LiveSessions {
  const { log, maximum, maximumInAll } = dependencies;
  const places = new Set<Place>();
  /** What gives the place of each session back. */
  const living = new Map<PooledSession, () => void>();
  const generations = new Map<string, number>();
  /** Told when the next place is given back. */
  const waiting: (() => void)[] = [];

  const of = (backend: string | null) => [...places].filter((place) => backend === null || place.backend === backend);
  const staying = (backend: string | null) => of(backend).filter((place) => !place.isLeaving()).length;

  const leave = (place: Place) => {
    places.delete(place);
    for (const go of waiting.splice(0)) go();
  };

  /** Resolves with false where all that live are at work. What is being ended takes room until it is gone. */
  const makeRoom = async (most: number, backend: string | null, signal: AbortSignal, purpose: Purpose) => {
    while (of(backend).length > most) {
      if (staying(backend) <= most) {
        await unlessAborted(new Promise<void>((resolve) => waiting.push(resolve)), signal);
      } else if (!(await owner.evict(purpose, backend))) {
        return false;
      }
    }
    return true;
  };

  const end = async (session: PooledSession): Promise<void> => {
    await session.destroy();
    living.get(session)?.();
  };

  return {
    open: async (target, signal, purpose) => {
      const backend = target.backend.declaration.id;
      let session: PooledSession | null = null;
      const place: Place = {
        backend,
        isLeaving: () => (session === null ? signal.aborted : !session.alive()),
      };
      places.add(place);
      try {
        const fits =
          (await makeRoom(maximum(backend), backend, signal, purpose)) &&
          (await makeRoom(maximumInAll, null, signal, purpose));
        if (!fits && purpose === 'ahead') throw new Error('there is no room for it');
        const generation = (generations.get(backend) ?? 0) + 1;
        generations.set(backend, generation);
        session = await openSession(target, generation, dependencies, signal);
      } catch (error) {
        leave(place);
        throw error;
      }
      const opened = session;
      const gone = () => {
        if (!living.delete(opened)) return;
        leave(place);
        owner.gone(opened);
      };
      living.set(opened, gone);
      void opened.ended.then(gone);
      log.debug({ backend, session: opened.id }, 'session started');
      return opened;
    },
    end,
    hasRoom: (backend, evictable) => staying(backend) < maximum(backend) && staying(null) - evictable < maximumInAll,
    endAll: async () => {
      await Promise.all([...living.keys()].map(end));
    },
  };
}
