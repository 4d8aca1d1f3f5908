import { PassThrough, type Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { demultiplex } from '../../../src/transport/container/demultiplex.js';

function frame(stream: number, text: string): Buffer {
  const header = Buffer.from([stream, 0, 0, 0, 0, 0, 0, 0]);
  const body = Buffer.from(text, 'utf8');
  header.writeUInt32BE(body.length, 4);
  return Buffer.concat([header, body]);
}

async function all(stream: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

it('tells the outputs apart wherever the frames are split, empty ones too', async () => {
  const frames = fc.array(fc.tuple(fc.constantFrom(1, 2), fc.string({ unit: 'grapheme', maxLength: 20 })), {
    maxLength: 20,
  });
  await fc.assert(
    fc.asyncProperty(frames, fc.array(fc.integer({ min: 1, max: 13 }), { minLength: 1 }), async (parts, sizes) => {
      const source = new PassThrough();
      const { stdout, stderr } = demultiplex(source);
      const got = Promise.all([all(stdout), all(stderr)]);
      const bytes = Buffer.concat(parts.map(([stream, text]) => frame(stream, text)));
      for (let at = 0, i = 0; at < bytes.length; i += 1) {
        const size = sizes[i % sizes.length] ?? 1;
        source.write(bytes.subarray(at, at + size));
        at += size;
      }
      source.end();
      const of = (stream: number) => parts.flatMap(([which, text]) => (which === stream ? [text] : [])).join('');
      expect(await got).toEqual([of(1), of(2)]);
    }),
    { numRuns: 200 },
  );
});

it('ends both outputs when the stream breaks', async () => {
  const source = new PassThrough();
  const { stdout, stderr } = demultiplex(source);
  const got = Promise.all([all(stdout), all(stderr)]);
  source.write(frame(1, 'whole'));
  source.write(frame(2, 'never whole').subarray(0, 13));
  await wait(10);
  source.destroy(new Error('broken'));
  expect(await got).toEqual(['whole', 'never']);
});

it('reads no more while one output is full, even if the other is read', async () => {
  const source = new PassThrough();
  const { stdout, stderr } = demultiplex(source);
  stderr.resume();
  let taken = 0;
  while (taken < 2_000 && source.write(Buffer.concat([frame(1, 'x'.repeat(8_192)), frame(2, 'y')]))) {
    taken += 1;
    await wait(0);
  }
  expect(taken).toBeLessThan(50);
  stdout.resume();
  await wait(10);
  expect(source.readableLength).toBe(0);
});
