import { z } from 'zod';
import { defineOperation } from '../../src/contracts/operation.js';
import { componentsOf } from '../../src/values/graph-coloring.js';
import { graph, indexGraph, neighbours, type IndexedGraph } from '../../src/values/graph.js';
import { polynomialOutput, samePolynomial, type Polynomial } from '../../src/values/polynomial.js';
import { long } from '../budgets.js';
import { sageOnly } from '../requirements.js';

const rules = { vertices: 1_000, edges: 100_000, loops: 'kept', parallel: 'merged' } as const;

const input = z.strictObject({
  graph: graph(rules, 'The undirected graph. Parallel edges count once; with a loop the polynomial is 0.'),
});

const output = z.strictObject({
  kind: z.literal('CHROMATIC'),
  polynomial: polynomialOutput('in the variable x, over QQ, with integral coefficients'),
});

export type Input = z.output<typeof input>;
export type Output = z.output<typeof output>;

export function hasLoop({ edges }: IndexedGraph): boolean {
  return edges.some(([u, v]) => u === v);
}

/** The polynomial of coefficients that ascend from x^0. */
export function fromCoefficients(coefficients: readonly string[]): Polynomial {
  const terms = coefficients
    .map((num, exponent) => ({ coefficient: { num, den: '1' }, exponents: [exponent] }))
    .reverse();
  return { domain: 'QQ', variables: ['x'], terms: terms.filter(({ coefficient }) => coefficient.num !== '0') };
}

export const operation = defineOperation({
  id: 'graph.polynomial.chromatic.compute',
  version: '1.0.0',
  title: 'Chromatic polynomial of a graph',
  description:
    'The polynomial P in x whose value at each k >= 0 is the number of proper colourings of the vertices with k colours. Parallel edges count once; a graph with a loop has the polynomial 0, the graph without vertices 1.',
  discovery_terms: [
    'chromatic polynomial',
    'number of proper colourings',
    'count colorings',
    'deletion contraction',
    'Whitney',
    'acyclic orientations',
  ],
  tags: ['graph', 'polynomial', 'coloring', 'invariant'],
  input,
  output,
  output_summary: 'the chromatic polynomial in x',
  exact_input_scope: `undirected graphs with at most ${String(rules.vertices)} vertices and ${String(rules.edges)} edges; narrow or dense ones within the time`,
  examples: [
    {
      name: 'path',
      description: 'The path with three vertices: x(x-1)^2.',
      input: {
        graph: {
          vertex_count: 3,
          edges: [
            [0, 1],
            [1, 2],
          ],
        },
      },
      output: { kind: 'CHROMATIC', polynomial: fromCoefficients(['0', '1', '-2', '1']) },
    },
    {
      name: 'petersen',
      description: 'The Petersen graph, as graph6.',
      input: { graph: { graph6: 'IheA@GUAo' } },
      output: {
        kind: 'CHROMATIC',
        polynomial: fromCoefficients([
          '0',
          '-704',
          '2606',
          '-4305',
          '4275',
          '-2861',
          '1353',
          '-455',
          '105',
          '-15',
          '1',
        ]),
      },
    },
    {
      name: 'loop',
      description: 'With a loop there is no proper colouring.',
      input: {
        graph: {
          vertices: ['a', 'b'],
          edges: [
            ['a', 'b'],
            ['a', 'a'],
          ],
        },
      },
      output: { kind: 'CHROMATIC', polynomial: fromCoefficients([]) },
    },
    {
      name: 'directed',
      description: 'A directed graph is refused.',
      input: { graph: { vertex_count: 2, edges: [[0, 1]], directed: true } },
      error: { code: 'INVALID_REQUEST' },
    },
  ],
  budget: long,
  runtime_requirements: sageOnly,
  modes: ['EXPLORE'],
  input_kinds: ['STRUCTURED_REQUEST'],
  related: ['graph.coloring.k_colorability.decide', 'graph.symmetry.automorphism_group.compute'],
  qualifiers: ['exact', 'deterministic'],
  equal: (a, b) => samePolynomial(a.polynomial, b.polynomial),
  verify: (given, answer) => check(indexGraph(given.graph), answer.polynomial),
});

function check(given: IndexedGraph, { terms }: Polynomial): string | null {
  if (hasLoop(given)) return terms.length === 0 ? null : 'a graph with a loop has the polynomial 0';
  const coefficients = new Map(terms.map(({ coefficient, exponents }) => [exponents[0] ?? 0, valueOf(coefficient)]));
  const { order, edges } = given;
  if (terms[0]?.exponents[0] !== order || coefficients.get(order) !== 1n)
    return 'it is monic, of the number of vertices as degree';
  if ((coefficients.get(order - 1) ?? 0n) !== -BigInt(edges.length))
    return 'the second coefficient is minus the number of edges';
  const adjacent = neighbours(given);
  const components = componentsOf(
    adjacent,
    adjacent.map((_, v) => v),
  ).length;
  for (let i = components; i <= order; i += 1) {
    const c = coefficients.get(i) ?? 0n;
    if ((order - i) % 2 === 0 ? c <= 0n : c >= 0n) return 'the signs alternate down to the number of components';
  }
  if (coefficients.size !== order - components + 1) return 'the least exponent is the number of components';
  for (let k = 1; k <= 4; k += 1) {
    const counted = countColourings(adjacent, k, 200_000);
    if (counted === null) break;
    if (evaluate(coefficients, order, BigInt(k)) !== counted)
      return 'its value at k counts the colourings with k colours';
  }
  return null;
}

function evaluate(coefficients: ReadonlyMap<number, bigint>, degree: number, x: bigint): bigint {
  let value = 0n;
  for (let i = degree; i >= 0; i -= 1) value = value * x + (coefficients.get(i) ?? 0n);
  return value;
}

/** Colourings one after the other, or null where that takes more than `steps`. */
function countColourings(adjacent: readonly (readonly number[])[], k: number, steps: number): bigint | null {
  const colours = adjacent.map(() => -1);
  let left = steps;
  let count = 0;
  let v = 0;
  while (v >= 0) {
    left -= 1;
    if (left < 0) return null;
    if (v === adjacent.length) {
      count += 1;
      v -= 1;
      continue;
    }
    const at = v;
    let colour = (colours[at] ?? -1) + 1;
    while (colour < k && (adjacent[at] ?? []).some((w) => w < at && colours[w] === colour)) colour += 1;
    colours[at] = colour < k ? colour : -1;
    v += colour < k ? 1 : -1;
  }
  return BigInt(count);
}

/** Terms that are no integers count as 0, which the identities then refuse. */
function valueOf(coefficient: Polynomial['terms'][number]['coefficient']): bigint {
  return typeof coefficient === 'string' || coefficient.den !== '1' ? 0n : BigInt(coefficient.num);
}
