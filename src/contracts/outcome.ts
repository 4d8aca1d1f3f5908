import type { Qualifier } from './operation.js';

export type ExhaustedResource = 'time' | 'work' | 'memory';
export type Completeness = 'COMPLETE' | 'PARTIAL' | 'BOUNDED';

/** What an adapter knows of one answer beyond the value itself. Everything absent keeps the operation's own word. */
export interface AnswerReport {
  readonly completeness?: Completeness;
  readonly qualifiers?: readonly Qualifier[];
  /** What bounds a BOUNDED answer, in words. */
  readonly scope?: string;
  readonly obligations?: readonly Obligation[];
  readonly diagnostics?: readonly string[];
}

export interface Obligation {
  readonly code: string;
  readonly text: string;
}

/** What an adapter made of an engine's reply. */
export type Outcome<O> =
  | { readonly kind: 'ok'; readonly output: O; readonly report?: AnswerReport }
  /** A resource ran out: UNKNOWN where the operation's model has it, else an error. */
  | { readonly kind: 'exhausted'; readonly resource: ExhaustedResource }
  /** The engine refused the caller's own program (SMT-LIB, Lean) before any verdict: INVALID_REQUEST. */
  | { readonly kind: 'rejected'; readonly field: string; readonly message: string };

export function ok<O>(output: O, report?: AnswerReport): Outcome<O> {
  return report === undefined ? { kind: 'ok', output } : { kind: 'ok', output, report };
}
