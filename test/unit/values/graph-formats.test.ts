import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  decodeDimacsCol,
  decodeGraphText,
  encodeDigraph6,
  encodeDimacsCol,
  encodeGraph6,
  encodeSparse6,
  GraphFormatError,
} from '../../../src/values/graph-formats.js';

const limits = { vertices: 1_000, edges: 10_000 };
const decode = (text: string) => decodeGraphText('graph6', text, limits);
const pairKey = ([u, v]: readonly [number, number]) => `${String(u)} ${String(v)}`;
const sorted = (edges: readonly (readonly [number, number])[]) => edges.map(pairKey).sort();

/** Orders around the boundaries of the formats' number encodings and padding rules. */
const order = fc.oneof(fc.integer({ min: 1, max: 20 }), fc.constantFrom(2, 4, 8, 16, 62, 63, 64, 65));
const pairs = (n: number, keep: (u: number, v: number) => boolean) =>
  fc
    .array(fc.tuple(fc.nat(n - 1), fc.nat(n - 1)), { maxLength: 40 })
    .map((list) => list.filter(([u, v]) => keep(u, v)));

describe('graph6', () => {
  it('reads published texts', () => {
    expect(decode('Bw')).toEqual({
      order: 3,
      edges: [
        [0, 1],
        [0, 2],
        [1, 2],
      ],
      directed: false,
    });
    expect(decode('?')).toEqual({ order: 0, edges: [], directed: false });
    expect(sorted(decode('>>graph6<<DQc\n').edges)).toEqual(
      sorted([
        [0, 2],
        [0, 4],
        [1, 3],
        [3, 4],
      ]),
    );
    expect(decode('IheA@GUAo').edges).toHaveLength(15);
  });

  it('refuses what is not exactly one graph', () => {
    for (const text of ['', 'B', 'Bww', 'Bx', 'B w', 'Bw\nBw', '~', '~~', ';Bw']) {
      expect(() => decode(text), text).toThrow(GraphFormatError);
    }
  });

  it('refuses a large order before it looks at the rest', () => {
    expect(() => decode('~~~~~~~~')).toThrow(expect.objectContaining({ bound: true }));
  });

  it('reads what it writes', () => {
    fc.assert(
      fc.property(
        order.chain((n) =>
          fc.tuple(
            fc.constant(n),
            pairs(n, (u, v) => u < v),
          ),
        ),
        ([n, edges]) => {
          const read = decode(encodeGraph6(n, edges));
          expect([read.order, read.directed, sorted(read.edges)]).toEqual([n, false, [...new Set(sorted(edges))]]);
        },
      ),
    );
  });
});

describe('digraph6', () => {
  it('reads a published text', () => {
    expect(decode('&DI?AO?').edges).toEqual([
      [0, 2],
      [0, 4],
      [3, 1],
      [3, 4],
    ]);
  });

  it('reads what it writes', () => {
    fc.assert(
      fc.property(
        order.chain((n) =>
          fc.tuple(
            fc.constant(n),
            pairs(n, () => true),
          ),
        ),
        ([n, edges]) => {
          const read = decode(encodeDigraph6(n, edges));
          expect([read.order, read.directed, sorted(read.edges)]).toEqual([n, true, [...new Set(sorted(edges))]]);
        },
      ),
    );
  });
});

describe('sparse6', () => {
  it('reads a published text', () => {
    expect(decode(':Fa@x^').order).toBe(7);
    expect(sorted(decode(':Fa@x^').edges)).toEqual(
      sorted([
        [0, 1],
        [0, 2],
        [1, 2],
        [5, 6],
      ]),
    );
  });

  it('reads what it writes, with loops and parallel edges', () => {
    fc.assert(
      fc.property(
        order.chain((n) =>
          fc.tuple(
            fc.constant(n),
            pairs(n, (u, v) => u <= v),
          ),
        ),
        ([n, edges]) => {
          const read = decode(encodeSparse6(n, edges));
          expect([read.order, sorted(read.edges)]).toEqual([n, sorted(edges)]);
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe('DIMACS', () => {
  it('reads edges in one or both directions', () => {
    const once = decodeDimacsCol('c triangle\np edge 3 3\ne 1 2\ne 2 3\ne 3 1\n', limits);
    const twice = decodeDimacsCol('p col 3 6\ne 1 2\ne 2 1\ne 2 3\ne 3 2\ne 1 3\ne 3 1\n', limits);
    expect(sorted(once.edges)).toEqual(sorted(twice.edges));
    expect(once.order).toBe(3);
  });

  it('refuses what contradicts its header', () => {
    for (const text of [
      '',
      'e 1 2\n',
      'p edge 2 1\n',
      'p edge 2 1\ne 1 3\n',
      'p edge 2 1\ne 1\n',
      'p cnf 2 1\n',
      'q\n',
    ]) {
      expect(() => decodeDimacsCol(text, limits), text).toThrow(GraphFormatError);
    }
  });

  it('reads what it writes', () => {
    fc.assert(
      fc.property(
        order.chain((n) =>
          fc.tuple(
            fc.constant(n),
            pairs(n, (u, v) => u < v),
          ),
        ),
        ([n, edges]) => {
          const distinct = [...new Map(edges.map((edge) => [pairKey(edge), edge])).values()];
          expect(decodeDimacsCol(encodeDimacsCol(n, distinct), limits).edges).toEqual(distinct);
        },
      ),
    );
  });
});
