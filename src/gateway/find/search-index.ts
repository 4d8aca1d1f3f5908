import type { AnyOperation } from '../../contracts/operation.js';
import { contentStems } from './query.js';
import { stems } from './tokens.js';

/** Where a word stands in a declaration. */
export const fieldNames = [
  'operation_id',
  'title',
  'discovery_terms',
  'tags',
  'description',
  'field_names',
  'output_summary',
] as const;
export type FieldName = (typeof fieldNames)[number];

const fieldWeights: Readonly<Record<FieldName, number>> = {
  operation_id: 4,
  title: 3.5,
  discovery_terms: 3,
  tags: 2.5,
  description: 1.2,
  field_names: 1,
  output_summary: 1,
};

/** Fields that say what an operation is for; the others mention much beside it. */
const primaryFields: ReadonlySet<FieldName> = new Set(['operation_id', 'title', 'discovery_terms', 'tags']);

/** How one stem stands in one operation. */
export interface Posting {
  readonly operation: number;
  /** Weight of the best field. */
  readonly weight: number;
  readonly primary: boolean;
  readonly fields: readonly FieldName[];
}

export interface SearchIndex {
  readonly size: number;
  readonly postings: ReadonlyMap<string, readonly Posting[]>;
  /** By operation: the stems of its id without verbs, its subject. */
  readonly subjects: readonly ReadonlySet<string>[];
  /** By operation: title and terms as sequences of stems. */
  readonly phrases: readonly (readonly string[])[];
}

/** Last or middle segments of ids that name no subject. */
const verbs: ReadonlySet<string> = new Set(
  stems('compute decide check solve find construct enumerate list verify describe'),
);

export function buildIndex(
  operations: readonly AnyOperation[],
  names: (operation: AnyOperation) => string[],
): SearchIndex {
  const postings = new Map<string, Posting[]>();
  operations.forEach((operation, number) => {
    for (const [stem, fields] of stemFields(operation, names(operation))) {
      const weight = Math.max(...fields.map((field) => fieldWeights[field]));
      const list = postings.get(stem) ?? [];
      list.push({ operation: number, weight, primary: fields.some((field) => primaryFields.has(field)), fields });
      postings.set(stem, list);
    }
  });
  return {
    size: operations.length,
    postings,
    subjects: operations.map(({ id }) => new Set(stems(id).filter((stem) => !verbs.has(stem) && stem.length > 1))),
    phrases: operations.map(({ title, discovery_terms }) =>
      [title, ...discovery_terms].map((text) => contentStems(text).join(' ')).filter((text) => text !== ''),
    ),
  };
}

function stemFields(operation: AnyOperation, names: readonly string[]): Map<string, FieldName[]> {
  const texts: Record<FieldName, readonly string[]> = {
    operation_id: [operation.id],
    title: [operation.title],
    discovery_terms: operation.discovery_terms,
    tags: operation.tags,
    description: [operation.description],
    field_names: names,
    output_summary: [operation.output_summary, operation.exact_input_scope],
  };
  const found = new Map<string, FieldName[]>();
  for (const field of fieldNames) {
    for (const stem of new Set(texts[field].flatMap(stems))) found.set(stem, [...(found.get(stem) ?? []), field]);
  }
  return found;
}
