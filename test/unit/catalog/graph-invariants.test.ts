import { describe, expect, it } from 'vitest';
import { adapter as symmetry } from '../../../adapters/sagemath/graph-symmetry-automorphism-group-compute.js';
import { adapter as chromaticAdapter } from '../../../adapters/sagemath/graph-polynomial-chromatic-compute.js';
import { fromCoefficients, operation as chromatic } from '../../../catalog/graph/polynomial-chromatic-compute.js';
import { operation as automorphisms } from '../../../catalog/graph/symmetry-automorphism-group-compute.js';

const reply = (value: unknown) => ({ text: JSON.stringify({ id: 1, value }), stderr: '' });
const grant = { budget: { wall_ms: 1_000, memory_mb: 100 }, soft_ms: 800 };

describe('graph.symmetry.automorphism_group.compute', () => {
  const square = {
    vertices: ['a', 'b', 'c', 'd'],
    edges: [
      ['a', 'b'],
      ['b', 'c'],
      ['c', 'd'],
      ['d', 'a'],
    ],
  };
  const answer = (payload: unknown, generators: number[][], order: string) => {
    const input = automorphisms.input.parse(payload);
    const outcome = symmetry.decode(reply({ generators, order }), input);
    if (outcome.kind !== 'ok') throw new Error('an answer');
    return { ...outcome, wrong: automorphisms.verify(input, outcome.output) };
  };

  it('names vertices, orbits and edges as the caller does', () => {
    const { output, wrong } = answer(
      { graph: { graph: square } },
      [
        [1, 2, 3, 0],
        [0, 3, 2, 1],
      ],
      '8',
    );
    expect(wrong).toBeNull();
    expect(output.generated_group_order).toBe('8');
    expect(output.generators[0]).toEqual({
      generator_id: 'g0',
      mapping: [
        ['a', 'a'],
        ['b', 'd'],
        ['c', 'c'],
        ['d', 'b'],
      ],
    });
    expect(output.vertex_orbits).toEqual([{ orbit_index: 0, representative: 'a', members: ['a', 'b', 'c', 'd'] }]);
    expect(output.edge_orbits).toHaveLength(1);
  });

  it('refuses generators that break edges, directions or colours, and a count that they do not reach', () => {
    const rotation = [1, 2, 3, 0];
    const reflection = [0, 3, 2, 1];
    expect(answer({ graph: { graph: square } }, [[1, 0, 2, 3]], '2').wrong).toMatch('edges');
    expect(answer({ graph: { graph: square } }, [rotation], '8').wrong).toMatch('generate');
    expect(answer({ graph: { graph: square, vertex_colors: [1, 2, 2, 2] } }, [rotation], '4').wrong).toMatch('colours');
    expect(answer({ graph: { graph: square, edge_colors: [1, 1, 2, 1] } }, [rotation], '4').wrong).toMatch('colours');
    expect(answer({ graph: { graph: { ...square, directed: true } } }, [reflection], '2').wrong).toMatch('edges');
    expect(() => answer({ graph: { graph: square } }, [[0, 0, 1, 2]], '2')).toThrow();
  });

  it('sends positions and numbers of colours', () => {
    const input = automorphisms.input.parse({ graph: { graph: square, vertex_colors: ['x', 'y', 'x', 'y'] } });
    expect(JSON.parse(symmetry.encode(input, grant).text)).toEqual({
      function: 'graph_symmetry_automorphism_group_compute',
      arguments: [
        4,
        [
          [0, 1],
          [0, 3],
          [1, 2],
          [2, 3],
        ],
        [0, 1, 0, 1],
        [0, 0, 0, 0],
        false,
      ],
    });
  });
});

describe('graph.polynomial.chromatic.compute', () => {
  const input = (graph: unknown) => chromatic.input.parse({ graph });
  const verify = (graph: unknown, coefficients: string[]) =>
    chromatic.verify(input(graph), { kind: 'CHROMATIC', polynomial: fromCoefficients(coefficients) });
  const triangle = {
    vertex_count: 3,
    edges: [
      [0, 1],
      [1, 2],
      [2, 0],
    ],
  };

  it('accepts the right polynomial and refuses others', () => {
    expect(verify(triangle, ['0', '2', '-3', '1'])).toBeNull();
    expect(verify({ vertex_count: 0 }, ['1'])).toBeNull();
    expect(verify({ vertex_count: 2, edges: [[0, 0]] }, [])).toBeNull();
    for (const wrong of [
      ['0', '1', '-3', '1'],
      ['0', '2', '-2', '1'],
      ['0', '2', '-3', '2'],
      ['1', '2', '-3', '1'],
      [],
      ['0', '2', '-3'],
    ]) {
      expect(verify(triangle, wrong)).not.toBeNull();
    }
    expect(verify({ vertex_count: 2, edges: [[0, 0]] }, ['0', '1', '1'])).not.toBeNull();
  });

  it('merges parallel edges and knows the answer for a loop', () => {
    expect(
      input({
        vertex_count: 2,
        edges: [
          [0, 1],
          [1, 0],
        ],
      }).graph.edges,
    ).toEqual([[0, 1]]);
    const loop = input({ vertex_count: 1, edges: [[0, 0]] });
    expect(chromaticAdapter.decode(reply(['1']), loop)).toMatchObject({ output: { polynomial: { terms: [] } } });
  });
});
