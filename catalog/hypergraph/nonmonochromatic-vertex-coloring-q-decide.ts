import { z } from 'zod';
import { defineOperation } from '../../src/contracts/operation.js';
import { label } from '../../src/values/graph.js';
import { hyperedges, hypergraph } from '../../src/values/hypergraph.js';
import { long } from '../budgets.js';
import { z3Only } from '../requirements.js';

const rules = { vertices: 100_000, edges: 1_000_000, incidences: 5_000_000 };
/** Largest number of literals of the propositional formula. */
const formulaSize = 5_000_000;

const input = z
  .strictObject({
    hypergraph: hypergraph(rules, 'Vertices, and edges as lists of vertices or as pairs [name, vertices].'),
    palette_size: z.int().min(0).meta({ description: 'number of colours q that may be used' }),
  })
  .superRefine(({ hypergraph: given, palette_size }, context) => {
    const incidences = given.edges.reduce((sum, edge) => sum + edge.length, given.vertices.length);
    if (incidences * usefulColours(palette_size, given.vertices.length) <= formulaSize) return;
    const message = `Vertices and sizes of edges together, times the colours, may be at most ${String(formulaSize)}.`;
    context.addIssue({ code: 'custom', path: ['hypergraph'], message, params: { code: 'out_of_bounds', bound: true } });
  });

const output = z.strictObject({
  outcome: z.enum(['COLORABLE', 'NOT_COLORABLE', 'UNKNOWN']),
  witness: z
    .strictObject({
      assignments: z
        .array(z.tuple([label, z.int().min(0)]))
        .meta({ description: '(vertex, colour 0..q-1) in vertex order' }),
    })
    .optional()
    .meta({ description: 'only for COLORABLE' }),
  exhausted: z.enum(['time', 'work', 'memory']).optional().meta({ description: 'for UNKNOWN: what ran out' }),
});

export type Input = z.output<typeof input>;
export type Output = z.output<typeof output>;

/** More colours than vertices never help. */
export function usefulColours(palette: number, vertices: number): number {
  return Math.min(palette, vertices);
}

/** What a negative answer still owes. */
export const negativeObligation = {
  code: 'NOT_COLORABLE_NOT_CHECKED',
  text: 'That no colouring exists rests on one engine: replay a refutation of the formula in an independent proof checker.',
};

export const operation = defineOperation({
  id: 'hypergraph.nonmonochromatic_vertex_coloring.q_decide',
  version: '1.0.0',
  title: 'Colouring of a hypergraph without monochromatic edges',
  description:
    'Decides whether the vertices of a hypergraph can be coloured with q colours so that no edge has a single colour, and gives a colouring. An edge with fewer than two vertices cannot have two colours, so it makes the answer NOT_COLORABLE.',
  discovery_terms: [
    'property B',
    'weak coloring',
    'set splitting',
    'two-colorable hypergraph',
    'not all equal',
    'monochromatic',
    'Ramsey colouring',
    'van der Waerden',
  ],
  tags: ['hypergraph', 'coloring', 'decision', 'sat'],
  input,
  output,
  output_summary: 'COLORABLE with a colour for each vertex, NOT_COLORABLE, or UNKNOWN with what ran out',
  exact_input_scope: `at most ${String(rules.vertices)} vertices, ${String(rules.edges)} edges with ${String(rules.incidences)} vertices in all`,
  examples: [
    {
      name: 'one_edge',
      description: 'One edge with three vertices and two colours.',
      input: { hypergraph: { vertices: ['0', '1', '2'], edges: [['e0', ['0', '1', '2']]] }, palette_size: 2 },
      output: {
        outcome: 'COLORABLE',
        witness: {
          assignments: [
            ['0', 0],
            ['1', 0],
            ['2', 1],
          ],
        },
      },
    },
    {
      name: 'fano_plane',
      description: 'The seven lines of the Fano plane: every 2-colouring has a line of one colour.',
      input: {
        hypergraph: {
          vertices: [1, 2, 3, 4, 5, 6, 7],
          edges: [
            [1, 2, 3],
            [1, 4, 5],
            [1, 6, 7],
            [2, 4, 6],
            [2, 5, 7],
            [3, 4, 7],
            [3, 5, 6],
          ],
        },
        palette_size: 2,
      },
      output: { outcome: 'NOT_COLORABLE' },
    },
    {
      name: 'unknown_vertex',
      description: 'An edge must name vertices of the hypergraph.',
      input: { hypergraph: { vertices: ['a', 'b'], edges: [['a', 'c']] }, palette_size: 2 },
      error: { code: 'INVALID_REQUEST' },
    },
  ],
  budget: long,
  runtime_requirements: z3Only,
  modes: ['EXPLORE'],
  input_kinds: ['STRUCTURED_REQUEST'],
  related: ['graph.coloring.k_colorability.decide', 'sat.solve'],
  qualifiers: ['exact'],
  equal: (a, b) => a.outcome === b.outcome,
  verify: (given, { outcome, witness }) => {
    if (outcome !== 'COLORABLE') return null;
    const { vertices } = given.hypergraph;
    const pairs = witness?.assignments ?? [];
    const named = pairs.length === vertices.length && pairs.every(([vertex], i) => vertex === vertices[i]);
    if (!named) return 'the witness colours each vertex once, in order';
    const colours = pairs.map(([, colour]) => colour);
    if (!colours.every((colour) => colour >= 0 && colour < given.palette_size)) return 'the colours are 0 .. q-1';
    const split = hyperedges(given.hypergraph).every((edge) => new Set(edge.map((v) => colours[v])).size > 1);
    return split ? null : 'no edge has a single colour';
  },
  exhausted: (_input, resource): Output => ({ outcome: 'UNKNOWN', exhausted: resource }),
});
