import { randomUUID } from 'node:crypto';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { GatewayError, SettingsError } from '../contracts/diagnostic.js';
import { createLog, type Logger } from '../log/log.js';
import { packageVersion } from '../version.js';

const maximumErrorBytes = 64 * 1024;
/** Room for message and hint of an error that is too long as it is. */
const maximumWords = 4096;

/** A failed call: one text block that is one JSON object, and no structured content. */
export function errorResult({ diagnostic }: GatewayError): CallToolResult {
  const whole = JSON.stringify(diagnostic);
  const text = Buffer.byteLength(whole) <= maximumErrorBytes ? whole : JSON.stringify(shortened(diagnostic));
  return { isError: true, content: [{ type: 'text', text }] };
}

/** The fields that fit, in their order: the one that is too long does not cost the others. */
function shortened({ code, stage, message, hint, ...fields }: GatewayError['diagnostic']): Record<string, unknown> {
  const head = { code, stage, message: message.slice(0, maximumWords), hint: hint?.slice(0, maximumWords) ?? null };
  const kept: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) {
    if (Buffer.byteLength(JSON.stringify({ ...head, ...kept, [name]: value })) <= maximumErrorBytes) kept[name] = value;
  }
  return { ...head, ...kept };
}

/**
 * A fault outside the gateway's own calls: it could not be opened, or we are wrong. Nothing is known of the call but
 * when it began; the log has what happened, under the correlation id.
 */
export function internalError(error: unknown, began: number): GatewayError {
  const correlation = randomUUID();
  const fields = {
    operation_id: null,
    operation_version: null,
    payload_digest: null,
    budget: null,
    elapsed_ms: Math.round(performance.now() - began),
    gateway_version: packageVersion,
    correlation_id: correlation,
  };
  const fail = (message: string, hint: string) =>
    new GatewayError('INTERNAL_ERROR', 'operation_resolution', message, { hint, fields, cause: error });
  if (error instanceof SettingsError) {
    // Its own words say everything; a trace through our code would not help whoever wrote the settings.
    log().error({ correlation, reason: error.message }, 'the settings cannot be used');
    return fail(
      withoutPaths(error.message),
      'Whoever runs the gateway corrects its settings (the file that JACOBIAN_CONFIG names, variables JACOBIAN_…) and starts it again; no call works until then.',
    );
  }
  log().error({ correlation, err: error }, 'internal error');
  return fail(
    'The gateway failed. This says nothing about the mathematics.',
    "Report the correlation id; the server's log on standard error has the trace.",
  );
}

/** Where this machine keeps its files is nobody's business at the other end of a connection. */
function withoutPaths(text: string): string {
  return text.replace(/(?<![\w.])(?:\/[\w.@+-]+){2,}/g, '<path>');
}

let opened: Logger | null = null;

/** Opened at the first failure. */
function log(): Logger {
  opened ??= createLog('error');
  return opened;
}
