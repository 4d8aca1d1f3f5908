import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  colourGreedily,
  componentsOf,
  coreOf,
  extendColouring,
  largeClique,
} from '../../../src/values/graph-coloring.js';
import { neighbours } from '../../../src/values/graph.js';

const order = 8;
const everyPair = [...Array(order).keys()].flatMap((u) => [...Array(u).keys()].map((v): [number, number] => [v, u]));
const graphs = fc.subarray(everyPair);

describe('colouring', () => {
  it('greedy colourings are proper, and carry over from the core to the whole graph', () => {
    fc.assert(
      fc.property(graphs, fc.integer({ min: 1, max: 5 }), (edges, k) => {
        const adjacent = neighbours({ order, edges });
        const core = coreOf(adjacent, k);
        const known = colourGreedily(adjacent, core.vertices, k);
        if (known === null) return;
        const colours = adjacent.map(() => -1);
        core.vertices.forEach((v, i) => (colours[v] = known[i]!));
        extendColouring(adjacent, core, colours);
        expect(colours.every((colour) => colour >= 0 && colour < k)).toBe(true);
        expect(edges.every(([u, v]) => colours[u] !== colours[v])).toBe(true);
      }),
    );
  });

  it('the clique found in a small graph is a largest one', () => {
    fc.assert(
      fc.property(graphs, (edges) => {
        const adjacent = neighbours({ order, edges });
        const all = [...Array(order).keys()];
        const clique = largeClique(adjacent, all);
        const joined = (set: number[]) => set.every((u) => set.every((v) => u === v || adjacent[u]!.includes(v)));
        let best = 0;
        for (let mask = 0; mask < 1 << order; mask += 1) {
          const set = all.filter((v) => (mask >> v) & 1);
          if (set.length > best && joined(set)) best = set.length;
        }
        expect([joined(clique), clique.length]).toEqual([true, best]);
      }),
      { numRuns: 50 },
    );
  });

  it('components are those of the chosen vertices', () => {
    const adjacent = neighbours({
      order: 4,
      edges: [
        [0, 1],
        [1, 2],
      ],
    });
    expect(componentsOf(adjacent, [0, 2, 3])).toEqual([[0], [2], [3]]);
    expect(componentsOf(adjacent, [0, 1, 2, 3])).toEqual([[0, 1, 2], [3]]);
  });
});
