import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { GatewayError } from '../../../../src/contracts/diagnostic.js';
import type { BrowseAnswer, MatchesAnswer } from '../../../../src/contracts/wire-answers.js';
import type { FindQuery } from '../../../../src/contracts/wire.js';
import { digestJson } from '../../../../src/gateway/digest.js';
import { fakeFinder, fakeOperation } from '../../../support/fake-catalog.js';

const operations = Array.from({ length: 30 }, (_, i) =>
  fakeOperation(`${i % 2 === 0 ? 'even' : 'odd'}.thing_${String(i).padStart(2, '0')}.compute`, {
    title: `Thing ${String(i)}`,
    tags: i % 3 === 0 ? ['third'] : [],
    modes: i === 5 ? ['EXPLORE', 'VERIFY'] : ['EXPLORE'],
    input_kinds: i === 7 ? ['STRUCTURED_REQUEST', 'FORMAL_PROPOSITION'] : ['STRUCTURED_REQUEST'],
  }),
);
const finder = fakeFinder(operations);

function browse(query: FindQuery = {}): BrowseAnswer {
  const answer = finder.find(query);
  if (answer.kind !== 'browse') throw new Error('not a list');
  return answer;
}

function search(query: FindQuery & { query: string }, among = finder): MatchesAnswer {
  const answer = among.find(query);
  if (answer.kind !== 'matches') throw new Error('not a search');
  return answer;
}

function errorOf(work: () => unknown): GatewayError {
  try {
    work();
  } catch (error) {
    if (error instanceof GatewayError) return error;
    throw error;
  }
  throw new Error('it did not fail');
}

/** All cards of a list, page by page. */
function everyPage(query: FindQuery): string[] {
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const answer = finder.find(cursor === null ? query : { ...query, cursor });
    seen.push(...(answer.kind === 'browse' ? answer.operations : answer.matches).map((card) => card.operation_id));
    cursor = answer.next_cursor;
  } while (cursor !== null);
  return seen;
}

describe('browse', () => {
  test('is the catalog in id order, five at a time', () => {
    const answer = browse();
    expect(answer.operations.map(({ operation_id }) => operation_id)).toEqual(
      operations
        .map(({ id }) => id)
        .toSorted()
        .slice(0, 5),
    );
    expect(answer.total_operations).toBe(30);
  });

  test('pages cover every operation once, whatever the page size', () => {
    const all = operations.map(({ id }) => id).toSorted();
    expect(everyPage({})).toEqual(all);
    expect(everyPage({ limit: 7 })).toEqual(all);
  });

  test('filters', () => {
    expect(browse({ namespace: 'odd' }).total_operations).toBe(15);
    expect(browse({ domain: 'odd' }).total_operations).toBe(15);
    expect(browse({ domain: 'third' }).total_operations).toBe(10);
    expect(browse({ namespace: 'third' }).total_operations).toBe(0);
    expect(browse({ mode: 'VERIFY' }).total_operations).toBe(1);
    expect(browse({ input_kind: 'FORMAL_PROPOSITION' })).toMatchObject({
      total_operations: 1,
      routing_status: 'ROUTED',
    });
  });

  test('an empty list offers ways on', () => {
    expect(browse({ namespace: 'none' }).recovery?.map(({ kind }) => kind)).toContain('DROP_FILTERS');
  });
});

describe('routing is apart from words', () => {
  test.each([
    [{ query: 'thing', input_kind: 'NATURAL_LANGUAGE_PROOF' as const }],
    [{ query: 'check this informal proof of a thing' }],
    [{ query: 'thing from proof prose' }],
    [{ query: 'thing', artifact_type: 'graph' }],
  ])('%j has no route', (query) => {
    const answer = search(query);
    expect(answer).toMatchObject({ routing_status: 'NO_ROUTE', total_matches: 0 });
    expect(answer.recovery?.map(({ kind }) => kind)).toContain('CHANGE_INPUT_KIND');
  });

  test('nothing said, nothing filtered', () => {
    expect(search({ query: 'thing' })).toMatchObject({ routing_status: 'ROUTED', total_matches: 30 });
  });
});

describe('cursors', () => {
  const first = search({ query: 'thing', limit: 3 });
  const cursor = first.next_cursor ?? '';

  test('only the page size may change', () => {
    expect(search({ query: 'thing', cursor, limit: 4 }).matches).toHaveLength(4);
    for (const other of [
      { query: 'things', cursor },
      { query: 'thing', cursor, namespace: 'odd' },
      { query: 'thing', cursor, domain: 'odd' },
      { query: 'thing', cursor, search_mode: 'broad' as const },
      { query: 'thing', cursor, mode: 'EXPLORE' as const },
      { query: 'thing', cursor, input_kind: 'STRUCTURED_REQUEST' as const },
      { cursor },
    ]) {
      expect(errorOf(() => finder.find(other)).code).toBe('INVALID_CURSOR');
    }
  });

  test('an explicit default is the same request', () => {
    expect(search({ query: 'thing', cursor, search_mode: 'precise' }).kind).toBe('matches');
  });

  test('made-up, changed and foreign cursors are refused', () => {
    const moved = Buffer.from(Buffer.from(cursor, 'base64url').toString().replace(/^3/, '4')).toString('base64url');
    const foreign = fakeFinder(operations.slice(1)).find({ query: 'thing', limit: 3 }).next_cursor ?? '';
    for (const wrong of ['x', '0', moved, `${cursor}=`, foreign, Buffer.from('-1.x').toString('base64url')]) {
      expect(errorOf(() => finder.find({ query: 'thing', cursor: wrong })).code).toBe('INVALID_CURSOR');
    }
  });
});

