import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { catalog, operations } from '../../catalog/registry.generated.js';
import { GatewayError } from '../../src/contracts/diagnostic.js';
import { laneGateway } from '../support/gateway.js';
import { currentLane } from '../support/lane.js';
import { properties } from './properties.js';

/** Inputs with right answers, each standing for a kind of fault seen in systems that do this job. */
const caseSchema = z.object({
  id: z.string(),
  kind: z.string(),
  operation_id: z.string().optional(),
  payload: z.unknown(),
  arguments: z.looseObject({}).optional(),
  expect: z.looseObject({}),
});
const cases = z
  .array(caseSchema)
  .parse(JSON.parse(readFileSync(new URL('../fixtures/cases/first.json', import.meta.url), 'utf8')));

const gateway = laneGateway();
const isLean = (id: string | undefined) => id?.startsWith('lean.') === true;
const wanted = cases.filter(({ operation_id }) =>
  operation_id === undefined
    ? currentLane() === 'all'
    : operation_id in catalog && isLean(operation_id) === (currentLane() === 'lean'),
);

describe.each(wanted)('$id: $kind', (given) => {
  it('is right', async () => {
    const began = performance.now();
    const result = await answer(given);
    const expected = given.expect;
    if (typeof expected['within_ms'] === 'number')
      expect(performance.now() - began).toBeLessThan(expected['within_ms']);
    if (result instanceof GatewayError) {
      const allowed = [expected['error'], ...((expected['or_error'] as string[] | undefined) ?? [])];
      expect(allowed, JSON.stringify(result.diagnostic)).toContain(result.code);
      return;
    }
    expect(expected['error'], 'an error was expected').toBeUndefined();
    const output = result as Record<string, unknown>;
    if (expected['output'] !== undefined) expect(output).toMatchObject(expected['output'] as object);
    if (expected['outcome'] !== undefined) expect(output['outcome'] ?? output['status']).toBe(expected['outcome']);
    if (expected['outcome_in'] !== undefined) {
      expect(expected['outcome_in']).toContain(output['outcome']);
      if (output['outcome'] !== 'SAT') expect(output['model']).toBeUndefined();
    }
    if (expected['model'] !== undefined) expect(modelView(output)).toMatchObject(expected['model'] as object);
    if (expected['top'] !== undefined) expect(firstMatch(output)).toBe(expected['top']);
    if (expected['top_in'] !== undefined) expect(expected['top_in']).toContain(firstMatch(output));
    if (expected['property'] !== undefined) {
      const check = properties[given.id];
      if (check === undefined) throw new Error(`no check for the property of ${given.id}`);
      check(output);
    }
  });
});

it('covers every case of the operations there are', () => {
  expect(operations.length).toBeGreaterThanOrEqual(25);
  expect(wanted.length).toBeGreaterThanOrEqual(currentLane() === 'lean' ? 3 : 30);
});

async function answer({
  operation_id,
  payload,
  arguments: more,
  expect: expected,
}: (typeof cases)[number]): Promise<unknown> {
  try {
    if (operation_id === undefined) return await gateway.find(expected['find'] as { query: string });
    return (await gateway.runUntyped(operation_id, payload, more ?? {})).output;
  } catch (error) {
    if (error instanceof GatewayError) return error;
    throw error;
  }
}

function modelView(output: Record<string, unknown>): Record<string, unknown> {
  const model = z.array(z.object({ name: z.string(), value: z.unknown() })).parse(output['model']);
  return Object.fromEntries(model.map(({ name, value }) => [name, value]));
}

function firstMatch(answer: Record<string, unknown>): unknown {
  return z.array(z.looseObject({ operation_id: z.string() })).parse(answer['matches'])[0]?.operation_id;
}
