import { constants } from 'node:buffer';
import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { LimitExceeded } from '../../../src/contracts/limits.js';
import { readLines } from '../../../src/transport/framing.js';

function open() {
  const stream = new PassThrough({ highWaterMark: 64 * 1024 });
  const state = { overflows: 0 };
  const lines = readLines(stream, () => {
    state.overflows += 1;
  });
  return { stream, state, lines };
}

async function rest(lines: { nextLine(): Promise<string | null> }): Promise<string[]> {
  const all: string[] = [];
  for (let line = await lines.nextLine(); line !== null; line = await lines.nextLine()) all.push(line);
  return all;
}

describe('lines', () => {
  it('are put together from pieces, also in the middle of a character; what has no end is none', async () => {
    const { stream, lines } = open();
    const bytes = Buffer.from('α→β\n\nsecond\nno end', 'utf8');
    for (const byte of bytes) stream.write(Buffer.from([byte]));
    stream.end();
    expect(await rest(lines)).toEqual(['α→β', '', 'second']);
  });

  it('that wait are read in the order in which they came, however many come between', async () => {
    const { stream, lines } = open();
    stream.write('1\n2\n3\n');
    expect(await lines.nextLine()).toBe('1');
    stream.write('4\n5\n');
    expect([await lines.nextLine(), await lines.nextLine()]).toEqual(['2', '3']);
    stream.end('6\n');
    expect(await rest(lines)).toEqual(['4', '5', '6']);
  });

  it('are read in a time that grows with their number: many empty ones hold nobody up', async () => {
    const { stream, lines } = open();
    const began = performance.now();
    stream.end(Buffer.alloc(1_000_000, '\n'));
    expect(await rest(lines)).toHaveLength(1_000_000);
    expect(performance.now() - began).toBeLessThan(5_000);
  });

  it('stop the stream while nobody wants them, and let it go on when they are read', async () => {
    const { stream, lines } = open();
    const chunk = Buffer.from(`${'x'.repeat(65_535)}\n`);
    for (let i = 0; i < 200; i += 1) stream.write(chunk);
    stream.end();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(stream.isPaused()).toBe(true);
    expect(await rest(lines)).toHaveLength(200);
  });

  it('count whole, also where they came in many pieces', async () => {
    const { stream, lines } = open();
    for (let line = 0; line < 20; line += 1) {
      for (let piece = 0; piece < 16; piece += 1) stream.write(Buffer.alloc(65_536, 'x'));
      stream.write('\n');
    }
    stream.end();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(stream.isPaused()).toBe(true);
    // Five lines of a mebibyte are more than may wait; the rest is still in the stream.
    expect(stream.readableLength + stream.writableLength).toBeGreaterThan(14 * 1024 * 1024);
    expect(await rest(lines)).toHaveLength(20);
  });
});

describe('the limit', () => {
  const exceeded = (limit: number) => expect.objectContaining({ resource: 'output', limit }) as unknown;

  it('is told to whoever waits, and once to the owner, also where more comes', async () => {
    const { stream, state, lines } = open();
    lines.allow(100);
    const waiting = lines.nextLine().catch((error: unknown) => error);
    for (let i = 0; i < 3; i += 1) stream.write('x'.repeat(60));
    expect(await waiting).toBeInstanceOf(LimitExceeded);
    await expect(lines.nextLine()).rejects.toEqual(exceeded(100));
    expect(state.overflows).toBe(1);
  });

  it('counts lines as well: what is nothing but lines fills the memory too', async () => {
    const { stream, lines } = open();
    lines.allow(1_700);
    stream.write('\n'.repeat(100));
    expect(await lines.nextLine()).toBe('');
    stream.write('\n');
    await expect(lines.nextLine().then(() => rest(lines))).rejects.toEqual(exceeded(1_700));
  });

  it('is reached by what is too long for a text, in one piece or in many', async () => {
    for (const size of [constants.MAX_STRING_LENGTH + 1, 64 * 1024 * 1024]) {
      const { stream, state, lines } = open();
      lines.allow(2 ** 31);
      const piece = Buffer.alloc(size);
      for (let bytes = 0; bytes <= constants.MAX_STRING_LENGTH; bytes += size) stream.write(piece);
      stream.write('\n');
      await expect(lines.nextLine()).rejects.toEqual(exceeded(2 ** 31));
      expect(state.overflows).toBe(1);
    }
  });
});
