import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { GatewayError } from '../contracts/diagnostic.js';
import type { RunResult } from '../contracts/gateway.js';
import type { BackendAvailability, Card, ErrorAnswer, FindAnswer, OperationAnswer } from '../contracts/wire-answers.js';

/** A longer output stands in the structured answer alone. */
const maximumOutputInText = 16 * 1024;
/** What surrounds a result in its message. */
const envelopeBytes = 512;

/** The result of math.find: the structured answer, and a text for clients that read nothing else. */
export function findResult(answer: FindAnswer | OperationAnswer | ErrorAnswer): CallToolResult {
  return {
    isError: false,
    structuredContent: { ...answer },
    content: [{ type: 'text', text: JSON.stringify(projectFind(answer)) }],
  };
}

/** The result of math.run. Throws RESOURCE_EXHAUSTED where it does not fit into one message. */
export function runResult(result: RunResult, maximumBytes: number): CallToolResult {
  const outputJson = JSON.stringify(result.output);
  const outputBytes = Buffer.byteLength(outputJson);
  const text = JSON.stringify(projectRun(result, outputBytes));
  const rest = JSON.stringify({ ...result, output: null });
  // The text travels as a string inside the message, where its quotes are escaped.
  const total = outputBytes + Buffer.byteLength(rest) + Buffer.byteLength(JSON.stringify(text)) + envelopeBytes;
  if (total > maximumBytes) throw tooLarge(result.execution.backend, total, maximumBytes);
  return { structuredContent: { ...result }, content: [{ type: 'text', text }] };
}

function projectRun(result: RunResult, outputBytes: number) {
  const { operation_id, completeness, qualifiers, scope, assurance, obligations, relationships, diagnostics } = result;
  const { backend, backend_version } = result.execution;
  return {
    operation_id,
    output:
      outputBytes <= maximumOutputInText
        ? result.output
        : `The output has ${String(outputBytes)} bytes and stands in structuredContent.output only.`,
    completeness,
    qualifiers,
    scope,
    assurance,
    obligations,
    relationships,
    diagnostics,
    engine: backend_version === null ? backend : `${backend} ${backend_version}`,
  };
}

function tooLarge(backend: string, bytes: number, limit: number): GatewayError {
  return new GatewayError(
    'RESOURCE_EXHAUSTED',
    'result_projection',
    `The answer takes ${String(bytes)} bytes; a message over this connection may have ${String(limit)}.`,
    {
      hint: 'The computation succeeded. Ask for less, use the library or the command line, which have no such limit, or have the operator raise stdioMessageBytes (clients of the SDK accept 10 MiB).',
      fields: { backend, resource: 'output', limit },
    },
  );
}

function projectFind(answer: FindAnswer | OperationAnswer | ErrorAnswer): unknown {
  switch (answer.kind) {
    case 'matches': {
      const { kind, query, total_matches, next_cursor, portfolio_fit, routing_status, recovery } = answer;
      const matches = answer.matches.map((match) => ({ ...projectCard(match), lexical_fit: match.lexical_fit }));
      return {
        kind,
        query,
        portfolio_fit,
        routing_status,
        matches,
        total_matches,
        next_cursor,
        recovery,
        next: nextStep,
      };
    }
    case 'browse': {
      const { kind, total_operations, next_cursor, routing_status, recovery } = answer;
      const operations = answer.operations.map(projectCard);
      return { kind, routing_status, operations, total_operations, next_cursor, recovery, next: nextStep };
    }
    case 'operation':
      return projectOperation(answer);
    case 'error':
      return answer;
  }
}

const nextStep = 'math.find {operation_id} shows the whole contract; math.run {operation_id, payload} computes.';

function projectCard(card: Card) {
  const { operation_id, title, output_summary, exact_input_scope, example, required_fields, available_fields } = card;
  const engines = card.availability.map(({ backend, transport, status }) => `${backend}/${transport} ${status}`);
  const payload = example?.input;
  return {
    operation_id,
    title,
    output_summary,
    exact_input_scope,
    payload,
    required_fields,
    available_fields,
    engines,
  };
}

/** Enough to build a request from the text alone: the whole input schema, an example, and what is here. */
function projectOperation({ kind, view, operation, backend_availability }: OperationAnswer) {
  const { operation_id, version, title, description, outcome, exact_input_scope, scope_rule, modes, tags } = operation;
  const head = { kind, view, operation_id, version, title, description, outcome, exact_input_scope, modes };
  const engines = backend_availability.map(projectAvailability);
  const { output_fields } = operation;
  if (view === 'SUMMARY') {
    const { input_fields, has_examples } = operation;
    return { ...head, tags, scope_rule, input_fields, output_fields, has_examples, engines };
  }
  const { input_schema, budget, related, examples, providers, adapters, digests } = operation;
  const example = examples?.find(({ error }) => error === undefined);
  return { ...head, input_schema, output_fields, example, budget, related, engines, providers, adapters, digests };
}

function projectAvailability({
  backend,
  transport,
  status,
  version,
  required_version,
  detail,
  hint,
}: BackendAvailability) {
  return { backend, transport, status, version, required_version, detail, hint };
}
