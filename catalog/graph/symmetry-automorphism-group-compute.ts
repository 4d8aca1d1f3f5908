import { z } from 'zod';
import { defineOperation } from '../../src/contracts/operation.js';
import { coloredGraph, colourNumbers, type ColoredGraph } from '../../src/values/colored-graph.js';
import { indexGraph, label, type Label } from '../../src/values/graph.js';
import { integerOutput } from '../../src/values/integer.js';
import {
  groupOrder,
  isPermutation,
  orbitsOf,
  permutationGroupOutput,
  type Permutation,
} from '../../src/values/permutation-group.js';
import { long } from '../budgets.js';
import { sageOnly } from '../requirements.js';

const rules = { vertices: 10_000, edges: 200_000, directed: true };

const input = z.strictObject({
  graph: coloredGraph(
    rules,
    'The graph, without loops and repeated edges, directed or not: {graph, vertex_colors?, edge_colors?}, or a graph alone. Colours must be kept.',
  ),
});

const edge = z.tuple([label, label]);
const output = z.strictObject({
  vertices: z.array(label),
  edges: z.array(edge).meta({ description: 'ascending in vertex order' }),
  group: permutationGroupOutput,
  generators: z.array(
    z.strictObject({
      generator_id: z.string(),
      mapping: z.array(z.tuple([label, label])).meta({ description: '(vertex, its image) in vertex order' }),
    }),
  ),
  automorphism_count: integerOutput('order of the whole group of automorphisms'),
  generated_group_order: integerOutput(
    'order of the group that the generators generate, computed apart from the engine',
  )
    .optional()
    .meta({ description: 'left out where the group is too large for our own computation' }),
  vertex_orbits: z.array(
    z.strictObject({ orbit_index: z.int().min(0), representative: label, members: z.array(label) }),
  ),
  edge_orbits: z.array(z.strictObject({ orbit_index: z.int().min(0), representative: edge, members: z.array(edge) })),
  action: z.literal('FULL_COLOR_PRESERVING_AUTOMORPHISM_GROUP'),
});

export type Input = z.output<typeof input>;
export type Output = z.output<typeof output>;

/** The whole answer from generators (images of positions) and the order of the group. */
export function answerOf({ graph }: ColoredGraph, images: readonly Permutation[], count: string): Output {
  const { vertices } = graph;
  const { order, edges } = indexGraph(graph);
  const sorted = [...images].sort(compareImages);
  const generated = groupOrder(order, sorted);
  const name = (v: number): Label => vertices[v] ?? v;
  const edgeName = (i: number): [Label, Label] => {
    const [u, v] = edges[i] ?? [0, 0];
    return [name(u), name(v)];
  };
  const position = edgePositions(order, edges, graph.directed);
  const moved = sorted.flatMap((g) => vertices.map((_, v): [number, number] => [v, g[v] ?? v]));
  const movedEdges = sorted.flatMap((g) =>
    edges.map(([u, v], i): [number, number] => [i, position(g[u] ?? u, g[v] ?? v) ?? i]),
  );
  return {
    vertices: [...vertices],
    edges: edges.map((_, i) => edgeName(i)),
    group: { degree: order, generators: sorted },
    generators: sorted.map((g, i) => ({
      generator_id: `g${String(i)}`,
      mapping: vertices.map((vertex, v): [Label, Label] => [vertex, name(g[v] ?? v)]),
    })),
    automorphism_count: count,
    ...(generated === null ? {} : { generated_group_order: String(generated) }),
    vertex_orbits: describeOrbits(orbitsOf(order, moved), name),
    edge_orbits: describeOrbits(orbitsOf(edges.length, movedEdges), edgeName),
    action: 'FULL_COLOR_PRESERVING_AUTOMORPHISM_GROUP',
  };
}

const path3 = {
  vertices: ['a', 'b', 'c'],
  edges: [
    ['a', 'b'],
    ['b', 'c'],
  ],
};

