import type { z } from 'zod';
import type { RuntimeRequirement } from './requirement.js';
import type { ExhaustedResource } from './outcome.js';

export type Mode = 'EXPLORE' | 'VERIFY';

/** What a call may use. */
export interface Budget {
  /** Wall time of the engine's work, in milliseconds. */
  readonly wall_ms: number;
  /** Memory of the engine, in MiB. */
  readonly memory_mb: number;
  /** Solver steps (conflicts, rlimit units), where the engine counts them. */
  readonly solver_steps?: number;
}

export interface Example {
  /** snake_case, unique within the operation. */
  readonly name: string;
  readonly description: string;
  /** A payload as a caller would send it; at least one example of an operation stays under 2 KiB. */
  readonly input: unknown;
  /** The canonical output (compared with `equal`), or, for a refused payload, the error code it gives. */
  readonly output?: unknown;
  readonly error?: { readonly code: string };
}

/**
 * What an operation means, independent of any engine. `P` is what callers may send, `I` the canonical input an adapter
 * gets, `O` the canonical output. Both are plain JSON data, so an output can be sent back as an input.
 */
export interface OperationDeclaration<I, O, P> {
  readonly id: string;
  /** semver of the contract: a changed meaning is a new major version. */
  readonly version: string;
  readonly title: string;
  /** One to three sentences: the outcome, and the convention that fixes what the answer means. */
  readonly description: string;
  /** Words people search by that stand nowhere else in the declaration: synonyms, commands of other systems, symbols. */
  readonly discovery_terms: readonly string[];
  readonly tags: readonly string[];
  readonly input: z.ZodType<I, P>;
  readonly output: z.ZodType<O>;
  /** One line each for cards. */
  readonly output_summary: string;
  readonly exact_input_scope: string;
  /** Ordinary, edge and refused: three at least. */
  readonly examples: readonly Example[];
  readonly budget: { readonly default: Budget; readonly maximum: Budget };
  /** Empty for a direct operation, which needs no engine. */
  readonly runtime_requirements: readonly RuntimeRequirement[];
  readonly modes: readonly Mode[];
  readonly input_kinds: readonly InputKind[];
  readonly related: readonly string[];
  /** Qualifiers that hold for every answer; a report may replace them. */
  readonly qualifiers: readonly Qualifier[];
  /** True where the two canonical outputs say the same; witnesses may differ. */
  equal(a: O, b: O): boolean;
  /**
   * Cheap defining identities that do not trust the engine. Returns null, or the identity that does not hold (the
   * answer is then refused as INVALID_OUTPUT). Never repeats payload text.
   */
  verify(input: I, output: O): string | null;
  /** The UNKNOWN answer of an operation whose result model has one; the others fail when a resource runs out. */
  exhausted?(input: I, resource: ExhaustedResource): O;
  /** Budget that the payload itself asks for (the public vocabulary's `timeout_ms` and the like). */
  payloadBudget?(input: I): Partial<Budget>;
}

export type InputKind = 'STRUCTURED_REQUEST' | 'FORMAL_PROPOSITION' | 'TYPED_ARTIFACT' | 'NATURAL_LANGUAGE_PROOF';

export type Qualifier =
  'exact' | 'approximate' | 'bounded' | 'exhaustive' | 'deterministic' | 'heuristic' | 'assumes-GRH';

/** A declaration whose types nobody needs: what registries hold. `never` inputs make calling it without parsing a type error. */
// Method bivariance of `equal`, `verify` and `exhausted` lets every declaration be assigned to this.
export type AnyOperation = OperationDeclaration<unknown, unknown, unknown>;

/** Identity function that lets TypeScript infer the three types from the schemas. */
export function defineOperation<I, O, P>(declaration: OperationDeclaration<I, O, P>): OperationDeclaration<I, O, P> {
  return declaration;
}
