import { z } from 'zod';
import { integerJsonSchema, type Integer, type IntegerInput } from './integer.js';
import { valueType, type Parse } from './value.js';

/** Parses a list of at most `maximum` integers, each by `item`. One list, one sink of issues: cost and reports are bounded. */
export function parseIntegerList(item: Parse<Integer>, maximum: number): Parse<readonly Integer[]> {
  return (raw, at, issues) => {
    if (!Array.isArray(raw)) {
      issues.add(at, raw === undefined ? 'missing' : 'wrong_type', 'Send a list of integers such as ["2", "-3"].');
      return undefined;
    }
    if (raw.length > maximum) {
      issues.bound(at, `The list may have at most ${String(maximum)} integers.`);
      return undefined;
    }
    const values: Integer[] = [];
    for (const [index, entry] of raw.entries()) {
      const value = item(entry, [...at, index], issues);
      if (value !== undefined) values.push(value);
    }
    return values.length === raw.length ? values : undefined;
  };
}

/** zod type of a list of integers. */
export function integerList(
  item: Parse<Integer>,
  maximum: number,
  description: string,
): z.ZodType<readonly Integer[], readonly IntegerInput[]> {
  return valueType(parseIntegerList(item, maximum), {
    type: 'array',
    items: integerJsonSchema,
    maxItems: maximum,
    description,
  });
}
