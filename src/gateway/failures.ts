import { EngineError, ReplyError } from '../contracts/adapter.js';
import type { DiagnosticRule } from '../contracts/backend.js';
import { GatewayError } from '../contracts/diagnostic.js';
import { ChannelClosed, OutputLimit } from '../contracts/transport.js';

export type FailureClass = 'CRASHED' | 'ENGINE_ERROR' | 'PROTOCOL_ERROR' | 'INVALID_OUTPUT';

/** Longest piece of an engine's own words that an error carries. */
const evidenceLength = 400;

/** Turns whatever went wrong between request and reply into the one error that says so. Unknown errors pass through. */
export function engineFailure(
  error: unknown,
  backend: string,
  rules: readonly DiagnosticRule[],
  memory_mb: number,
): unknown {
  if (error instanceof OutputLimit) {
    return new GatewayError('RESOURCE_EXHAUSTED', 'backend_execution', 'The engine wrote more than it may.', {
      hint: 'Ask for a smaller answer.',
      fields: { backend, resource: 'output', limit: error.limit },
    });
  }
  if (error instanceof EngineError) {
    const rule = rules.find(({ match }) => match.test(error.message));
    if (rule?.code === 'memory') return memoryExhausted(backend, memory_mb);
    return backendFailure(backend, 'ENGINE_ERROR', 'The engine reported an error.', error.message);
  }
  if (error instanceof ReplyError) {
    return backendFailure(
      backend,
      'PROTOCOL_ERROR',
      'The engine answered what the protocol does not allow.',
      error.message,
    );
  }
  if (error instanceof ChannelClosed) {
    const exit = error.exit;
    const how =
      exit === null ? 'did not start' : exit.signal !== null ? `signal ${exit.signal}` : `status ${String(exit.code)}`;
    return backendFailure(backend, 'CRASHED', 'The engine ended in the middle of the call.', how);
  }
  return error;
}

export function memoryExhausted(backend: string, memory_mb: number): GatewayError {
  return new GatewayError('RESOURCE_EXHAUSTED', 'backend_execution', 'The engine ran out of memory.', {
    hint: 'Send a larger budget.memory_mb, or a smaller problem.',
    fields: { backend, resource: 'memory', limit: memory_mb },
  });
}

export function backendFailure(
  backend: string,
  classification: FailureClass,
  message: string,
  evidence: string,
): GatewayError {
  const stage = classification === 'INVALID_OUTPUT' ? 'result_projection' : 'backend_execution';
  return new GatewayError('BACKEND_FAILURE', stage, `${message} This says nothing about the mathematics.`, {
    fields: { backend, classification, evidence: sanitise(evidence) },
  });
}

/** Printable, bounded, and without paths of this machine. */
export function sanitise(text: string): string {
  return text
    .replace(/[^\x20-\x7e]+/g, ' ')
    .replace(/(?:\/[\w.@+-]+){2,}/g, '<path>')
    .slice(0, evidenceLength);
}
