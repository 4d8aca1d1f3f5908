import PQueue from 'p-queue';
import { FairQueue, type TurnOptions } from './fair-queue.js';
import type { Turn } from './turn.js';

/** Too many calls wait already. */
export class QueueFull extends Error {
  override readonly name = 'QueueFull';
  constructor(
    readonly waiting: number,
    readonly limit: number,
  ) {
    super('the queue is full');
  }
}

/** A call waited as long as calls may wait. */
export class QueueWaitExceeded extends Error {
  override readonly name = 'QueueWaitExceeded';
}

export interface Scheduler {
  /**
   * Runs work when one of the backend's slots and one of the gateway's slots are free: both are taken at once, and
   * given back when the work has settled. Rejects with QueueFull, QueueWaitExceeded, or the signal's reason while
   * waiting. A caller that leaves the queue leaves nothing behind.
   */
  schedule<T>(backend: string, turn: Turn, work: () => Promise<T>, signal: AbortSignal): Promise<T>;
}

export interface SchedulerSettings {
  /** Calls that run at once, of all backends. */
  readonly concurrency: number;
  /** Calls of a backend that run at once. */
  readonly sessions: (backend: string) => number;
  /** Calls that wait at once. */
  readonly queueLength: number;
  /** How long a call waits, in milliseconds. */
  readonly queueWaitMs: number;
}

export function createScheduler(settings: SchedulerSettings): Scheduler {
  /** How many calls run, by backend. */
  const running = new Map<string, number>();
  let waiting = 0;

  const runningOf = (backend: string): number => running.get(backend) ?? 0;
  const hasRoom = (backend: string): boolean => runningOf(backend) < settings.sessions(backend);
  const queue = new PQueue<FairQueue, TurnOptions>({
    concurrency: settings.concurrency,
    queueClass: class extends FairQueue {
      constructor() {
        super(hasRoom);
      }
    },
  });

  return {
    schedule: async (backend, turn, work, signal) => {
      if (waiting >= settings.queueLength) throw new QueueFull(waiting, settings.queueLength);
      waiting += 1;
      const wait = startWait(signal, settings.queueWaitMs, () => (waiting -= 1));
      // Called by p-queue as it takes the gateway's slot. Both slots are kept until the work has settled, which is
      // after the engine is gone, and the backend's is free when p-queue looks for what is next.
      const run = async () => {
        wait.end();
        running.set(backend, runningOf(backend) + 1);
        try {
          return await work();
        } finally {
          running.set(backend, runningOf(backend) - 1);
        }
      };
      return queue.add(run, { backend, turn, signal: wait.givenUp });
    },
  };
}

interface Wait {
  /** Aborts when the caller leaves the queue: it cancelled, or has waited too long. Never after the end. */
  readonly givenUp: AbortSignal;
  /** It is the caller's turn. */
  end(): void;
}

/**
 * A caller's wait for its turn. p-queue gets a signal of the wait only: it removes from the queue what is given up,
 * but with the caller's own signal it would give back the slots of running work at once.
 */
function startWait(signal: AbortSignal, ms: number, onEnd: () => void): Wait {
  const controller = new AbortController();
  const end = () => {
    clearTimeout(timer);
    signal.removeEventListener('abort', cancel);
    onEnd();
  };
  const giveUp = (reason: unknown) => {
    end();
    controller.abort(reason);
  };
  const cancel = () => giveUp(signal.reason);
  const timer = setTimeout(() => giveUp(new QueueWaitExceeded('no slot became free')), ms);
  signal.addEventListener('abort', cancel);
  if (signal.aborted) cancel();
  return { givenUp: controller.signal, end };
}
