import { Readable } from 'node:stream';

/** Docker puts this before each piece of output: one byte that tells the stream, three of nothing, four of length. */
const headerBytes = 8;
const stderrStream = 2;

/**
 * The two outputs in one stream of Docker's frames, which may be split anywhere. Both end when the stream ends, whether it
 * comes to its end or breaks; while one is full nothing is read. dockerode has the like, without an end and without a brake.
 */
export function demultiplex(source: Readable): { stdout: Readable; stderr: Readable } {
  const full = new Set<Readable>();
  const output = () => {
    const readable: Readable = new Readable({
      read: () => {
        full.delete(readable);
        if (full.size === 0) source.resume();
      },
    });
    return readable;
  };
  const stdout = output();
  const stderr = output();
  const header = Buffer.alloc(headerBytes);
  let headerFilled = 0;
  let remaining = 0;
  let ended = false;

  const take = (chunk: Buffer) => {
    for (let at = 0; at < chunk.length;) {
      if (remaining === 0) {
        const copied = chunk.copy(header, headerFilled, at, at + headerBytes - headerFilled);
        at += copied;
        headerFilled += copied;
        if (headerFilled < headerBytes) break;
        headerFilled = 0;
        remaining = header.readUInt32BE(4);
        continue;
      }
      const piece = chunk.subarray(at, at + remaining);
      at += piece.length;
      remaining -= piece.length;
      const of = header[0] === stderrStream ? stderr : stdout;
      if (!of.push(piece)) full.add(of);
    }
    if (full.size > 0) source.pause();
  };
  const end = () => {
    if (ended) return;
    ended = true;
    stdout.push(null);
    stderr.push(null);
  };
  source.on('data', take);
  source.on('end', end);
  source.on('close', end);
  source.on('error', end);
  return { stdout, stderr };
}
