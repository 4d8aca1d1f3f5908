import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { adapter as graphs } from '../../../adapters/z3/graph-coloring-k-colorability-decide.js';
import { adapter as hypergraphs } from '../../../adapters/z3/hypergraph-nonmonochromatic-vertex-coloring-q-decide.js';
import { operation as kColor } from '../../../catalog/graph/coloring-k-colorability-decide.js';
import { operation as qColor } from '../../../catalog/hypergraph/nonmonochromatic-vertex-coloring-q-decide.js';

const grant = { budget: { wall_ms: 1_000, memory_mb: 100 }, soft_ms: 800 };
const everyPair = [...Array(6).keys()].flatMap((u) => [...Array(u).keys()].map((v): [number, number] => [v, u]));

/** An engine of a few lines for the scripts we print: all assignments in turn. Small formulas only. */
function solve(script: string): string {
  const asked = [...script.matchAll(/declare-const (s\d+)/g)].map(([, name = '']) => name);
  const clauses = [...script.matchAll(/^\(assert (.*)\)$/gm)].map(([, term = '']) =>
    [...term.matchAll(/\(not (s\d+)\)|(s\d+)/g)].map(([, no, yes]) => ({
      at: asked.indexOf(no ?? yes ?? ''),
      is: no === undefined,
    })),
  );
  const values: boolean[] = [];
  const search = (): boolean => {
    const closed = clauses.some((clause) => clause.every(({ at, is }) => at < values.length && values[at] !== is));
    if (closed) return false;
    if (values.length === asked.length) return true;
    for (const value of [true, false]) {
      values.push(value);
      if (search()) return true;
      values.pop();
    }
    return false;
  };
  if (!search()) return 'unsat\n(:reason-unknown "")\n(error "model is not available")';
  const pairs = asked.map((name, i) => `(${name} ${String(values[i])})`).join(' ');
  return `sat\n(:reason-unknown "")\n${asked.length === 0 ? '' : `(${pairs})`}`;
}
const reply = (text: string) => ({ text, stderr: '' });

function exists(order: number, colours: number, good: (colours: readonly number[]) => boolean): boolean {
  const assigned = Array<number>(order).fill(0);
  for (let i = 0; i < colours ** order; i += 1) {
    for (let v = 0, rest = i; v < order; v += 1, rest = Math.floor(rest / colours)) assigned[v] = rest % colours;
    if (good(assigned)) return true;
  }
  return false;
}

describe('graph.coloring.k_colorability.decide', () => {
  it('asks a question that has the right answer, symmetry breaking included', () => {
    fc.assert(
      fc.property(fc.subarray(everyPair), fc.integer({ min: 0, max: 4 }), (edges, colors) => {
        const input = kColor.input.parse({ graph: { vertex_count: 6, edges }, colors });
        const outcome = graphs.decode(reply(solve(graphs.encode(input, grant).text)), input);
        if (outcome.kind !== 'ok') throw new Error('a verdict');
        expect(kColor.verify(input, outcome.output)).toBeNull();
        expect(outcome.output.colorable).toBe(exists(6, colors, (c) => edges.every(([u, v]) => c[u] !== c[v])));
        expect('coloring' in outcome.output).toBe(outcome.output.colorable);
      }),
      { numRuns: 200 },
    );
  });

  it('takes the public budget, has an UNKNOWN without a verdict, and bounds the formula', () => {
    const input = kColor.input.parse({ graph: { vertex_count: 2, edges: [[0, 1]] }, colors: 1, solver_conflicts: 9 });
    expect(kColor.payloadBudget?.(input)).toEqual({ solver_steps: 9 });
    expect(kColor.exhausted?.(input, 'work')).toEqual({ status: 'UNKNOWN', vertex_count: 2, exhausted: 'work' });
    const edges = [...Array(300).keys()].flatMap((u) => [...Array(u).keys()].map((v) => [v, u]));
    const large = kColor.input.safeParse({ graph: { vertex_count: 300, edges }, colors: 299 });
    expect(large.error?.issues[0]).toMatchObject({ path: ['graph'], params: { bound: true } });
    expect(kColor.input.safeParse({ graph: { vertex_count: 300, edges }, colors: 300 }).success).toBe(true);
  });

  it('refuses a wrong colouring', () => {
    const input = kColor.input.parse({ graph: { vertex_count: 2, edges: [[0, 1]] }, colors: 2 });
    const answer = (coloring: number[]) => ({
      status: 'DECIDED' as const,
      colorable: true,
      coloring: { graph: input.graph, colors: 2, coloring },
      vertex_count: 2,
    });
    expect(kColor.verify(input, answer([0, 1]))).toBeNull();
    for (const wrong of [[0, 0], [0, 2], [0], [-1, 0]]) expect(kColor.verify(input, answer(wrong))).not.toBeNull();
  });
});

describe('hypergraph.nonmonochromatic_vertex_coloring.q_decide', () => {
  it('asks a question that has the right answer', () => {
    const edge = fc.subarray([0, 1, 2, 3, 4], { minLength: 1 });
    fc.assert(
      fc.property(fc.array(edge, { maxLength: 9 }), fc.integer({ min: 0, max: 3 }), (edges, palette_size) => {
        const input = qColor.input.parse({ hypergraph: { vertices: [0, 1, 2, 3, 4], edges }, palette_size });
        const outcome = hypergraphs.decode(reply(solve(hypergraphs.encode(input, grant).text)), input);
        if (outcome.kind !== 'ok') throw new Error('a verdict');
        expect(qColor.verify(input, outcome.output)).toBeNull();
        const colourable = exists(5, palette_size, (c) => edges.every((e) => new Set(e.map((v) => c[v])).size > 1));
        expect(outcome.output.outcome).toBe(colourable ? 'COLORABLE' : 'NOT_COLORABLE');
        expect('witness' in outcome.output).toBe(colourable);
      }),
      { numRuns: 200 },
    );
  });
});
