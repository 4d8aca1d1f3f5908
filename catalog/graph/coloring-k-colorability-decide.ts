import { z } from 'zod';
import { defineOperation } from '../../src/contracts/operation.js';
import { coreOf } from '../../src/values/graph-coloring.js';
import { graph, graphOutput, indexGraph, neighbours, type Graph } from '../../src/values/graph.js';
import { long } from '../budgets.js';
import { z3Only } from '../requirements.js';

const rules = { vertices: 100_000, edges: 1_000_000 };
/** Largest core times colours: what one propositional formula can hold. */
const formulaSize = 1_000_000;

const input = z
  .strictObject({
    graph: graph(rules, 'The undirected graph, without loops and repeated edges.'),
    colors: z.int().min(0).meta({ description: 'number of colours k that may be used' }),
    solver_conflicts: z
      .int()
      .min(1)
      .optional()
      .meta({ description: 'conflicts of the solver, as budget.solver_steps' }),
  })
  .superRefine(({ graph: given, colors }, context) => {
    const core = new Set(coreOf(neighbours(indexGraph(given)), colors).vertices.map((v) => given.vertices[v]));
    const edges = given.edges.filter(([u, v]) => core.has(u) && core.has(v)).length;
    if ((edges + core.size) * colors <= formulaSize) return;
    const message = `The part of the graph where every vertex has as many neighbours as there are colours may have at most ${String(formulaSize)} pairs of an edge or vertex and a colour.`;
    context.addIssue({ code: 'custom', path: ['graph'], message, params: { code: 'out_of_bounds', bound: true } });
  });

const output = z.strictObject({
  status: z.enum(['DECIDED', 'UNKNOWN']),
  colorable: z.boolean().optional().meta({ description: 'left out when UNKNOWN' }),
  coloring: z
    .strictObject({
      graph: graphOutput('the coloured graph'),
      colors: z.int().min(0).meta({ description: 'number of colours that may be used' }),
      coloring: z
        .array(z.int().min(0))
        .meta({ description: 'colour of each vertex, 0..colors-1, in the order of vertices' }),
    })
    .optional()
    .meta({ description: 'a proper colouring; left out when there is none' }),
  vertex_count: z.int().min(0),
  exhausted: z.enum(['time', 'work', 'memory']).optional().meta({ description: 'for UNKNOWN: what ran out' }),
});

export type Input = z.output<typeof input>;
export type Output = z.output<typeof output>;

/** What a negative answer still owes. */
export const negativeObligation = {
  code: 'NOT_COLORABLE_NOT_CHECKED',
  text: 'That no colouring exists rests on one engine: replay a refutation of the formula in an independent proof checker.',
};

const triangle: Graph = {
  vertices: [0, 1, 2],
  edges: [
    [0, 1],
    [0, 2],
    [1, 2],
  ],
  directed: false,
};

export const operation = defineOperation({
  id: 'graph.coloring.k_colorability.decide',
  version: '1.0.0',
  title: 'k-colourability of a graph',
  description:
    'Decides whether the vertices of an undirected graph can be coloured with k colours so that adjacent vertices differ, and gives a colouring. With 0 colours only the graph without vertices is colourable.',
  discovery_terms: [
    'graph coloring',
    'vertex colouring',
    'proper coloring',
    'k-colorable',
    '3-colorable',
    'bipartite',
    'chromatic number at most k',
    'four color',
  ],
  tags: ['graph', 'coloring', 'decision', 'sat'],
  input,
  output,
  output_summary: 'whether k colours suffice, with a proper colouring, or UNKNOWN with what ran out',
  exact_input_scope: `undirected graphs without loops, at most ${String(rules.vertices)} vertices and ${String(rules.edges)} edges`,
  examples: [
    {
      name: 'triangle_with_three_colours',
      description: 'A triangle needs exactly three colours.',
      input: {
        graph: {
          vertex_count: 3,
          edges: [
            [0, 1],
            [1, 2],
            [0, 2],
          ],
        },
        colors: 3,
      },
      output: {
        status: 'DECIDED',
        colorable: true,
        coloring: { graph: triangle, colors: 3, coloring: [0, 1, 2] },
        vertex_count: 3,
      },
    },
    {
      name: 'petersen_with_two_colours',
      description: 'The Petersen graph, as graph6, has odd cycles.',
      input: { graph: { graph6: 'IheA@GUAo' }, colors: 2 },
      output: { status: 'DECIDED', colorable: false, vertex_count: 10 },
    },
    {
      name: 'no_colours',
      description: 'Without colours only the graph without vertices is colourable.',
      input: { graph: { vertex_count: 0, edges: [] }, colors: 0 },
      output: {
        status: 'DECIDED',
        colorable: true,
        coloring: { graph: { vertices: [], edges: [], directed: false }, colors: 0, coloring: [] },
        vertex_count: 0,
      },
    },
    {
      name: 'loop',
      description: 'An edge from a vertex to itself is refused.',
      input: { graph: { vertex_count: 2, edges: [[0, 0]] }, colors: 2 },
      error: { code: 'INVALID_REQUEST' },
    },
  ],
  budget: long,
  runtime_requirements: z3Only,
  modes: ['EXPLORE'],
  input_kinds: ['STRUCTURED_REQUEST'],
  related: ['graph.polynomial.chromatic.compute', 'hypergraph.nonmonochromatic_vertex_coloring.q_decide', 'sat.solve'],
  qualifiers: ['exact'],
  equal: (a, b) => a.status === b.status && a.colorable === b.colorable,
  verify: (given, answer) => {
    if (answer.vertex_count !== given.graph.vertices.length) return 'vertex_count is the number of vertices';
    if (answer.status === 'UNKNOWN') return answer.colorable === undefined ? null : 'UNKNOWN carries no verdict';
    if (answer.colorable !== true) {
      const core = coreOf(neighbours(indexGraph(given.graph)), given.colors).vertices;
      return core.length > 0
        ? null
        : 'a graph whose parts all have a vertex with fewer neighbours than colours is colourable';
    }
    const { coloring } = answer;
    return coloring?.colors === given.colors && isProper(given.graph, coloring.coloring, given.colors)
      ? null
      : 'adjacent vertices have different colours, all of them among those allowed';
  },
  exhausted: (given, resource): Output => ({
    status: 'UNKNOWN',
    vertex_count: given.graph.vertices.length,
    exhausted: resource,
  }),
  payloadBudget: ({ solver_conflicts }) => (solver_conflicts === undefined ? {} : { solver_steps: solver_conflicts }),
});

function isProper(given: Graph, colours: readonly number[], k: number): boolean {
  if (colours.length !== given.vertices.length) return false;
  if (!colours.every((colour) => Number.isInteger(colour) && colour >= 0 && colour < k)) return false;
  return indexGraph(given).edges.every(([u, v]) => colours[u] !== colours[v]);
}
