import type { QueueAddOptions } from 'p-queue';
import type { Priority, Turn } from './turn.js';

type Work = () => Promise<unknown>;

/** Options of p-queue's `add`. */
export type TurnOptions = QueueAddOptions & { readonly turn?: Turn };

const anyone: Turn = { client: '', priority: 'interactive' };

/** A queue for p-queue: interactive work first; within a priority one piece of each client in turn. */
// p-queue wants to construct its queue itself.
export class FairQueue {
  /** Clients in the order in which it is their turn, each with its work in the order it was sent. */
  private readonly lines: Readonly<Record<Priority, Map<string, Work[]>>> = {
    interactive: new Map(),
    background: new Map(),
  };

  size = 0;

  enqueue(work: Work, { turn = anyone }: Partial<TurnOptions> = {}): void {
    this.size += 1;
    const { client, priority } = turn;
    const line = this.lines[priority];
    const mine = line.get(client);
    if (mine === undefined) line.set(client, [work]);
    else mine.push(work);
  }

  dequeue(): Work | undefined {
    const line = this.lines.interactive.size > 0 ? this.lines.interactive : this.lines.background;
    const first = line.entries().next();
    if (first.done === true) return undefined;
    const [client, mine] = first.value;
    const work = mine.shift();
    this.size -= 1;
    line.delete(client);
    if (mine.length > 0) line.set(client, mine);
    return work;
  }

  filter(): Work[] {
    return Object.values(this.lines).flatMap((line) => [...line.values()].flat());
  }

  setPriority(): void {
    throw new Error('priorities do not change here');
  }
}
