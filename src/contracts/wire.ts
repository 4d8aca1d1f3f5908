/**
 * What goes over the wire of the two tools: arguments and structured answers. tools/generate-tools.ts prints their JSON
 * Schemas, so a description here is what a client reads.
 */
import { z } from 'zod';
import type { Availability } from './availability.js';

const modes = ['EXPLORE', 'VERIFY'] as const;
const inputKinds = ['STRUCTURED_REQUEST', 'FORMAL_PROPOSITION', 'TYPED_ARTIFACT', 'NATURAL_LANGUAGE_PROOF'] as const;
const transports = ['subprocess', 'container', 'embedded'] as const;

const operationId = z.string().min(1).max(256);

/** A JSON object that is passed on untouched: zod would copy it, and drop a key named `__proto__`. */
const jsonObject = z
  .custom<Readonly<Record<string, unknown>>>(
    (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
    {
      error: ({ input }) =>
        input === undefined ? 'Required: a JSON object.' : 'Send a JSON object, not text that contains one.',
      params: { code: 'wrong_type' },
    },
  )
  .meta({ type: 'object' });

const findFields = z.strictObject({
  query: z
    .string()
    .min(1)
    .max(4096)
    .optional()
    .meta({ description: 'Search: the mathematical result you need, in a few words.' }),
  operation_id: operationId.optional().meta({
    description: 'Inspect: one exact id, for its schemas, examples and available engines.',
  }),
  namespace: z.string().min(1).max(128).optional().meta({ description: 'First id segment, such as graph.' }),
  domain: z.string().min(1).max(128).optional().meta({ description: 'First id segment or an exact tag.' }),
  limit: z.int().min(1).max(20).optional().meta({ description: 'Page size of search and browse; default 5.' }),
  cursor: z.string().min(1).max(512).optional().meta({
    description: 'next_cursor of the page before; all other arguments but limit stay the same.',
  }),
  search_mode: z.enum(['precise', 'broad']).optional().meta({
    description: 'Search: precise (default) drops operations that share only a stray word; broad keeps them.',
  }),
  mode: z.enum(modes).optional().meta({ description: 'Only operations with this mode of math.run.' }),
  input_kind: z.enum(inputKinds).optional().meta({ description: 'Only operations that accept this kind of input.' }),
  artifact_type: z.string().min(1).max(128).optional().meta({ description: 'With input_kind TYPED_ARTIFACT.' }),
  view: z.enum(['SUMMARY', 'CONTRACT', 'FULL']).optional().meta({
    description: 'Inspect: how much of the contract; default CONTRACT.',
  }),
});

type FindFields = z.output<typeof findFields>;
const searchOnly = ['search_mode'] as const;
const listOnly = ['namespace', 'domain', 'limit', 'cursor', 'mode', 'input_kind', 'artifact_type'] as const;

/** Arguments of math.find: search with `query`, inspect with `operation_id`, browse with neither. */
export const findArgumentsSchema = findFields.superRefine((given, context) => {
  for (const [field, message] of misplaced(given)) {
    context.addIssue({ code: 'custom', path: [field], message, params: { code: 'not_in_this_form' } });
  }
});

/** What `find` of the library takes: search with `query`, browse without. */
export const findQuerySchema = findFields.omit({ operation_id: true, view: true }).superRefine((given, context) => {
  for (const [field, message] of misplaced(given)) {
    context.addIssue({ code: 'custom', path: [field], message, params: { code: 'not_in_this_form' } });
  }
});

/** Arguments that do not go with the form of the call, and why. */
function misplaced(given: Partial<FindFields>): [string, string][] {
  const inspects = given.operation_id !== undefined;
  const searches = given.query !== undefined;
  const wrong: [string, string][] = [];
  const refuse = (fields: readonly (keyof FindFields)[], message: string) => {
    for (const field of fields) if (given[field] !== undefined) wrong.push([field, message]);
  };
  if (inspects) {
    refuse(['query'], 'Send query to search or operation_id to inspect, not both.');
    refuse([...searchOnly, ...listOnly], 'It goes with search and browse, not with operation_id.');
  } else {
    refuse(['view'], 'It goes with operation_id only.');
    if (!searches) refuse(searchOnly, 'It goes with query only.');
    if (given.input_kind !== undefined && given.input_kind !== 'TYPED_ARTIFACT') {
      refuse(['artifact_type'], 'It goes with input_kind TYPED_ARTIFACT only.');
    }
  }
  return wrong;
}

/** Arguments of math.run. */
export const runArgumentsSchema = z.strictObject({
  operation_id: operationId.meta({ description: 'An operation_id from math.find.' }),
  payload: jsonObject.meta({
    type: 'object',
    description: "The operation's input, of the input_schema that math.find shows. Integers beyond 2^53-1 as strings.",
  }),
  mode: z.enum(modes).optional().meta({ description: 'EXPLORE (default), or VERIFY where the operation has it.' }),
  backend: z.string().min(1).max(64).optional().meta({ description: "Insist on one of the operation's backends." }),
  transport: z.enum(transports).optional().meta({ description: 'Insist on one of its transports.' }),
  budget: z
    .strictObject({
      wall_ms: z.int().min(1).exactOptional().meta({ description: 'Wall time in milliseconds.' }),
      memory_mb: z.int().min(1).exactOptional().meta({ description: 'Memory of the engine in MiB.' }),
      solver_steps: z.int().min(1).exactOptional().meta({ description: 'Conflicts or rlimit units of a solver.' }),
    })
    .optional()
    .meta({ description: "Instead of the operation's default budget." }),
  reasoning_run_id: z.string().min(1).max(128).optional(),
  reasoning_call_id: z.string().min(1).max(128).optional(),
});

export type FindArguments = z.output<typeof findArgumentsSchema>;
export type RunArguments = z.output<typeof runArgumentsSchema>;
export type FindQuery = z.output<typeof findQuerySchema>;
export type View = NonNullable<FindArguments['view']>;

const digest = z.string();

const requirement = z.object({
  backend: z.string(),
  version: z.string(),
  features: z.array(z.string()),
});

const cardExample = z.object({
  name: z.string(),
  description: z.string(),
  input: z.unknown(),
  output: z.unknown().optional(),
});

const assuranceLevels = ['PROPOSED', 'HEURISTIC', 'COMPUTED', 'CROSS_CHECKED', 'VERIFIED'] as const;

const cardSchema = z.object({
  operation_id: z.string(),
  version: z.string(),
  title: z.string(),
  description: z.string(),
  tags: z.array(z.string()),
  runtime_requirements: z.array(requirement),
  modes: z.array(z.enum(modes)),
  assurance_ceiling: z.enum(assuranceLevels),
  input_kinds: z.array(z.enum(inputKinds)),
  output_summary: z.string(),
  exact_input_scope: z.string(),
  /** As last known; NOT_CHECKED where nobody has looked yet. */
  availability: z.array(
    z.object({
      backend: z.string(),
      transport: z.enum(transports),
      status: z.string(),
      version: z.string().nullable(),
    }),
  ),
  related: z.array(z.string()),
  example: cardExample.optional(),
  required_fields: z.array(z.string()).optional(),
  available_fields: z.array(z.string()).optional(),
});

const matchSchema = cardSchema.extend({
  relevance_score: z.int(),
  /** Thousandths of the query's weight that this operation covers. */
  query_coverage_milli: z.int(),
  lexical_fit: z.enum(['STRONG', 'WEAK']),
  matched_on: z.array(z.string()),
  matched_terms: z.array(z.string()),
});

const pageFields = {
  next_cursor: z.string().nullable(),
  catalog_resource: z.literal('operation://catalog'),
  catalog_digest: digest,
  policy_digest: digest,
  routing_status: z.enum(['ROUTED', 'NO_ROUTE']),
  routing_basis: z.string(),
  recovery: z.array(z.object({ kind: z.string(), text: z.string() })).optional(),
};

const matchesSchema = z.object({
  kind: z.literal('matches'),
  query: z.string(),
  search_mode: z.enum(['precise', 'broad']),
  matches: z.array(matchSchema),
  total_matches: z.int(),
  portfolio_fit: z.enum(['STRONG', 'WEAK_LEXICAL_MATCH', 'NO_LEXICAL_MATCH']),
  ...pageFields,
});

const browseSchema = z.object({
  kind: z.literal('browse'),
  operations: z.array(cardSchema),
  total_operations: z.int(),
  ...pageFields,
});

const example = z.object({
  name: z.string(),
  description: z.string(),
  input: z.unknown(),
  output: z.unknown().optional(),
  error: z.object({ code: z.string() }).optional(),
});

const fieldSummary = z.object({ name: z.string(), required: z.boolean(), description: z.string() });

const budget = z.object({ wall_ms: z.int(), memory_mb: z.int(), solver_steps: z.int().optional() });

const operationFields = z.object({
  operation_id: z.string(),
  version: z.string(),
  title: z.string(),
  description: z.string(),
  read_only: z.boolean(),
  tags: z.array(z.string()),
  discovery_terms: z.array(z.string()),
  runtime_requirements: z.array(requirement),
  modes: z.array(z.enum(modes)),
  assurance_ceiling: z.enum(assuranceLevels),
  input_kinds: z.array(z.enum(inputKinds)),
  outcome: z.string(),
  exact_input_scope: z.string(),
  scope_rule: z.string(),
  qualifiers: z.array(z.string()),
  budget: z.object({ default: budget, maximum: budget }),
  input_fields: z.array(fieldSummary),
  output_fields: z.array(fieldSummary),
  has_examples: z.boolean(),
  input_schema: jsonObject.optional(),
  output_schema: jsonObject.optional(),
  examples: z.array(example).optional(),
  related: z.array(z.string()).optional(),
  /** FULL: in the order of preference. */
  providers: z
    .array(
      z.object({
        backend: z.string(),
        title: z.string(),
        homepage: z.string(),
        licence: z.string(),
        supported_versions: z.string(),
        tested_version: z.string(),
        transports: z.array(z.enum(transports)),
        /** Runs code of the caller, and therefore only isolated. */
        untrusted: z.boolean(),
      }),
    )
    .optional(),
  adapters: z.array(z.object({ backend: z.string(), kernels: z.array(z.string()) })).optional(),
  digests: z.object({ operation: digest, input_schema: digest, output_schema: digest }).optional(),
});

const availabilityStatuses = [
  'AVAILABLE',
  'MISSING',
  'UNSUPPORTED',
  'UNTESTED',
  'CHECK_FAILED',
  'ISOLATION_UNAVAILABLE',
  'DISABLED',
] as const;

const availabilitySchema = z.object({
  backend: z.string(),
  status: z.enum(availabilityStatuses),
  required_version: z.string(),
  version: z.string().nullable(),
  detail: z.string().nullable(),
  hint: z.string().nullable(),
  transport: z.enum(transports),
  path: z.string().nullable(),
  checked_at: z.string(),
});

const operationSchema = z.object({
  kind: z.literal('operation'),
  view: z.enum(['SUMMARY', 'CONTRACT', 'FULL']),
  operation: operationFields,
  backend_availability: z.array(availabilitySchema),
  catalog_digest: digest,
  policy_digest: digest,
});

const errorSchema = z.object({
  kind: z.literal('error'),
  error: z.object({
    code: z.enum(['UNKNOWN_OPERATION', 'INVALID_CURSOR']),
    stage: z.string(),
    message: z.string(),
    hint: z.string().nullable(),
  }),
});

/** The answers of math.find: told apart by `kind`. */
export const findAnswerSchemas = [matchesSchema, browseSchema, operationSchema, errorSchema] as const;

/** The structured answer of math.run. */
export const runAnswerSchema = z.object({
  operation_id: z.string(),
  operation_version: z.string(),
  mode: z.enum(modes),
  output: z.unknown().meta({ description: "The operation's typed mathematical value, of its output_schema." }),
  runtime_ms: z.number().min(0),
  execution: z.object({
    status: z.literal('COMPLETED'),
    backend: z.string(),
    backend_version: z.string().nullable(),
    transport: z.enum(transports).nullable(),
    provider_digest: z.string().nullable(),
    queue_ms: z.number().min(0),
    run_ms: z.number().min(0),
  }),
  completeness: z.enum(['COMPLETE', 'PARTIAL', 'BOUNDED']),
  qualifiers: z.array(z.string()),
  scope: z.string().nullable(),
  assurance: z.object({
    level: z.enum(assuranceLevels),
    basis: z.string(),
    checker: z.string().nullable(),
    verification_record_uri: z.string().nullable(),
  }),
  obligations: z.array(z.object({ code: z.string(), text: z.string() })),
  relationships: z.array(
    z.object({ kind: z.string(), operation_id: z.string().optional(), uri: z.string().optional() }),
  ),
  artifact_uris: z.array(z.string()),
  diagnostics: z.array(z.string()),
  result_digest: digest,
});

export type Card = z.output<typeof cardSchema>;
export type Match = z.output<typeof matchSchema>;
export type MatchesAnswer = z.output<typeof matchesSchema>;
export type BrowseAnswer = z.output<typeof browseSchema>;
export type FindAnswer = MatchesAnswer | BrowseAnswer;
export type OperationAnswer = z.output<typeof operationSchema>;
export type OperationView = z.output<typeof operationFields>;
export type ErrorAnswer = z.output<typeof errorSchema>;
/** One entry of `backend_availability`. */
export type BackendAvailability = z.output<typeof availabilitySchema>;

/** What a client sees of an availability: everything but the candidates. */
export function wireAvailability(known: Availability): BackendAvailability {
  const { backend, status, required_version, version, detail, hint, transport, path, checked_at } = known;
  return { backend, status, required_version, version, detail, hint, transport, path, checked_at };
}
