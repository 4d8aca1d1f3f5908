import {
  asBoolean,
  askClauses,
  occurring,
  readCheck,
  readValues,
  script,
  searchTime,
} from '../../backends/z3/dialect.js';
import {
  negativeObligation,
  usefulColours,
  type Input,
  type Output,
} from '../../catalog/hypergraph/nonmonochromatic-vertex-coloring-q-decide.js';
import { EngineError, ReplyError, type Adapter } from '../../src/contracts/adapter.js';
import { ok } from '../../src/contracts/outcome.js';
import { largeClique } from '../../src/values/graph-coloring.js';
import { neighbours } from '../../src/values/graph.js';
import { hyperedges } from '../../src/values/hypergraph.js';

/**
 * With two colours one variable a vertex: it is true for colour 1. With more, variable 1 + vertex·q + colour: the vertex
 * has that colour; a vertex with several is harmless, any of them will do.
 */
export const adapter: Adapter<Input, Output> = {
  operation: 'hypergraph.nonmonochromatic_vertex_coloring.q_decide',
  backend: 'z3',
  kernels: ['z3'],
  encode: (input, { budget, soft_ms }) => {
    const { commands } = askClauses(clausesOf(input), budget.solver_steps);
    return script({ logic: 'QF_FD', soft_ms: searchTime(soft_ms, commands) }, commands);
  },
  decode: (reply, input) => {
    const check = readCheck(reply);
    if (check.verdict === 'rejected') throw new EngineError(check.message);
    if (check.verdict === 'unknown') return { kind: 'exhausted', resource: check.resource ?? 'work' };
    if (check.verdict === 'unsat') return ok({ outcome: 'NOT_COLORABLE' }, { obligations: [negativeObligation] });
    const asked = occurring(clausesOf(input));
    const values = asked.length === 0 ? [] : readValues(check.forms, asked.length).map(asBoolean);
    const { vertices } = input.hypergraph;
    const colours = usefulColours(input.palette_size, vertices.length);
    const truths = new Set(asked.filter((_, i) => values[i] === true));
    return ok({
      outcome: 'COLORABLE',
      witness: { assignments: vertices.map((vertex, v) => [vertex, colourOf(v, colours, truths)]) },
    });
  },
};

function colourOf(vertex: number, colours: number, truths: ReadonlySet<number>): number {
  if (colours === 2) return truths.has(vertex) ? 1 : 0;
  for (let colour = 0; colour < colours; colour += 1) if (truths.has(vertex * colours + colour)) return colour;
  throw new ReplyError('a vertex without a colour');
}

function clausesOf({ hypergraph, palette_size }: Input): number[][] {
  const order = hypergraph.vertices.length;
  const colours = usefulColours(palette_size, order);
  const edges = hyperedges(hypergraph);
  const palette = Array.from({ length: colours }, (_, colour) => colour);
  const clauses: number[][] = [];
  const has = (v: number, colour: number) => 1 + v * colours + colour;
  if (colours !== 2) for (let v = 0; v < order; v += 1) clauses.push(palette.map((colour) => has(v, colour)));
  for (const edge of edges) {
    if (edge.length < 2) clauses.push([]);
    else if (colours === 2)
      clauses.push(
        edge.map((v) => v + 1),
        edge.map((v) => -v - 1),
      );
    else for (const colour of palette) clauses.push(edge.map((v) => -has(v, colour)));
  }
  // Colours can be permuted: those of vertices that all must differ are fixed.
  fixedVertices(order, edges)
    .slice(0, colours)
    .forEach((v, colour) => {
      clauses.push([colours === 2 ? (colour === 1 ? v + 1 : -v - 1) : has(v, colour)]);
    });
  return clauses;
}

/** A clique of the graph that the edges with two vertices form; without any, a vertex of most edges. */
function fixedVertices(order: number, edges: readonly (readonly number[])[]): number[] {
  const pairs = new Map<number, [number, number]>();
  const degree = new Array<number>(order).fill(0);
  for (const edge of edges) {
    const [u, v] = edge;
    for (const w of edge) degree[w] = (degree[w] ?? 0) + 1;
    if (edge.length === 2 && u !== undefined && v !== undefined) pairs.set(u * order + v, [u, v]);
  }
  if (pairs.size === 0) return order === 0 ? [] : [degree.indexOf(degree.reduce((a, b) => Math.max(a, b), 0))];
  const adjacent = neighbours({ order, edges: [...pairs.values()] });
  return largeClique(
    adjacent,
    adjacent.flatMap((list, v) => (list.length > 0 ? [v] : [])),
  );
}
