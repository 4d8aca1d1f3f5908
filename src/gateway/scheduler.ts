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
   * Runs work when one of the backend's slots and one of the gateway's slots are free. Rejects with QueueFull,
   * QueueWaitExceeded, or the signal's reason while waiting.
   */
  schedule<T>(backend: string, turn: Turn, work: () => Promise<T>, signal: AbortSignal): Promise<T>;
}

export interface SchedulerSettings {
  readonly concurrency: number;
  readonly sessions: (backend: string) => number;
  readonly queueLength: number;
  readonly queueWaitMs: number;
}

export function createScheduler(settings: SchedulerSettings): Scheduler {
  const all = createQueue(settings.concurrency);
  const queues = new Map<string, TurnQueue>();
  let waiting = 0;

  const queueOf = (backend: string): TurnQueue => {
    const existing = queues.get(backend);
    if (existing !== undefined) return existing;
    const queue = createQueue(settings.sessions(backend));
    queues.set(backend, queue);
    return queue;
  };

  return {
    schedule: (backend, turn, work, signal) =>
      new Promise((resolve, reject) => {
        if (waiting >= settings.queueLength) throw new QueueFull(waiting, settings.queueLength);
        waiting += 1;
        let left = false;
        const leave = () => {
          left = true;
          waiting -= 1;
          clearTimeout(timer);
          signal.removeEventListener('abort', cancel);
        };
        const giveUp = (reason: unknown) => {
          leave();
          reject(reason);
        };
        const cancel = () => giveUp(signal.reason);
        const timer = setTimeout(() => giveUp(new QueueWaitExceeded('no slot became free')), settings.queueWaitMs);
        signal.addEventListener('abort', cancel);
        if (signal.aborted) cancel();
        // A caller that left the queue leaves an empty task behind. A running one keeps its slots until its work has
        // settled, which is after the engine is gone: p-queue's own `signal` would give them back at once.
        const run = async () => {
          if (left) return;
          leave();
          await work().then(resolve, reject);
        };
        void queueOf(backend).add(
          async () => {
            if (!left) await all.add(run, { turn });
          },
          { turn },
        );
      }),
  };
}

type TurnQueue = PQueue<FairQueue, TurnOptions>;

function createQueue(concurrency: number): TurnQueue {
  return new PQueue<FairQueue, TurnOptions>({ concurrency, queueClass: FairQueue });
}
