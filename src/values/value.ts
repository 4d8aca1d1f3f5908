import { z } from 'zod';
import type { IssueSink, Location } from '../contracts/issue.js';

/** JSON Schema of what callers may send and of what we print, with the description that readers of a contract see. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** Turns anything a caller sent into the canonical value, or reports issues and returns undefined. */
export type Parse<T> = (raw: unknown, at: Location, issues: IssueSink) => T | undefined;

/** Issues of one value that are kept; the others are counted. */
const keptIssues = 64;

/**
 * A zod type around a parser of ours. `T` is the canonical value, `In` the forms that callers may send. zod sees one
 * opaque value: it neither guesses between union branches nor repeats the input in its messages.
 */
export function valueType<T, In>(parse: Parse<T>, schema: JsonSchema): z.ZodType<T, In> {
  return z
    .custom<In>()
    .meta(schema)
    .transform((raw, context): T => {
      const sink = collectIssues();
      const parsed = parse(raw, [], sink);
      if (!sink.failed && parsed !== undefined) return parsed;
      for (const issue of sink.kept) {
        context.issues.push({
          code: 'custom',
          path: [...issue.location],
          message: issue.message,
          input: undefined,
          params: { code: issue.code, bound: issue.bound },
        });
      }
      if (sink.omitted > 0) {
        context.issues.push({ code: 'custom', message: '', input: undefined, params: { omitted: sink.omitted } });
      }
      return z.NEVER;
    });
}

export interface CollectedIssues extends IssueSink {
  readonly kept: readonly { location: Location; code: string; message: string; bound: boolean }[];
  readonly omitted: number;
}

export function collectIssues(): CollectedIssues {
  const kept: { location: Location; code: string; message: string; bound: boolean }[] = [];
  let omitted = 0;
  const push = (location: Location, code: string, message: string, bound: boolean) => {
    if (kept.length < keptIssues) kept.push({ location, code, message, bound });
    else omitted += 1;
  };
  return {
    add: (location, code, message) => push(location, code, message, false),
    bound: (location, message) => push(location, 'out_of_bounds', message, true),
    get failed() {
      return kept.length > 0;
    },
    kept,
    get omitted() {
      return omitted;
    },
  };
}

/** The parsed value, or the issues: for tests and for values that are read back from engines. */
export function tryParse<T>(parse: Parse<T>, raw: unknown): { value: T } | { issues: CollectedIssues } {
  const issues = collectIssues();
  const value = parse(raw, [], issues);
  return issues.failed || value === undefined ? { issues } : { value };
}

/** The parsed value of text that must be right (an engine's answer, a literal of ours); throws otherwise. */
export function mustParse<T>(parse: Parse<T>, raw: unknown): T {
  const result = tryParse(parse, raw);
  if ('value' in result) return result.value;
  throw new TypeError(`not a canonical value: ${result.issues.kept.map((issue) => issue.message).join('; ')}`);
}

/** A plain JSON object: no array, no null. */
export function isRecord(raw: unknown): raw is Readonly<Record<string, unknown>> {
  return typeof raw === 'object' && raw !== null && !Array.isArray(raw);
}

/** Reports each key of `raw` that is not allowed. The key itself is not repeated. */
export function checkKeys(
  raw: Readonly<Record<string, unknown>>,
  allowed: readonly string[],
  at: Location,
  issues: IssueSink,
): void {
  for (const key of Object.keys(raw)) {
    if (!allowed.includes(key)) {
      issues.add(at, 'unknown_key', `Remove the unknown key; known here: ${allowed.join(', ')}.`);
    }
  }
}
