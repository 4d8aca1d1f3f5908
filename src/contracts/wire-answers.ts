/** What goes over the wire of the two tools: the structured answers. */
import { z } from 'zod';
import type { Availability } from './availability.js';
import { inputKinds, jsonObjectSchema, modes, transports } from './wire-words.js';

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
  input_schema: jsonObjectSchema.optional(),
  output_schema: jsonObjectSchema.optional(),
  examples: z.array(example).optional(),
  related: z.array(z.string()).optional(),
  /** FULL: how engines run on this machine. */
  isolation: z
    .object({
      /** The operator's setting. */
      setting: z.enum(['required', 'preferred', 'off']),
      /** Whether engines run isolated here. */
      isolated: z.boolean(),
      detail: z.string(),
    })
    .optional(),
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
