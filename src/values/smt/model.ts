import { z } from 'zod';
import { algebraicNumberOutput, type AlgebraicNumber } from '../algebraic-number.js';
import { integerOutput, type Integer } from '../integer.js';
import { rationalOutput, type Rational } from '../rational.js';
import type { JsonSchema } from '../value.js';

/** What a symbol means in a model, by its sort. */
export type ModelValue =
  | boolean
  | Integer
  | Rational
  | AlgebraicNumber
  /** Bit-vectors: the unsigned value. */
  | { readonly width: number; readonly value: Integer }
  | { readonly string: string }
  | { readonly sequence: readonly ModelValue[] }
  | { readonly constructor: string; readonly fields: readonly ModelValue[] }
  /** Arrays: everywhere `default`, but at the indices listed. */
  | { readonly default: ModelValue; readonly entries: readonly ArrayEntry[] }
  /** Functions as tables. */
  | { readonly parameters: readonly string[]; readonly entries: readonly FunctionEntry[]; readonly default: ModelValue }
  /**
   * What no finite table says: a term of SMT-LIB in the script's names over x0, x1, …, the parameters of a function or
   * the index of an array. Algebraic numbers stand in it as (root-obj polynomial index from 1), elements as (as @0 sort).
   */
  | { readonly parameters: readonly string[]; readonly definition: string }
  /** The elements of an uninterpreted sort are numbered. */
  | { readonly element: number }
  /** The bits of IEEE 754, as an integer; NaN has one representation. */
  | { readonly exponent_width: number; readonly significand_width: number; readonly bits: Integer }
  | { readonly rounding_mode: string };

export interface ArrayEntry {
  readonly index: ModelValue;
  readonly value: ModelValue;
}

export interface FunctionEntry {
  readonly arguments: readonly ModelValue[];
  readonly value: ModelValue;
}

export interface ModelBinding {
  /** The symbol as the script writes it. Division by zero, where the model fixes it, is `(/ x 0)`, `(div x 0)`, `(mod x 0)`. */
  readonly name: string;
  /** Its sort in SMT-LIB; for functions `(-> parameter … result)`. */
  readonly sort: string;
  readonly value: ModelValue;
}

const value: z.ZodType<ModelValue> = z.lazy(() =>
  z.union([
    z.boolean(),
    integerOutput('Int'),
    rationalOutput('Real'),
    algebraicNumberOutput('Real that is no rational'),
    z.strictObject({ width: z.int().min(1), value: integerOutput('unsigned value') }),
    z.strictObject({ string: z.string() }),
    z.strictObject({ sequence: z.array(value) }),
    z.strictObject({ constructor: z.string(), fields: z.array(value) }),
    z.strictObject({ default: value, entries: z.array(z.strictObject({ index: value, value })) }),
    z.strictObject({
      parameters: z.array(z.string()),
      entries: z.array(z.strictObject({ arguments: z.array(value), value })),
      default: value,
    }),
    z.strictObject({ parameters: z.array(z.string()), definition: z.string() }),
    z.strictObject({ element: z.int().min(0) }),
    z.strictObject({ exponent_width: z.int(), significand_width: z.int(), bits: integerOutput('bits of IEEE 754') }),
    z.strictObject({ rounding_mode: z.string() }),
  ]),
);

const valueSchema: JsonSchema = {
  description:
    'By sort: Bool true/false; Int decimal string; Real {num, den} or an algebraic number {polynomial, real_root_index, interval}; ' +
    '{width, value} bit-vector; {string}; {sequence}; {constructor, fields}; {default, entries: [{index, value}]} array; ' +
    '{parameters, entries: [{arguments, value}], default} function; {parameters, definition} where no finite table says a function or an array: ' +
    'an SMT-LIB term over x0, x1, … of the sorts in parameters (the index of an array), with (root-obj polynomial index-from-1) and (as @0 sort); ' +
    '{element} of an uninterpreted sort; {exponent_width, significand_width, bits} floating point; {rounding_mode}.',
};

export const modelOutput: z.ZodType<readonly ModelBinding[]> = z
  .array(
    z.strictObject({
      name: z
        .string()
        .meta({ description: 'symbol as the script writes it; (/ x 0), (div x 0), (mod x 0) for division by zero' }),
      sort: z.string().meta({ description: 'sort in SMT-LIB; (-> parameter … result) for a function' }),
      value: z.custom<ModelValue>((raw) => value.safeParse(raw).success).meta(valueSchema),
    }),
  )
  .meta({ description: 'one entry for each declared symbol, in the order of declaration' });
