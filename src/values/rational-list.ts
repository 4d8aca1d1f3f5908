import type { z } from 'zod';
import { parseRational, rationalJsonSchema, type Rational, type RationalInput } from './rational.js';
import { valueType, type Parse } from './value.js';

/** Parses a list of at most `maximum` rationals. */
export function parseRationalList(maximum: number): Parse<readonly Rational[]> {
  return (raw, at, issues) => {
    if (!Array.isArray(raw)) {
      issues.add(at, raw === undefined ? 'missing' : 'wrong_type', 'Send a list of rationals such as ["2", "-3/4"].');
      return undefined;
    }
    if (raw.length > maximum) {
      issues.bound(at, `The list may have at most ${String(maximum)} rationals.`);
      return undefined;
    }
    const values: Rational[] = [];
    for (const [index, entry] of raw.entries()) {
      const value = parseRational(entry, [...at, index], issues);
      if (value !== undefined) values.push(value);
    }
    return values.length === raw.length ? values : undefined;
  };
}

/** zod type of a list of rationals: a vector, coefficients. */
export function rationalList(
  maximum: number,
  description: string,
): z.ZodType<readonly Rational[], readonly RationalInput[]> {
  return valueType(parseRationalList(maximum), {
    type: 'array',
    items: rationalJsonSchema,
    maxItems: maximum,
    description,
  });
}
