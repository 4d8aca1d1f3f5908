import { z } from 'zod';
import type { IssueSink } from '../src/contracts/issue.js';
import { collectIssues } from '../src/values/value.js';

/** An input whose fields also have to fit together: `check` reports what does not, and returns the canonical input. */
export function crossChecked<Raw, T, P>(
  fields: z.ZodType<Raw, P>,
  check: (value: Raw, issues: IssueSink) => T | undefined,
): z.ZodType<T, P> {
  return fields.transform((value, context): T => {
    const sink = collectIssues();
    const checked = check(value, sink);
    if (!sink.failed && checked !== undefined) return checked;
    for (const { location, message, code, bound } of sink.kept) {
      context.issues.push({ code: 'custom', path: [...location], message, input: undefined, params: { code, bound } });
    }
    return z.NEVER;
  });
}
