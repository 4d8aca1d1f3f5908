import { z } from 'zod';
import type { IssueSink, Location } from '../contracts/issue.js';
import { evaluateConstant } from './constant-expression.js';
import { valueType, type JsonSchema } from './value.js';

/** A decimal string in canonical form: no leading zeros, no `+`, no `-0`. */
export type Integer = string;
/** Decimal string, safe JSON integer, or a constant expression such as `"2^255-19"`. */
export type IntegerInput = string | number;

/** Longest decimal string that is read, in digits. */
export const maximumDigits = 1_000_000;

const canonical = /^(?:0|-?[1-9][0-9]*)$/;
const decimal = /^[+-]?[0-9]+$/;

export const integerJsonSchema: JsonSchema = {
  anyOf: [
    {
      type: 'string',
      description: 'decimal digits with an optional sign, or a constant expression such as 2^255-19 or 20!+1',
    },
    { type: 'integer', minimum: -Number.MAX_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER },
  ],
  description: 'Integer: decimal string (any size), safe JSON integer, or constant expression.',
};

export function parseInteger(raw: unknown, at: Location, issues: IssueSink): Integer | undefined {
  if (typeof raw === 'number') return fromNumber(raw, at, issues);
  if (typeof raw !== 'string') {
    issues.add(at, raw === undefined ? 'missing' : 'wrong_type', 'Send an integer as a decimal string such as "-12".');
    return undefined;
  }
  if (raw.length > maximumDigits + 1) {
    tooLong(at, issues);
    return undefined;
  }
  const value = canonical.test(raw)
    ? raw
    : decimal.test(raw)
      ? normaliseDecimal(raw)
      : evaluateConstant(raw, at, issues)?.toString();
  if (value === undefined || digitCount(value) <= maximumDigits) return value;
  tooLong(at, issues);
  return undefined;
}

/** An integer of at most so many digits: the bound of admission, sign apart. */
export function parseIntegerOfDigits(digits: number) {
  return (raw: unknown, at: Location, issues: IssueSink): Integer | undefined => {
    const value = parseInteger(raw, at, issues);
    if (value === undefined || digitCount(value) <= digits) return value;
    issues.bound(at, `The integer may have at most ${String(digits)} digits.`);
    return undefined;
  };
}

/** Decimal digits, the sign not counted. */
export function digitCount(value: Integer): number {
  return value.startsWith('-') ? value.length - 1 : value.length;
}

/** An integer that must lie in a range; `bound` messages name the range. */
export function parseIntegerIn(minimum: bigint, maximum: bigint | null) {
  return (raw: unknown, at: Location, issues: IssueSink): Integer | undefined => {
    const value = parseInteger(raw, at, issues);
    if (value === undefined) return undefined;
    const big = BigInt(value);
    if (big < minimum) {
      issues.add(at, 'too_small', `The value must be at least ${short(minimum)}.`);
      return undefined;
    }
    if (maximum !== null && big > maximum) {
      issues.bound(at, `The value may be at most ${short(maximum)}.`);
      return undefined;
    }
    return value;
  };
}

/** zod type of an integer field; `description` says what the field means. */
export function integer(description: string): z.ZodType<Integer, IntegerInput> {
  return valueType<Integer, IntegerInput>(parseInteger, { ...integerJsonSchema, description });
}

/** zod type of an integer field of at most so many digits; `description` says what the field means. */
export function integerOfDigits(digits: number, description: string): z.ZodType<Integer, IntegerInput> {
  return valueType<Integer, IntegerInput>(parseIntegerOfDigits(digits), { ...integerJsonSchema, description });
}

/** zod type of an integer field within a range. `minimum` is mathematical, `maximum` an admission bound. */
export function integerIn(
  minimum: bigint,
  maximum: bigint | null,
  description: string,
): z.ZodType<Integer, IntegerInput> {
  return valueType<Integer, IntegerInput>(parseIntegerIn(minimum, maximum), { ...integerJsonSchema, description });
}

/** zod type of an integer in a result. */
export function integerOutput(description: string): z.ZodType<Integer> {
  return z.string().regex(canonical).meta({ description });
}

function tooLong(at: Location, issues: IssueSink): void {
  issues.bound(at, `An integer may have at most ${String(maximumDigits)} digits.`);
}

/** A bound for people: long ones by their digits. */
function short(bound: bigint): string {
  const text = String(bound);
  return text.length <= 40 ? text : `a number of ${String(digitCount(text))} digits`;
}

function fromNumber(raw: number, at: Location, issues: IssueSink): Integer | undefined {
  if (!Number.isInteger(raw)) {
    issues.add(at, 'not_integral', 'Exact values are integers or strings; a number with a fraction is never accepted.');
    return undefined;
  }
  if (!Number.isSafeInteger(raw)) {
    issues.add(
      at,
      'unsafe_number',
      'A JSON number beyond 2^53-1 has already lost digits: send the integer as a string.',
    );
    return undefined;
  }
  return raw === 0 ? '0' : String(raw);
}

function normaliseDecimal(text: string): Integer {
  const negative = text.startsWith('-');
  const digits = text.replace(/^[+-]?0*/, '');
  return digits === '' ? '0' : negative ? `-${digits}` : digits;
}
