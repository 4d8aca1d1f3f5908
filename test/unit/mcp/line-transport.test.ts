import { PassThrough, Writable } from 'node:stream';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { describe, expect, test } from 'vitest';
import { requestId } from '../../../src/mcp/line-reader.js';
import { lineTransport } from '../../../src/mcp/line-transport.js';

function open(limit = 1024) {
  const input = new PassThrough();
  const output = new PassThrough();
  const received: JSONRPCMessage[] = [];
  const events: string[] = [];
  const transport = lineTransport(input, output, limit);
  transport.onmessage = (message) => received.push(message);
  transport.onclose = () => events.push('closed');
  transport.onerror = (error) => events.push(error.message);
  void transport.start();
  const written = () =>
    String(output.read() ?? '')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as unknown);
  return { input, output, received, events, transport, written };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));
const ping = (id: number | string) => ({ jsonrpc: '2.0' as const, id, method: 'ping' });

test('lines in any chunks, blank lines and carriage returns', async () => {
  const { input, received } = open();
  const text = `${JSON.stringify(ping('é😀'))}\r\n\n  \n${JSON.stringify(ping(2))}\n${JSON.stringify(ping(3))}`;
  for (const byte of Buffer.from(text)) input.write(Buffer.from([byte]));
  await settled();
  expect(received).toEqual([ping('é😀'), ping(2)]);
  input.write('\n');
  await settled();
  expect(received).toHaveLength(3);
});

test('what is no message has an answer, and the connection lives on', async () => {
  const { input, received, written } = open();
  input.write(`nonsense\n[]\n{"jsonrpc":"2.0","id":5}\n{"jsonrpc":"1.0","id":"a","method":"ping"}\n`);
  input.write(`${JSON.stringify(ping(6))}\n`);
  await settled();
  expect(written()).toMatchObject([
    { id: null, error: { code: -32700 } },
    { id: null, error: { code: -32600 } },
    { id: 5, error: { code: -32600 } },
    { id: 'a', error: { code: -32600 } },
  ]);
  expect(received).toEqual([ping(6)]);
});

test('a line over the limit is refused under its own id, in many chunks too', async () => {
  const { input, received, written, events } = open(10_000);
  const long = { method: 'tools/call', params: { x: 'y'.repeat(50_000) }, jsonrpc: '2.0', id: 7 };
  const text = Buffer.from(`${JSON.stringify(long)}\n${JSON.stringify(ping(8))}\n`);
  for (let at = 0; at < text.length; at += 777) input.write(text.subarray(at, at + 777));
  await settled();
  expect(written()).toMatchObject([
    { id: 7, error: { code: -32600, message: 'A message may have at most 10000 bytes.' } },
  ]);
  expect(received).toEqual([ping(8)]);
  expect(events).toEqual([]);
});

describe('the id of a line that is too long', () => {
  test.each([
    ['{"jsonrpc":"2.0","id":5,"method":"x","params":{"a":"', '"}}', 5],
    ['{"method":"x","jsonrpc":"2.0","id":"a\\"b","params":', '}', 'a"b'],
    ['{ "id" : 0 , "method":', '}', 0],
    ['{"method":"x","params":{"a":"', '"},"jsonrpc":"2.0","id":12}', 12],
    ['{"method":"x","params":{"a":"', '"},"id":"q","jsonrpc":"2.0"}', 'q'],
    // Not the message's own.
    ['{"method":"x","params":{"id":3,"a":"', '"}}', null],
    ['{"jsonrpc":"2.0","method":"x","params":{"a":"', '","id":3}}', null],
    ['{"method":"x","params":{"a":"', '\\",\\"id\\":3}"}}', null],
  ])('%s…%s', (head, tail, id) => {
    expect(requestId(head, tail)).toBe(id);
  });
});

test('request 0 can be cancelled: inside it has another name', async () => {
  const { input, received, transport, written } = open();
  const cancel = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 0, reason: 'r' } };
  input.write(`${JSON.stringify(ping(0))}\n${JSON.stringify(cancel)}\n`);
  await settled();
  const inside = received[0] !== undefined && 'id' in received[0] ? received[0].id : undefined;
  expect(inside).toBeTruthy();
  expect(received[1]).toMatchObject({ params: { requestId: inside } });
  await transport.send({ jsonrpc: '2.0', id: inside ?? 0, result: {} });
  expect(written()).toEqual([{ jsonrpc: '2.0', id: 0, result: {} }]);
});

describe('the end', () => {
  test('of the input closes, once', async () => {
    const { input, events } = open();
    input.end();
    await settled();
    await settled();
    expect(events).toEqual(['closed']);
  });

  test('of the output closes: EPIPE is no crash', async () => {
    const input = new PassThrough();
    const output = new Writable({ write: (_, __, done) => done(new Error('EPIPE')) });
    const events: string[] = [];
    const transport = lineTransport(input, output, 1024);
    transport.onclose = () => events.push('closed');
    await transport.start();
    await transport.send(ping(1));
    await settled();
    expect(events).toEqual(['closed']);
    await transport.send(ping(2));
  });

  test('a client that does not read makes all that is sent wait, on one listener', async () => {
    const input = new PassThrough();
    const output = new PassThrough({ highWaterMark: 16 });
    const transport = lineTransport(input, output, 1024);
    await transport.start();
    const before = output.listenerCount('drain');
    let sent = 0;
    for (let id = 1; id <= 20; id += 1)
      void transport.send({ jsonrpc: '2.0', id, result: { x: 'y'.repeat(100) } }).then(() => (sent += 1));
    await settled();
    expect(sent).toBe(0);
    expect(output.listenerCount('drain')).toBe(before + 1);
    output.resume();
    await settled();
    await settled();
    expect(sent).toBe(20);
  });
});
