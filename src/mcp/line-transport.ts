import type { Readable, Writable } from 'node:stream';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { JSONRPCMessageSchema, type JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { lineReader, type Line } from './line-reader.js';

/** JSON-RPC's own codes. */
const parseError = -32700;
const invalidRequest = -32600;

/**
 * JSON-RPC by lines over two streams. The SDK's own transport closes on a long line, ignores the end of its input and
 * leaves malformed requests without an answer; here each has one, and the connection lives on.
 */
export function lineTransport(input: Readable, output: Writable, maximumLineBytes: number): Transport {
  let closed = false;
  /** Whoever has written while the output is full waits for the same. */
  let draining: Promise<void> | null = null;

  const write = async (message: unknown): Promise<void> => {
    if (closed || output.destroyed) return;
    if (output.write(`${JSON.stringify(message)}\n`)) return;
    draining ??= drained(output).finally(() => {
      draining = null;
    });
    await draining;
  };
  const refuse = (id: string | number | null, code: number, message: string) =>
    void write({ jsonrpc: '2.0', id, error: { code, message } });

  const accept = (line: Line) => {
    if ('text' in line) acceptText(line.text);
    else refuse(line.id, invalidRequest, `A message may have at most ${String(maximumLineBytes)} bytes.`);
  };
  const acceptText = (text: string) => {
    if (text.trim() === '') return;
    let raw: unknown;
    try {
      raw = JSON.parse(text);
    } catch {
      refuse(null, parseError, 'The line is not JSON.');
      return;
    }
    const parsed = JSONRPCMessageSchema.safeParse(raw);
    if (parsed.success) transport.onmessage?.(distinctZero(parsed.data));
    else refuse(idOf(raw), invalidRequest, 'The message is not a JSON-RPC 2.0 request, notification or response.');
  };
  const reader = lineReader(maximumLineBytes, accept);
  const failed = (error: Error) => {
    transport.onerror?.(error);
    void transport.close();
  };
  const ended = () => void transport.close();

  const transport: Transport = {
    start: async () => {
      input.on('data', reader);
      // Either: a pipe that is closed, or one that broke.
      input.on('end', ended).on('close', ended).on('error', failed);
      // A client that is gone shows as EPIPE, which would otherwise end the process with a trace.
      output.on('error', failed);
    },
    send: (message) => write(plainZero(message)),
    close: async () => {
      if (closed) return;
      closed = true;
      input.off('data', reader).off('end', ended).off('close', ended);
      input.pause();
      transport.onclose?.();
    },
  };
  return transport;
}

/** Resolves when the output takes more, or never will. */
function drained(output: Writable): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      output.off('drain', done).off('close', done).off('error', done);
      resolve();
    };
    output.on('drain', done).on('close', done).on('error', done);
  });
}

/**
 * The SDK takes a cancellation of request 0 for one without an id. Inside, 0 has another name.
 */
const zero = '\u0000zero';

function distinctZero(message: JSONRPCMessage): JSONRPCMessage {
  if ('id' in message && message.id === 0 && 'method' in message) return { ...message, id: zero };
  if ('method' in message && message.method === 'notifications/cancelled' && message.params?.['requestId'] === 0) {
    return { ...message, params: { ...message.params, requestId: zero } };
  }
  return message;
}

function plainZero(message: JSONRPCMessage): JSONRPCMessage {
  return 'id' in message && message.id === zero ? { ...message, id: 0 } : message;
}

function idOf(raw: unknown): string | number | null {
  if (typeof raw !== 'object' || raw === null || !('id' in raw)) return null;
  return typeof raw.id === 'string' || typeof raw.id === 'number' ? raw.id : null;
}
