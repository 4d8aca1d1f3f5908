import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { catalog } from '../../catalog/registry.generated.js';
import { laneGateway } from '../support/gateway.js';

/**
 * Published examples of the public vocabulary: each payload is accepted unchanged, and each field of its answer that
 * carries mathematics stands in ours under its name with the same value.
 */
const examples = z
  .array(z.object({ operation_id: z.string(), payload: z.unknown(), public_result: z.record(z.string(), z.unknown()) }))
  .parse(JSON.parse(readFileSync(new URL('../fixtures/cases/public-examples.json', import.meta.url), 'utf8')))
  .filter(({ operation_id }) => operation_id in catalog);

/** Fields that hold one of several right answers: our own verification has checked them, they are not compared. */
const witnesses = new Set(['group', 'generators', 'exact_model']);

const gateway = laneGateway();

describe.each(examples)('$operation_id', ({ operation_id, payload, public_result }) => {
  it(JSON.stringify(payload).slice(0, 100), async () => {
    const output = (await gateway.runUntyped(operation_id, payload)).output as Record<string, unknown>;
    for (const [field, value] of Object.entries(public_result)) {
      if (value === null) expect(output[field] ?? null, field).toBeNull();
      else if (witnesses.has(field)) expect(output, field).toHaveProperty(field);
      else expect(canonical(output[field]), field).toEqual(canonical(value));
    }
  });
});

/** Both sides as canonical values: the public polynomial is wrapped, its integers may be JSON numbers. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'object' || value === null) return value;
  const { polynomial, ...rest } = value as Record<string, unknown>;
  const merged: Record<string, unknown> =
    typeof polynomial === 'object' && polynomial !== null && 'terms' in polynomial && 'variables' in rest
      ? { ...rest, terms: polynomial.terms }
      : (value as Record<string, unknown>);
  return Object.fromEntries(Object.entries(merged).map(([key, item]) => [key, canonical(item)]));
}
