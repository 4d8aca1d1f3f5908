import type { QueueAddOptions } from 'p-queue';
import type { Priority, Turn } from './turn.js';

type Work = () => Promise<unknown>;

/** Options of p-queue's `add`. Turn and backend are needed; p-queue's types make all options optional. */
export type TurnOptions = QueueAddOptions & { readonly turn: Turn; readonly backend: string };

interface Waiting {
  readonly id: string;
  readonly work: Work;
  readonly turn: Turn;
  readonly backend: string;
  /** Greater than that of everything sent before. */
  readonly sent: number;
  /** Its neighbours in the line. */
  before: Waiting | undefined;
  after: Waiting | undefined;
}

/** What one client waits for in one priority, by backend. */
type Lines = Map<string, Line>;

/**
 * A queue for p-queue. What may run is the work of backends with room: interactive work first, within a priority one
 * piece of each client in turn, of a client what it sent first. Work for a full backend keeps its place and its
 * client's turn, and holds up nothing else.
 */
// p-queue wants to construct its queue itself.
export class FairQueue {
  /** Clients in the order in which it is their turn. */
  private readonly clients: Readonly<Record<Priority, Map<string, Lines>>> = {
    interactive: new Map(),
    background: new Map(),
  };
  private readonly byId = new Map<string, Waiting>();
  /** How much waits for each backend. */
  private readonly counts = new Map<string, number>();
  private sent = 0;

  constructor(private readonly hasRoom: (backend: string) => boolean) {}

  /**
   * How much may run now. p-queue runs what `dequeue` gives when this is not 0, so work that waits for a full backend
   * must not be counted. It looks once for each piece added and once for each that ended; that is enough, because
   * neither lets more than one other piece run.
   */
  get size(): number {
    let size = 0;
    for (const [backend, count] of this.counts) if (this.hasRoom(backend)) size += count;
    return size;
  }

  enqueue(work: Work, { id, turn, backend }: Partial<TurnOptions> = {}): void {
    if (id === undefined || turn === undefined || backend === undefined) throw new TypeError('work without a place');
    this.sent += 1;
    const waiting: Waiting = { id, work, turn, backend, sent: this.sent, before: undefined, after: undefined };
    this.byId.set(id, waiting);
    this.counts.set(backend, (this.counts.get(backend) ?? 0) + 1);
    const clients = this.clients[turn.priority];
    const lines = clients.get(turn.client) ?? new Map<string, Line>();
    clients.set(turn.client, lines);
    const line = lines.get(backend) ?? { head: undefined, tail: undefined };
    lines.set(backend, line);
    append(line, waiting);
  }

  dequeue(): Work | undefined {
    const waiting = this.first(this.clients.interactive) ?? this.first(this.clients.background);
    if (waiting === undefined) return undefined;
    this.remove(waiting.id);
    const { client, priority } = waiting.turn;
    const lines = this.clients[priority].get(client);
    if (lines !== undefined) {
      // Who was served goes to the end.
      this.clients[priority].delete(client);
      this.clients[priority].set(client, lines);
    }
    return waiting.work;
  }

  /** Takes out what nobody wants any more, at once: it may hold much. */
  remove(id: string): void {
    const waiting = this.byId.get(id);
    if (waiting === undefined) return;
    const { turn, backend } = waiting;
    this.byId.delete(id);
    const left = (this.counts.get(backend) ?? 0) - 1;
    if (left > 0) this.counts.set(backend, left);
    else this.counts.delete(backend);
    const clients = this.clients[turn.priority];
    const lines = clients.get(turn.client);
    const line = lines?.get(backend);
    if (lines === undefined || line === undefined) return;
    unlink(line, waiting);
    if (line.head === undefined) lines.delete(backend);
    if (lines.size === 0) clients.delete(turn.client);
  }

  filter(): Work[] {
    return [...this.byId.values()].map(({ work }) => work);
  }

  setPriority(): void {
    throw new Error('priorities do not change here');
  }

  /** What is to run next: of the first client that has something for a backend with room. */
  private first(clients: ReadonlyMap<string, Lines>): Waiting | undefined {
    for (const lines of clients.values()) {
      const heads = [...lines].flatMap(([backend, line]) => (this.hasRoom(backend) ? (line.head ?? []) : []));
      if (heads.length > 0) return heads.reduce((one, other) => (other.sent < one.sent ? other : one));
    }
    return undefined;
  }
}

/** Work in the order it was sent. A list of links, as what is given up has to leave from anywhere in it, and often. */
interface Line {
  head: Waiting | undefined;
  tail: Waiting | undefined;
}

function append(line: Line, waiting: Waiting): void {
  waiting.before = line.tail;
  if (line.tail === undefined) line.head = waiting;
  else line.tail.after = waiting;
  line.tail = waiting;
}

function unlink(line: Line, { before, after }: Waiting): void {
  if (before === undefined) line.head = after;
  else before.after = after;
  if (after === undefined) line.tail = before;
  else after.before = before;
}
