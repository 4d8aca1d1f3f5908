import { describe, expect, it } from 'vitest';
import { hyperedges, parseHypergraph } from '../../../src/values/hypergraph.js';
import { mustParse, tryParse } from '../../../src/values/value.js';

const parse = parseHypergraph({ vertices: 10, edges: 10, incidences: 20 });
const codeOf = (raw: unknown) => {
  const result = tryParse(parse, raw);
  return 'issues' in result ? result.issues.kept[0]?.code : null;
};

describe('hypergraphs', () => {
  it('read named and bare edges alike', () => {
    const canonical = { vertices: ['a', 'b', 'c'], edges: [['a', 'c'], ['b'], []] };
    expect(
      mustParse(parse, {
        ...canonical,
        edges: [
          ['e0', ['c', 'a']],
          ['e1', ['b']],
          ['e2', []],
        ],
      }),
    ).toEqual(canonical);
    expect(mustParse(parse, canonical)).toEqual(canonical);
    expect(hyperedges(mustParse(parse, canonical))).toEqual([[0, 2], [1], []]);
  });

  it('refuse unknown and repeated vertices, repeated names, and too many', () => {
    const vertices = ['a', 'b'];
    expect(codeOf({ vertices, edges: [['x', 'a']] })).toBe('unknown_vertex');
    expect(codeOf({ vertices, edges: [['a', 'a']] })).toBe('repeated_vertex');
    expect(
      codeOf({
        vertices,
        edges: [
          ['e', ['a']],
          ['e', ['b']],
        ],
      }),
    ).toBe('repeated_name');
    expect(codeOf({ vertices })).toBe('missing');
    expect(codeOf({ vertices: Array.from({ length: 11 }, (_, i) => i), edges: [] })).toBe('out_of_bounds');
  });
});
