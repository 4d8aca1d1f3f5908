/**
 * What goes over the wire of the two tools: the arguments. The answers stand in wire-answers.ts.
 * tools/generate-tools.ts prints the JSON Schemas of both, so a description here is what a client reads.
 */
import { z } from 'zod';
import { inputKinds, jsonObjectSchema, modes, transports } from './wire-words.js';

const operationId = z.string().min(1).max(256);

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
  payload: jsonObjectSchema.meta({
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
