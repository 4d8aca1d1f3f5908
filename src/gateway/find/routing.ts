import type { AnyOperation, InputKind } from '../../contracts/operation.js';
import type { FindQuery } from '../../contracts/wire.js';

/** Which kind of input the caller holds, and whether anything here takes it. Apart from whether words match. */
export interface Routing {
  readonly status: 'ROUTED' | 'NO_ROUTE';
  readonly basis: string;
  /** Null: not said, so nothing is filtered out. */
  readonly kind: InputKind | null;
  readonly accepts: (operation: AnyOperation) => boolean;
}

/** Phrases that say that the input is a proof in prose. */
const proofInProse =
  /\b(?:informal|prose|natural[- ]language|hand[- ]?written|english|pen[- ]and[- ]paper)[- ]+(?:proofs?|argument)\b|\bproofs?[- ]+(?:prose|in (?:prose|words|english))\b/i;

export function route(query: FindQuery, operations: readonly AnyOperation[]): Routing {
  const { kind, said } = kindOf(query);
  const { artifact_type: artifactType } = query;
  // No operation declares types of artifacts yet, so none is a route for a given one.
  const accepts = (operation: AnyOperation) =>
    (kind === null || operation.input_kinds.includes(kind)) && artifactType === undefined;
  const count = operations.filter(accepts).length;
  return {
    status: count > 0 ? 'ROUTED' : 'NO_ROUTE',
    basis: `${said}: ${String(count)} ${count === 1 ? 'operation accepts' : 'operations accept'} it`,
    kind,
    accepts,
  };
}

function kindOf({ query, input_kind, artifact_type }: FindQuery): { kind: InputKind | null; said: string } {
  if (artifact_type !== undefined) return { kind: 'TYPED_ARTIFACT', said: 'artifact_type of a TYPED_ARTIFACT' };
  if (input_kind !== undefined) return { kind: input_kind, said: `input_kind ${input_kind}` };
  if (query !== undefined && proofInProse.test(query)) {
    return { kind: 'NATURAL_LANGUAGE_PROOF', said: 'the query speaks of a NATURAL_LANGUAGE_PROOF' };
  }
  return { kind: null, said: 'no input_kind given, any counts' };
}
