import { EngineCrashed, EngineError, ReplyError } from '../contracts/adapter.js';
import type { DiagnosticRule } from '../contracts/backend.js';
import { GatewayError } from '../contracts/diagnostic.js';
import { LimitExceeded, type LimitedResource } from '../contracts/limits.js';
import type { Settings } from '../contracts/settings.js';
import { ChannelClosed } from '../contracts/transport.js';

export type FailureClass = 'CRASHED' | 'ENGINE_ERROR' | 'PROTOCOL_ERROR' | 'INVALID_OUTPUT';

/** Longest piece of an engine's own words that an error carries. */
const evidenceLength = 400;

/** What the C library or a shell says when space for files runs out, whichever engine passes it on. */
const systemRules: readonly DiagnosticRule[] = [
  { match: /no space left on device/i, code: 'disk' },
  { match: /file too large|file size limit exceeded/i, code: 'file_size' },
];

/** What a call was given, for the errors that say what ran out. */
export interface Given {
  readonly memory_mb: number;
  readonly limits: Settings['limits'];
}

/** Turns whatever went wrong between request and reply into the one error that says so. Unknown errors pass through. */
export function engineFailure(
  error: unknown,
  backend: string,
  rules: readonly DiagnosticRule[],
  given: Given,
): unknown {
  if (error instanceof LimitExceeded) return resourceExhausted(backend, error.resource, error.limit);
  const meant = (text: string) => [...rules, ...systemRules].find(({ match }) => match.test(text))?.code;
  if (error instanceof EngineError) {
    const resource = meant(error.message);
    if (resource !== undefined) return resourceExhausted(backend, resource, limitOf(resource, given));
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
  const end = endOf(error);
  if (end === null) return error;
  const resource = meant(end.stderr);
  if (resource !== undefined) return resourceExhausted(backend, resource, limitOf(resource, given));
  const said = end.stderr.trim().split('\n').slice(-3).join(' ');
  const evidence = said === '' ? end.how : `${end.how}: ${said}`;
  return backendFailure(backend, 'CRASHED', 'The engine ended in the middle of the call.', evidence);
}

/** How an engine ended, and the end of what it said. Null: it did not end. */
function endOf(error: unknown): { how: string; stderr: string } | null {
  if (error instanceof EngineCrashed) return error;
  if (!(error instanceof ChannelClosed)) return null;
  const { exit, stderr } = error;
  if (exit === null) return { how: 'did not start', stderr };
  // The daemon of a container that is gone tells nothing of the end.
  if (exit.signal === null && exit.code === null) return { how: error.message, stderr };
  return { how: exit.signal !== null ? `signal ${exit.signal}` : `status ${String(exit.code)}`, stderr };
}

function limitOf(resource: DiagnosticRule['code'], { memory_mb, limits }: Given): number {
  if (resource === 'memory') return memory_mb;
  return resource === 'disk' ? limits.temporaryBytes : limits.fileBytes;
}

const exhaustion: Readonly<Record<LimitedResource, { message: string; hint: string }>> = {
  memory: {
    message: 'The engine ran out of memory.',
    hint: 'Send a larger budget.memory_mb, or a smaller problem.',
  },
  cpu: {
    message: 'The engine used more processor time than it may.',
    hint: 'Send a larger budget.wall_ms, or a smaller problem.',
  },
  output: { message: 'The engine wrote more than it may.', hint: 'Ask for a smaller answer.' },
  processes: { message: 'The engine started more processes than it may.', hint: 'Send a smaller problem.' },
  file_size: { message: 'The engine wrote a larger file than it may.', hint: 'Send a smaller problem.' },
  disk: { message: 'The engine filled its temporary folder.', hint: 'Send a smaller problem.' },
};

/** RESOURCE_EXHAUSTED; the unit of the limit is that of its resource (src/contracts/limits.ts). */
export function resourceExhausted(backend: string, resource: LimitedResource, limit: number): GatewayError {
  const { message, hint } = exhaustion[resource];
  return new GatewayError(
    'RESOURCE_EXHAUSTED',
    'backend_execution',
    `${message} This says nothing about the mathematics.`,
    {
      hint,
      fields: { backend, resource, limit },
    },
  );
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
    .replace(/(?:\/[^\s/'"`:,;()<>[\]{}]+){2,}/g, '<path>')
    .replace(/[^\x20-\x7e]+/g, ' ')
    .slice(0, evidenceLength);
}