describe('arguments', () => {
  test.each([
    [{ query: '' }],
    [{ query: 'x'.repeat(4097) }],
    [{ query: 'thing', limit: 21 }],
    [{ query: 'thing', limit: 0 }],
    [{ query: 'thing', limit: '5' }],
    [{ search_mode: 'broad' }],
    [{ query: 'thing', artifact_type: 'graph', input_kind: 'STRUCTURED_REQUEST' }],
    [{ query: 'thing', colour: 1 }],
    [{ operation_id: 'x' }],
  ])('%j is INVALID_REQUEST', (query) => {
    expect(errorOf(() => finder.find(query as FindQuery)).code).toBe('INVALID_REQUEST');
  });
});

describe('16 KiB', () => {
  const long = Array.from({ length: 25 }, (_, i) =>
    fakeOperation(`long.thing_${String(i).padStart(2, '0')}.compute`, {
      title: 'Thing',
      description: 'é'.repeat(900),
    }),
  );
  const wide = fakeFinder(long);

  test('fewer cards, none of them cut, and no card is lost', () => {
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const answer = search({ query: 'thing', limit: 20, ...(cursor === null ? {} : { cursor }) }, wide);
      expect(Buffer.byteLength(JSON.stringify(answer))).toBeLessThanOrEqual(16 * 1024);
      expect(answer.matches.length).toBeLessThan(20);
      expect(answer.matches.every(({ description }) => description.length === 900)).toBe(true);
      seen.push(...answer.matches.map(({ operation_id }) => operation_id));
      cursor = answer.next_cursor;
    } while (cursor !== null);
    expect(seen).toEqual(long.map(({ id }) => id));
  });

  test.each([
    ['letters', 'a'.repeat(4096)],
    ['control characters', 'thing\u0001'.repeat(682)],
    ['words', 'thing matrix '.repeat(315)],
    ['spaces', `a${' '.repeat(4094)}x`],
    ['emoji', '😀'.repeat(2048)],
  ])('a query of 4096 %s', (_, query) => {
    const began = performance.now();
    const answer = search({ query, limit: 20 }, wide);
    expect(Buffer.byteLength(JSON.stringify(answer))).toBeLessThanOrEqual(16 * 1024);
    expect(performance.now() - began).toBeLessThan(500);
  });

  test('a letter query is repeated whole', () => {
    expect(search({ query: 'a'.repeat(4096) }).query).toBe('a'.repeat(4096));
  });
});

describe('cards', () => {
  test('an example of at most 2 KiB, else without its output, else the names of the fields', () => {
    const big = 'x'.repeat(3000);
    const card = (example: object) =>
      fakeFinder([
        fakeOperation('a.b.compute', { examples: [{ name: 'n', description: '', input: {}, ...example }] }),
      ]).find({});
    expect(card({ input: { value: '1' }, output: { value: '2' } })).toMatchObject({
      operations: [{ example: { name: 'n', input: { value: '1' }, output: { value: '2' } } }],
    });
    expect(card({ input: { value: '1' }, output: { value: big } })).toMatchObject({
      operations: [{ example: { input: { value: '1' } } }],
    });
    const without = card({ input: { value: big }, output: { value: '1' } });
    expect(without).toMatchObject({ operations: [{ required_fields: ['value'], available_fields: ['value'] }] });
    expect(without).not.toHaveProperty('operations.0.example');
    // A refused example shows how not to do it.
    expect(card({ error: { code: 'INVALID_REQUEST' } })).not.toHaveProperty('operations.0.example');
  });
});

describe('inspection', () => {
  const one = fakeOperation('a.b.compute', {
    input: z.union([z.strictObject({ x: z.int(), y: z.int() }), z.strictObject({ x: z.int(), z: z.int() })]),
  });
  const inspector = fakeFinder([one]);

  test('SUMMARY has fields but no schemas; CONTRACT has both; FULL has digests', async () => {
    const summary = await inspector.inspect('a.b.compute', 'SUMMARY');
    expect(summary.operation).toMatchObject({ has_examples: true, read_only: true });
    expect(summary.operation).not.toHaveProperty('input_schema');
    const contract = await inspector.inspect('a.b.compute', 'CONTRACT');
    expect(contract.operation).toMatchObject({ input_schema: { type: 'object' }, examples: [{ name: 'ordinary' }] });
    expect(contract.operation).not.toHaveProperty('providers');
    const full = await inspector.inspect('a.b.compute', 'FULL');
    expect(full.operation.digests?.input_schema).toBe(digestJson(contract.operation.input_schema));
    expect(full.backend_availability).toEqual([]);
  });

  test('fields of a union: required where every alternative requires them', async () => {
    const { operation } = await inspector.inspect('a.b.compute', 'SUMMARY');
    expect(operation.input_fields.map(({ name, required }) => [name, required])).toEqual([
      ['x', true],
      ['y', false],
      ['z', false],
    ]);
  });

  test('an unknown id is not repeated', async () => {
    const error: unknown = await inspector.inspect('no.such.id', 'CONTRACT').catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 'UNKNOWN_OPERATION' });
    expect(JSON.stringify(error)).not.toContain('no.such');
  });
});

test('the export carries the digest of itself', () => {
  const { catalog_digest, ...catalog } = JSON.parse(finder.exportCatalog()) as Record<string, unknown>;
  expect(digestJson(catalog)).toBe(catalog_digest);
  expect(browse().catalog_digest).toBe(catalog_digest);
});
