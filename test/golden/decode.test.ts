import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { adapters } from '../../adapters/registry.generated.js';
import { operations } from '../../catalog/registry.generated.js';

/** Replies recorded from real engines (`npm run record`): decoding is tested without any of them. */
const replySchema = z.object({ text: z.string(), stderr: z.string() });
const recordSchema = z.object({
  operation: z.string(),
  backend: z.string(),
  version: z.string(),
  replies: z.array(
    z.object({
      example: z.string(),
      reply: replySchema,
      followUp: replySchema.optional(),
    }),
  ),
});

const folder = new URL('replies/', import.meta.url);
const records = readdirSync(folder).flatMap((backend) =>
  readdirSync(new URL(`${backend}/`, folder)).map((name) =>
    recordSchema.parse(JSON.parse(readFileSync(new URL(`${backend}/${name}`, folder), 'utf8'))),
  ),
);

it('has a record for every adapter', () => {
  const recorded = records.map(({ operation, backend }) => `${backend} ${operation}`).sort();
  expect(recorded).toEqual(adapters.map(({ operation, backend }) => `${backend} ${operation}`).sort());
});

describe.each(records)('$backend $version: $operation', ({ operation: id, backend, replies }) => {
  it.each(replies)('$example', ({ example: name, reply, followUp }) => {
    const operation = operations.find((candidate) => candidate.id === id);
    const adapter = adapters.find((candidate) => candidate.operation === id && candidate.backend === backend);
    const example = operation?.examples.find((candidate) => candidate.name === name);
    if (operation === undefined || adapter === undefined || example === undefined)
      throw new Error('the record is stale');
    const first = adapter.decode(reply, operation.input.parse(example.input));
    if ((first.kind === 'follow-up') !== (followUp !== undefined)) throw new Error('the record is stale');
    const outcome = first.kind === 'follow-up' && followUp !== undefined ? first.decode(followUp) : first;
    if (outcome.kind !== 'ok') throw new Error(`the outcome is ${outcome.kind}`);
    expect(operation.equal(operation.output.parse(outcome.output), example.output)).toBe(true);
  });
});
