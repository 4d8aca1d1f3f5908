import { z } from 'zod';
import type { Random } from './random.js';

/** A question whose answer this tool can check by itself. */
export interface Question {
  readonly payload: Readonly<Record<string, unknown>>;
  /** Null when the output is right, else what is wrong with it. An exception says the same: it has another form. */
  readonly check: (output: unknown) => string | null;
}

/** Makes questions for one operation. */
export interface Maker {
  readonly operation: string;
  /** Backends that answer it; `direct` where none is needed. */
  readonly backends: readonly string[];
  readonly make: (random: Random) => Question;
}

/** Where a question is sent. */
export interface Target {
  readonly backend: string;
  readonly transport: 'subprocess' | 'embedded' | null;
}

/** A question for one operation at one target. */
export interface Job extends Question, Target {
  readonly operation: string;
}

/** An answer that gives up, which is right when a limit is to blame. */
export function isUndecided(output: unknown): boolean {
  const words = z.looseObject({ outcome: z.string().optional(), status: z.string().optional() }).safeParse(output);
  return words.success && (words.data.outcome === 'UNKNOWN' || words.data.status === 'UNKNOWN');
}

/** `right` or what is wrong, as a check returns it. */
export function verdict(right: boolean, wrong: string): string | null {
  return right ? null : wrong;
}

/** A decimal string of an answer as a bigint. */
export const integer = z
  .string()
  .regex(/^-?[0-9]+$/)
  .transform(BigInt);

/** A `{num, den}` of an answer. */
export const fraction = z.object({ num: integer, den: integer });

/** The rows of a matrix of an answer. */
export const integerRows = z.looseObject({ entries: z.array(z.array(integer)) }).transform(({ entries }) => entries);

export const rationalRows = z.looseObject({ entries: z.array(z.array(fraction)) }).transform(({ entries }) => entries);
