import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseColoredGraph } from '../../../src/values/colored-graph.js';
import { parseGraph, type GraphRules } from '../../../src/values/graph.js';
import { mustParse, tryParse } from '../../../src/values/value.js';

const rules: GraphRules = { vertices: 100, edges: 1_000 };
const parse = (raw: unknown, more: Partial<GraphRules> = {}) => mustParse(parseGraph({ ...rules, ...more }), raw);
const issuesOf = (raw: unknown, more: Partial<GraphRules> = {}) => {
  const result = tryParse(parseGraph({ ...rules, ...more }), raw);
  return 'issues' in result ? result.issues.kept : [];
};

describe('graphs', () => {
  it('have one canonical value for all forms', () => {
    const path = {
      vertices: [0, 1, 2],
      edges: [
        [0, 1],
        [1, 2],
      ],
      directed: false,
    };
    expect(
      parse({
        vertex_count: 3,
        edges: [
          [2, 1],
          [1, 0],
        ],
      }),
    ).toEqual(path);
    expect(
      parse({
        vertices: [0, 1, 2],
        edges: [
          [1, 2],
          [0, 1],
        ],
        directed: false,
      }),
    ).toEqual(path);
    expect(parse({ graph6: 'Bg' })).toEqual(path);
    expect(parse({ sparse6: 'Bg' })).toEqual(path);
    expect(parse({ dimacs: 'p edge 3 2\ne 1 2\ne 3 2\n' })).toEqual({
      vertices: [1, 2, 3],
      edges: [
        [1, 2],
        [2, 3],
      ],
      directed: false,
    });
  });

  it('keep the names and their order', () => {
    const given = {
      vertices: ['b', 'a', 7],
      edges: [
        ['a', 'b'],
        [7, 'b'],
      ],
    };
    expect(parse(given)).toEqual({
      vertices: ['b', 'a', 7],
      edges: [
        ['b', 'a'],
        ['b', 7],
      ],
      directed: false,
    });
  });

  it('are read back unchanged', () => {
    const edge = fc.tuple(fc.nat(9), fc.nat(9)).filter(([u, v]) => u !== v);
    fc.assert(
      fc.property(fc.array(edge), fc.boolean(), (edges, directed) => {
        const once = parse({ vertex_count: 10, edges, directed }, { directed: true, parallel: 'merged' });
        expect(parse(once, { directed: true })).toEqual(once);
      }),
    );
  });

  it('carry weights along when edges are sorted', () => {
    const given = {
      vertex_count: 3,
      edges: [
        [1, 2],
        [1, 0],
      ],
      weights: ['1/2', 3],
    };
    expect(parse(given, { weights: true }).weights).toEqual([
      { num: '3', den: '1' },
      { num: '1', den: '2' },
    ]);
  });

  it('refuse loops, repeated edges, directions and unknown vertices, unless the rules take them', () => {
    const at = (raw: unknown, more?: Partial<GraphRules>) => issuesOf(raw, more)[0];
    expect(at({ vertex_count: 2, edges: [[1, 1]] })).toMatchObject({ code: 'loop', location: ['edges', 0] });
    expect(
      at({
        vertex_count: 2,
        edges: [
          [0, 1],
          [1, 0],
        ],
      }),
    ).toMatchObject({ code: 'repeated_edge', location: ['edges', 1] });
    expect(at({ vertex_count: 2, edges: [], directed: true })?.code).toBe('directed');
    expect(at({ digraph6: '&B???' })).toBeDefined();
    expect(at({ vertex_count: 2, edges: [[0, 2]] })).toMatchObject({
      code: 'unknown_vertex',
      location: ['edges', 0, 1],
    });
    expect(at({ vertices: ['1'], edges: [[1, 1]] })?.code).toBe('unknown_vertex');
    expect(at({ vertices: ['a', 'a'] })?.code).toBe('repeated_vertex');
    expect(at({ vertex_count: 2, edge: [] })?.code).toBe('unknown_key');
    expect(at({ vertex_count: 101 })?.bound).toBe(true);
    expect(
      parse(
        {
          vertex_count: 2,
          edges: [
            [0, 1],
            [1, 0],
            [1, 1],
          ],
        },
        { loops: 'kept', parallel: 'merged' },
      ).edges,
    ).toEqual([
      [0, 1],
      [1, 1],
    ]);
    expect(
      parse(
        {
          vertex_count: 2,
          edges: [
            [0, 1],
            [1, 0],
          ],
        },
        { parallel: 'kept' },
      ).edges,
    ).toHaveLength(2);
  });

  it('never repeat what was sent', () => {
    const secret = 'SECRET';
    for (const raw of [
      secret,
      { graph6: secret },
      { vertices: [secret, secret] },
      { dimacs: secret },
      { [secret]: 1 },
    ]) {
      for (const issue of issuesOf(raw)) expect(issue.message).not.toContain(secret);
    }
  });
});

describe('coloured graphs', () => {
  it('let colours of edges follow the edges', () => {
    const given = {
      graph: {
        vertices: ['a', 'b', 'c'],
        edges: [
          ['c', 'b'],
          ['b', 'a'],
        ],
      },
      edge_colors: ['x', 'y'],
    };
    expect(mustParse(parseColoredGraph(rules), given)).toMatchObject({
      graph: {
        edges: [
          ['a', 'b'],
          ['b', 'c'],
        ],
      },
      edge_colors: ['y', 'x'],
    });
  });

  it('may be plain graphs, and refuse the wrong number of colours', () => {
    expect(mustParse(parseColoredGraph(rules), { graph6: 'Bg' })).not.toHaveProperty('vertex_colors');
    expect(tryParse(parseColoredGraph(rules), { graph: { graph6: 'Bg' }, vertex_colors: [1] })).toHaveProperty(
      'issues',
    );
  });
});
