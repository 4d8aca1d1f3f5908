import { randomUUID } from 'node:crypto';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { GatewayError, SettingsError } from '../contracts/diagnostic.js';
import { createLog } from '../log/log.js';

const maximumErrorBytes = 64 * 1024;

/** A failed call: one text block that is one JSON object, and no structured content. */
export function errorResult({ diagnostic }: GatewayError): CallToolResult {
  const whole = JSON.stringify(diagnostic);
  const { code, stage, message, hint } = diagnostic;
  const text =
    Buffer.byteLength(whole) <= maximumErrorBytes
      ? whole
      : JSON.stringify({ code, stage, message: message.slice(0, 4096), hint: hint?.slice(0, 4096) ?? null });
  return { isError: true, content: [{ type: 'text', text }] };
}

/** A fault outside the gateway's own calls: it could not be opened, or we are wrong. The trace goes to the log alone. */
export function internalError(error: unknown): GatewayError {
  const correlation = randomUUID();
  createLog('error').error({ correlation, err: error }, 'internal error');
  if (error instanceof SettingsError) {
    return new GatewayError('INTERNAL_ERROR', 'operation_resolution', error.message, {
      hint: 'Whoever runs the gateway corrects its settings and starts it again; no call works until then.',
      fields: { correlation_id: correlation },
      cause: error,
    });
  }
  return new GatewayError(
    'INTERNAL_ERROR',
    'operation_resolution',
    'The gateway failed. This says nothing about the mathematics.',
    {
      hint: "Report the correlation id; the server's log on standard error has the trace.",
      fields: { correlation_id: correlation },
      cause: error,
    },
  );
}
