import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operations } from '../../catalog/registry.generated.js';
import { callTool, connect, errorOf, type Connection } from '../support/client.js';
import { currentLane } from '../support/lane.js';

/** The server as a client sees it, over stdio, in every lane: also without any engine. */
let connection: Connection;
beforeAll(async () => {
  connection = await connect();
});
afterAll(() => connection.close());

it('runs on the Node that the lane names', () => {
  const wanted = process.env['JACOBIAN_EXPECT_NODE'] ?? process.versions.node;
  expect(process.versions.node.split('.')[0]).toBe(wanted.split('.')[0]);
});

it('has two tools, annotated, with object schemas', async () => {
  const { tools } = await connection.client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(['math.find', 'math.run']);
  for (const tool of tools) {
    expect(tool.inputSchema.type).toBe('object');
    expect(tool.outputSchema?.type).toBe('object');
    expect(tool.annotations?.readOnlyHint).toBe(true);
  }
});

it('says in at most 100 words what it is for', () => {
  const words = connection.client.getInstructions()?.split(/\s+/) ?? [];
  expect(words.length).toBeGreaterThan(10);
  expect(words.length).toBeLessThanOrEqual(100);
});

it('exports the catalog as a resource', async () => {
  const { contents } = await connection.client.readResource({ uri: 'operation://catalog' });
  const [first] = contents;
  const text = first !== undefined && 'text' in first ? first.text : '';
  for (const { id } of operations) expect(text).toContain(id);
});

describe('math.find', () => {
  it('finds, browses to the end, and inspects every operation', async () => {
    const found = await callTool(connection.client, 'math.find', { query: 'factorise a large integer', limit: 1 });
    expect(found.structured).toMatchObject({
      kind: 'matches',
      matches: [{ operation_id: 'integer.compute.prime_factorization' }],
    });
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page = await callTool(connection.client, 'math.find', { limit: 7, ...(cursor === null ? {} : { cursor }) });
      const { operations: cards, next_cursor } = page.structured as {
        operations: { operation_id: string }[];
        next_cursor: string | null;
      };
      seen.push(...cards.map(({ operation_id }) => operation_id));
      cursor = next_cursor;
    } while (cursor !== null);
    expect(seen).toEqual(operations.map(({ id }) => id));
    for (const id of seen) {
      const answer = await callTool(connection.client, 'math.find', { operation_id: id });
      expect(answer.structured).toMatchObject({ kind: 'operation', operation: { operation_id: id } });
      for (const entry of (answer.structured as { backend_availability: { status: string; hint: string | null }[] })
        .backend_availability) {
        if (currentLane() === 'none') expect(['MISSING', 'DISABLED']).toContain(entry.status);
      }
    }
  });

  it('answers an unknown id in its own kind', async () => {
    const answer = await callTool(connection.client, 'math.find', { operation_id: 'no.such.operation' });
    expect(answer.isError).toBe(false);
    expect(answer.structured).toMatchObject({ kind: 'error', error: { code: 'UNKNOWN_OPERATION' } });
  });

  it.each([
    { query: 'x', operation_id: 'sat.solve' },
    { query: '' },
    { limit: '5' },
    { view: 'FULL' },
    { unknown: 1 },
    { query: 'x'.repeat(5000) },
  ])('refuses %j', async (args) => {
    expect(errorOf(await callTool(connection.client, 'math.find', args))).toMatchObject({ code: 'INVALID_REQUEST' });
  });
});

describe('math.run refuses bad input and lives', () => {
  const secret = 'SECRET_7f3a';
  const deep = JSON.parse(`${'['.repeat(1_500)}${']'.repeat(1_500)}`) as unknown;
  it.each<[string, Record<string, unknown>, string]>([
    ['no payload', { operation_id: 'integer.decide.prime' }, 'INVALID_REQUEST'],
    ['payload no object', { operation_id: 'integer.decide.prime', payload: [secret] }, 'INVALID_REQUEST'],
    ['missing field', { operation_id: 'integer.decide.prime', payload: {} }, 'INVALID_REQUEST'],
    ['extra field', { operation_id: 'integer.decide.prime', payload: { value: '7', [secret]: 1 } }, 'INVALID_REQUEST'],
    ['wrong type', { operation_id: 'integer.decide.prime', payload: { value: { secret } } }, 'INVALID_REQUEST'],
    ['unsafe number', { operation_id: 'integer.decide.prime', payload: { value: 2 ** 53 + 2 } }, 'INVALID_REQUEST'],
    ['fraction', { operation_id: 'integer.decide.prime', payload: { value: 1.5 } }, 'INVALID_REQUEST'],
    [
      'engine code',
      { operation_id: 'integer.decide.prime', payload: { value: `1;system("${secret}")` } },
      'INVALID_REQUEST',
    ],
    [
      'megabytes',
      { operation_id: 'integer.decide.prime', payload: { value: secret.repeat(300_000) } },
      'RESOURCE_ADMISSION_REJECTED',
    ],
    ['deep nesting', { operation_id: 'matrix.determinant.compute', payload: { matrix: deep } }, 'INVALID_REQUEST'],
    ['unknown operation', { operation_id: secret, payload: {} }, 'UNKNOWN_OPERATION'],
    [
      'unknown backend',
      { operation_id: 'integer.decide.prime', payload: { value: '7' }, backend: secret },
      'INVALID_REQUEST',
    ],
    [
      'budget above the ceiling',
      { operation_id: 'integer.decide.prime', payload: { value: '7' }, budget: { wall_ms: 1e12 } },
      'RESOURCE_ADMISSION_REJECTED',
    ],
    [
      'VERIFY is not declared',
      { operation_id: 'integer.decide.prime', payload: { value: '7' }, mode: 'VERIFY' },
      'INVALID_REQUEST',
    ],
  ])('%s', async (_name, args, code) => {
    const answer = await callTool(connection.client, 'math.run', args);
    expect(errorOf(answer)).toMatchObject({ code });
    expect(answer.text).not.toContain(secret);
    expect(answer.text.length).toBeLessThan(64 * 1024);
  });

  it('counts 10,000 errors exactly and shows 64', async () => {
    const matrix = Array.from({ length: 100 }, () => Array.from({ length: 100 }, () => 'x'));
    const error = errorOf(
      await callTool(connection.client, 'math.run', {
        operation_id: 'matrix.determinant.compute',
        payload: { matrix },
      }),
    );
    expect(error).toMatchObject({ code: 'INVALID_REQUEST', omitted_error_count: 10_000 - 64 });
    expect(error['errors']).toHaveLength(64);
  });

  it('serves the next call', async () => {
    const answer = await callTool(connection.client, 'math.run', {
      operation_id: 'polynomial.map.evaluate',
      payload: { polynomial: 'x^2+1', point: { variables: ['x'], values: ['1/2'] } },
    });
    expect(answer.structured).toMatchObject({
      output: { value: { num: '5', den: '4' } },
      execution: { backend: 'direct' },
    });
  });
});