export const operation = defineOperation({
  id: 'graph.symmetry.automorphism_group.compute',
  version: '1.0.0',
  title: 'Automorphism group of a graph',
  description:
    'The group of all permutations of the vertices that keep edges (with their directions), vertex colours and edge colours: generators, order, orbits of vertices and edges. Points of the group are 0-based positions in vertices.',
  discovery_terms: [
    'automorphisms',
    'symmetries of a graph',
    'symmetry group',
    'Aut(G)',
    'vertex orbits',
    'vertex-transitive',
    'nauty',
    'bliss',
    'coloured graph',
  ],
  tags: ['graph', 'symmetry', 'permutation-group'],
  input,
  output,
  output_summary: 'generators, order of the group, orbits of vertices and edges',
  exact_input_scope: `graphs without loops, at most ${String(rules.vertices)} vertices and ${String(rules.edges)} edges, directed or not, vertices and edges coloured or not`,
  examples: [
    {
      name: 'path',
      description: 'The path with three vertices has one reflection.',
      input: { graph: { graph: path3 } },
      output: answerOf(
        {
          graph: {
            vertices: ['a', 'b', 'c'],
            edges: [
              ['a', 'b'],
              ['b', 'c'],
            ],
            directed: false,
          },
        },
        [[2, 1, 0]],
        '2',
      ),
    },
    {
      name: 'coloured_edges',
      description: 'Edge colours that differ leave only the identity.',
      input: { graph: { graph: path3, edge_colors: ['red', 'blue'] } },
      output: answerOf(
        {
          graph: {
            vertices: ['a', 'b', 'c'],
            edges: [
              ['a', 'b'],
              ['b', 'c'],
            ],
            directed: false,
          },
        },
        [],
        '1',
      ),
    },
    {
      name: 'directed_cycle',
      description: 'A directed cycle has rotations only.',
      input: {
        graph: {
          vertex_count: 3,
          edges: [
            [0, 1],
            [1, 2],
            [2, 0],
          ],
          directed: true,
        },
      },
      output: answerOf(
        {
          graph: {
            vertices: [0, 1, 2],
            edges: [
              [0, 1],
              [1, 2],
              [2, 0],
            ],
            directed: true,
          },
        },
        [[1, 2, 0]],
        '3',
      ),
    },
    {
      name: 'loop',
      description: 'A graph with a loop is refused.',
      input: { graph: { vertex_count: 2, edges: [[1, 1]] } },
      error: { code: 'INVALID_REQUEST' },
    },
  ],
  budget: long,
  runtime_requirements: sageOnly,
  modes: ['EXPLORE'],
  input_kinds: ['STRUCTURED_REQUEST'],
  related: ['graph.polynomial.chromatic.compute', 'graph.coloring.k_colorability.decide'],
  qualifiers: ['exact', 'deterministic'],
  // Both generator sets are verified to keep the graph, so equal orders mean the same group.
  equal: (a, b) =>
    JSON.stringify([a.automorphism_count, a.vertices, a.edges, a.vertex_orbits, a.edge_orbits]) ===
    JSON.stringify([b.automorphism_count, b.vertices, b.edges, b.vertex_orbits, b.edge_orbits]),
  verify: ({ graph: given }, answer) => {
    const { generators } = answer.group;
    if (!generators.every((g) => keeps(given, g))) return 'each generator keeps edges and colours';
    const generated = answer.generated_group_order;
    if (generated !== undefined && generated !== answer.automorphism_count)
      return 'the generators generate all automorphisms';
    return null;
  },
});

/** True where a permutation of positions keeps edges, directions and colours. */
function keeps({ graph, vertex_colors, edge_colors }: ColoredGraph, images: Permutation): boolean {
  const { order, edges } = indexGraph(graph);
  if (!isPermutation(images, order)) return false;
  const colours = colourNumbers(vertex_colors, order);
  const edgeColours = colourNumbers(edge_colors, edges.length);
  const position = edgePositions(order, edges, graph.directed);
  return (
    images.every((image, v) => colours[v] === colours[image]) &&
    edges.every(([u, v], i) => {
      const image = position(images[u] ?? u, images[v] ?? v);
      return image !== undefined && edgeColours[image] === edgeColours[i];
    })
  );
}

function edgePositions(order: number, edges: readonly (readonly [number, number])[], directed: boolean) {
  const positions = new Map(edges.map(([u, v], i) => [u * order + v, i]));
  return (u: number, v: number): number | undefined => positions.get(directed || u < v ? u * order + v : v * order + u);
}

function describeOrbits<T>(orbits: readonly (readonly number[])[], name: (position: number) => T) {
  return orbits.map((orbit, i) => {
    const members = orbit.map(name);
    return { orbit_index: i, representative: name(orbit[0] ?? 0), members };
  });
}

function compareImages(a: Permutation, b: Permutation): number {
  const at = a.findIndex((image, i) => image !== b[i]);
  return at < 0 ? 0 : (a[at] ?? 0) - (b[at] ?? 0);
}
