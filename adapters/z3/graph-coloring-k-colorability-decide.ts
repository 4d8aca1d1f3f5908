import { asBoolean, askClauses, readCheck, readValues, script, searchTime } from '../../backends/z3/dialect.js';
import { negativeObligation, type Input, type Output } from '../../catalog/graph/coloring-k-colorability-decide.js';
import { EngineError, ReplyError, type Adapter } from '../../src/contracts/adapter.js';
import { ok } from '../../src/contracts/outcome.js';
import { colourGreedily, componentsOf, coreOf, extendColouring, largeClique } from '../../src/values/graph-coloring.js';
import { indexGraph, neighbours } from '../../src/values/graph.js';

/** Components up to this order are tried with a greedy colouring, whose cost is quadratic. */
const greedyOrder = 3_000;

/** Asked of the engine: the k-core alone. Variable 1 + position·k + colour: the vertex at that position of the core has that colour. */
export const adapter: Adapter<Input, Output> = {
  operation: 'graph.coloring.k_colorability.decide',
  backend: 'z3',
  kernels: ['z3'],
  encode: (input, { budget, soft_ms }) => {
    const { commands } = askClauses(clausesOf(input), budget.solver_steps);
    return script({ logic: 'QF_FD', soft_ms: searchTime(soft_ms, commands) }, commands);
  },
  decode: (reply, { graph, colors }) => {
    const check = readCheck(reply);
    const vertex_count = graph.vertices.length;
    if (check.verdict === 'rejected') throw new EngineError(check.message);
    if (check.verdict === 'unknown') return { kind: 'exhausted', resource: check.resource ?? 'work' };
    if (check.verdict === 'unsat') {
      return ok({ status: 'DECIDED', colorable: false, vertex_count }, { obligations: [negativeObligation] });
    }
    const adjacent = neighbours(indexGraph(graph));
    const core = coreOf(adjacent, colors);
    const count = core.vertices.length * colors;
    const chosen = count === 0 ? [] : readValues(check.forms, count).map(asBoolean);
    const coloring = graph.vertices.map(() => -1);
    core.vertices.forEach((v, i) => {
      const colour = chosen.indexOf(true, i * colors) - i * colors;
      if (colour < 0 || colour >= colors) throw new ReplyError('a vertex without a colour');
      coloring[v] = colour;
    });
    extendColouring(adjacent, core, coloring);
    return ok({ status: 'DECIDED', colorable: true, coloring: { graph, colors, coloring }, vertex_count });
  },
};

/**
 * Each vertex of the core has a colour, adjacent ones share none (a vertex with two is harmless: any of them will do).
 * Colours can be permuted in each component, so there the colours of one clique are fixed; a component that a greedy
 * colouring settles is given that colouring instead, which the engine then only checks.
 */
function clausesOf({ graph, colors }: Input): number[][] {
  const { order, edges } = indexGraph(graph);
  const adjacent = neighbours({ order, edges });
  const core = coreOf(adjacent, colors).vertices;
  const position = new Map(core.map((v, i) => [v, i]));
  const variable = (v: number, colour: number) => 1 + (position.get(v) ?? 0) * colors + colour;
  const palette = Array.from({ length: core.length === 0 ? 0 : colors }, (_, colour) => colour);
  const clauses = core.map((v) => palette.map((colour) => variable(v, colour)));
  for (const [u, v] of edges) {
    if (!position.has(u) || !position.has(v)) continue;
    for (const colour of palette) clauses.push([-variable(u, colour), -variable(v, colour)]);
  }
  for (const component of componentsOf(adjacent, core)) {
    const known = component.length > greedyOrder ? null : colourGreedily(adjacent, component, colors);
    if (known !== null) component.forEach((v, i) => clauses.push([variable(v, known[i] ?? 0)]));
    else
      largeClique(adjacent, component)
        .slice(0, colors)
        .forEach((v, colour) => clauses.push([variable(v, colour)]));
  }
  return clauses;
}
