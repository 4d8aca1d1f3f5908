import { StringDecoder } from 'node:string_decoder';
import type { Readable } from 'node:stream';
import { LimitExceeded } from '../contracts/limits.js';

/** Lines of a stream, pulled one at a time; the stream is paused while nobody wants one and enough is buffered. */
export interface LineReader {
  nextLine(): Promise<string | null>;
  /** The bytes that may arrive from now on before LimitExceeded; each line counts 16 more. */
  allow(bytes: number): void;
}

/** Characters of complete lines that may wait unread before the stream is paused. */
const highWater = 4 * 1024 * 1024;
/** What a line counts beside its characters: to keep it takes as much, and an engine may print nothing but empty ones. */
const lineBytes = 16;

export function readLines(stream: Readable, onOverflow: () => void): LineReader {
  const decoder = new StringDecoder('utf8');
  // Read ones are passed over until all are read: taking the first off a long array moves all the others.
  let lines: string[] = [];
  let read = 0;
  let partial: string[] = [];
  let waitingSize = 0;
  let budget = Number.POSITIVE_INFINITY;
  let limit = budget;
  let ended = false;
  let failure: Error | null = null;
  let wake: (() => void) | null = null;

  const notify = () => {
    wake?.();
    wake = null;
  };
  const finish = () => {
    // What has no end is no line: an engine that dies in the middle of an answer has not answered.
    ended = true;
    notify();
  };
  const forget = () => {
    lines = [];
    read = 0;
    waitingSize = 0;
  };
  /** Counts a piece of output, and takes it where the budget allows. */
  const take = (chunk: Buffer): boolean => {
    budget -= chunk.length;
    if (budget < 0) return false;
    const pieces = decoder.write(chunk).split('\n');
    const last = pieces.pop() ?? '';
    budget -= pieces.length * lineBytes;
    if (budget < 0) return false;
    for (const piece of pieces) {
      const line = partial.length === 0 ? piece : partial.join('') + piece;
      lines.push(line);
      waitingSize += line.length + lineBytes;
      partial = [];
    }
    if (last !== '') partial.push(last);
    return true;
  };
  stream.on('data', (chunk: Buffer) => {
    if (failure !== null) return;
    let taken = false;
    try {
      taken = take(chunk);
    } catch {
      // Longer than a text can be. What is thrown here, nobody would catch: it would end the gateway.
    }
    if (!taken) {
      failure = new LimitExceeded('output', limit);
      forget();
      partial = [];
      onOverflow();
    }
    if (waitingSize > highWater) stream.pause();
    if (!taken || read < lines.length) notify();
  });
  stream.on('end', finish);
  stream.on('close', finish);
  stream.on('error', finish);

  return {
    nextLine: async () => {
      for (;;) {
        if (failure !== null) throw failure;
        const line = lines[read];
        if (line !== undefined) {
          read += 1;
          if (read === lines.length) {
            forget();
            stream.resume();
          }
          return line;
        }
        if (ended) return null;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
    allow: (bytes) => {
      budget = bytes;
      limit = bytes;
    },
  };
}

/** The last bytes of a stream that nobody waits for. */
export function keepTail(stream: Readable, bytes: number): { text(): string; clear(): void } {
  let tail = Buffer.alloc(0);
  stream.on('data', (chunk: Buffer) => {
    tail = Buffer.concat([tail, chunk]).subarray(-bytes);
  });
  stream.on('error', () => undefined);
  return {
    text: () => tail.toString('utf8'),
    clear: () => {
      tail = Buffer.alloc(0);
    },
  };
}
