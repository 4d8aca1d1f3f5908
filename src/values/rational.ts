import { z } from 'zod';
import type { IssueSink, Location } from '../contracts/issue.js';
import {
  digitCount,
  integerJsonSchema,
  integerOutput,
  parseInteger,
  type Integer,
  type IntegerInput,
} from './integer.js';
import { gcd } from './number-theory.js';
export { gcd } from './number-theory.js';
import { checkKeys, isRecord, valueType, type JsonSchema } from './value.js';

/** Reduced, den > 0. */
export interface Rational {
  readonly num: Integer;
  readonly den: Integer;
}
/** Longest numerator and denominator of a fraction, in digits: reducing takes more than linear time. */
const maximumFractionDigits = 100_000;

/** `{num, den}`, an integer in any form, or a fraction such as `"-3/4"`. */
export type RationalInput = { readonly num: IntegerInput; readonly den: IntegerInput } | IntegerInput;

/** For arithmetic: the same value as two bigints. */
export interface Fraction {
  readonly num: bigint;
  readonly den: bigint;
}

export const rationalJsonSchema: JsonSchema = {
  anyOf: [
    {
      type: 'object',
      properties: { num: integerJsonSchema, den: integerJsonSchema },
      required: ['num', 'den'],
      additionalProperties: false,
    },
    { type: 'string', description: 'integer, or fraction such as -3/4' },
    { type: 'integer' },
  ],
  description: 'Rational: {num, den}, integer, or fraction string such as "-3/4".',
};

const fractionText = /^\s*([^/]+?)\s*\/\s*([^/]+?)\s*$/;

export function parseRational(raw: unknown, at: Location, issues: IssueSink): Rational | undefined {
  if (isRecord(raw)) {
    checkKeys(raw, ['num', 'den'], at, issues);
    return reduceTexts(raw['num'], raw['den'], [...at, 'num'], [...at, 'den'], issues);
  }
  const parts = typeof raw === 'string' && raw.includes('/') ? fractionText.exec(raw) : null;
  if (parts !== null) {
    const [, top = '', bottom = ''] = parts;
    // 1+1/2 is not (1+1)/2, and 1/2*3 is not 1/(2*3).
    if (hasOperator(top, '+-') || hasOperator(bottom, '+-*')) {
      issues.add(at, 'invalid_rational', 'Send one fraction such as -3/4, with parentheses around a sum or a product.');
      return undefined;
    }
    return reduceTexts(top, bottom, at, at, issues);
  }
  const num = parseInteger(raw, at, issues);
  return num === undefined ? undefined : { num, den: '1' };
}

export function rational(description: string): z.ZodType<Rational, RationalInput> {
  return valueType<Rational, RationalInput>(parseRational, { ...rationalJsonSchema, description });
}

export function rationalOutput(description: string): z.ZodType<Rational> {
  return z
    .strictObject({ num: integerOutput('numerator'), den: integerOutput('denominator, > 0') })
    .meta({ description });
}

export function toFraction(value: Rational): Fraction {
  return { num: BigInt(value.num), den: BigInt(value.den) };
}

/** The canonical rational num/den; den must not be 0. */
export function fromFraction(num: bigint, den: bigint): Rational {
  const divisor = gcd(num, den);
  const sign = den < 0n ? -1n : 1n;
  return { num: String((sign * num) / divisor), den: String((sign * den) / divisor) };
}

/** `-3/4`, or `5` for integers: the form that engines and people read. */
export function printRational(value: Rational): string {
  return value.den === '1' ? value.num : `${value.num}/${value.den}`;
}

/** True where one of the symbols stands outside parentheses, a leading sign apart. */
function hasOperator(text: string, symbols: string): boolean {
  let depth = 0;
  for (const [position, symbol] of Array.from(text).entries()) {
    if (symbol === '(') depth += 1;
    else if (symbol === ')') depth -= 1;
    else if (depth === 0 && position > 0 && symbols.includes(symbol)) return true;
  }
  return false;
}

function reduceTexts(
  num: unknown,
  den: unknown,
  atNum: Location,
  atDen: Location,
  issues: IssueSink,
): Rational | undefined {
  const top = parseInteger(num, atNum, issues);
  const bottom = parseInteger(den, atDen, issues);
  if (top === undefined || bottom === undefined) return undefined;
  if (bottom === '0') {
    issues.add(atDen, 'zero_denominator', 'The denominator must not be 0.');
    return undefined;
  }
  if (bottom !== '1' && Math.max(digitCount(top), digitCount(bottom)) > maximumFractionDigits) {
    const where = digitCount(top) > maximumFractionDigits ? atNum : atDen;
    issues.bound(where, `A fraction may have at most ${String(maximumFractionDigits)} digits above and below.`);
    return undefined;
  }
  return bottom === '1' ? { num: top, den: '1' } : fromFraction(BigInt(top), BigInt(bottom));
}
