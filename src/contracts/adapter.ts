import type { Budget } from './operation.js';
import type { Outcome } from './outcome.js';

/** What one request sends to an engine: text of the backend's own protocol, printed by its dialect. */
export interface Program {
  readonly text: string;
}

/** What came back, framing removed. */
export interface Reply {
  readonly text: string;
  /** The end of what the engine wrote to standard error since the request. */
  readonly stderr: string;
}

/** What the gateway grants this call. */
export interface Grant {
  readonly budget: Budget;
  /** Soft limit in ms, below the wall budget: what an engine is told where the operation has an UNKNOWN answer. */
  readonly soft_ms: number;
}

/** The typed translation of one operation to one backend. Pure: no I/O, no clock, no randomness. */
export interface Adapter<I, O> {
  /** Operation id. */
  readonly operation: string;
  /** Backend id. */
  readonly backend: string;
  /** The independent kernels the answer ends in (SageMath calls PARI, Singular, …), for cross-checks. */
  readonly kernels: readonly string[];
  /**
   * How gladly this backend takes the input: 0 (also where it is left out), or more for inputs that another backend does
   * much better; among the alternatives the lowest comes first.
   */
  rank?(input: I): number;
  encode(input: I, grant: Grant): Program;
  /** Throws ReplyError where the reply is not of the grammar. */
  decode(reply: Reply, input: I): Outcome<O> | FollowUp<O>;
}

/** One more program is needed. Engines that run code of the caller get it in a session which never saw the first. */
export interface FollowUp<O> {
  readonly kind: 'follow-up';
  readonly program: Program;
  decode(reply: Reply): Outcome<O>;
}

/** A direct operation: computed here, no engine. */
export interface DirectAdapter<I, O> {
  readonly operation: string;
  compute(input: I, signal: AbortSignal): Outcome<O>;
}

/** The reply is not what the protocol allows: never a mathematical conclusion. */
export class ReplyError extends Error {
  override readonly name = 'ReplyError';
}

/** The engine itself reported an error. `text` is the engine's own wording. */
export class EngineError extends Error {
  override readonly name = 'EngineError';
}

/** The engine process that served the request ended; the session itself is sound and serves the next request. */
export class EngineCrashed extends Error {
  override readonly name = 'EngineCrashed';
  constructor(
    /** `SIGSEGV`, or `status 1`. */
    readonly how: string,
    /** The end of what the process wrote to standard error. */
    readonly stderr: string,
  ) {
    super(`the engine process that served the request ended (${how})`);
  }
}

export type AnyAdapter = Adapter<unknown, unknown>;
export type AnyDirectAdapter = DirectAdapter<unknown, unknown>;
