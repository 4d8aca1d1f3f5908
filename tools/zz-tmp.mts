import { createFinder } from '../src/gateway/find/finder.js';
import { parseSettings } from '../src/config/load.js';
import { readdirSync } from 'node:fs';
import { z } from 'zod';
const ops: any[] = [];
for (const d of readdirSync('catalog', { withFileTypes: true }))
  if (d.isDirectory())
    for (const f of readdirSync('catalog/' + d.name)) {
      try {
        const m = await import(`../catalog/${d.name}/${f}`);
        if (m.operation) ops.push(m.operation);
      } catch (e: any) {
        console.log(f, e.message);
      }
    }
const ids =
  'integer.compute.prime_factorization integer.compute.extended_gcd integer.compute.next_prime integer.compute.euler_totient integer.compute.divisors integer.decide.prime modular.solve.chinese_remainder modular.compute.discrete_logarithm polynomial.factor.compute polynomial.compute.gcd polynomial.compute.resultant polynomial.map.evaluate matrix.determinant.compute matrix.normal_form.smith.compute linear.rational_solution.compute lattice.basis.reduce number_field.class_group.compute sat.solve sat.assignment.check smt.solve graph.coloring.k_colorability.decide hypergraph.nonmonochromatic_vertex_coloring.q_decide graph.symmetry.automorphism_group.compute graph.polynomial.chromatic.compute lean.check'.split(
    ' ',
  );
for (const id of ids)
  if (!ops.some((o) => o.id === id)) {
    console.log('fake', id);
    ops.push({
      ...ops[0],
      id,
      title: id.replace(/[._]/g, ' '),
      description: '',
      discovery_terms: [],
      tags: [],
      related: [],
      output_summary: '',
      exact_input_scope: '',
      input: z.object({ x: z.int() }),
      output: z.object({ y: z.int() }),
    });
  }
const g = createFinder({
  operations: ops,
  adapters: [],
  backends: {},
  settings: parseSettings({}),
  prober: {
    availability: async () => {
      throw 1;
    },
    lastKnown: () => null,
    invalidate() {},
  },
});
const qs = process.argv.slice(2);
const t0 = performance.now();
await g.find({});
console.log('first', performance.now() - t0);
for (const q of qs.length
  ? qs
  : [
      'solve Ax=b over the rationals',
      'is 91 prime',
      'factorise a large integer',
      'GCD',
      'gcd of 12 and 18',
      'greatest common divisor of polynomials',
      'chromatic number',
      'is this formula satisfiable',
      'phi(n)',
      'LLL',
      'graph',
      'paragraph',
      'k-colouring of a graph',
      'next prime after 1000',
      'all divisors of 360',
      'x ≡ 2 mod 3 and x ≡ 3 mod 5',
      'chinese remainder theorem',
      'discrete log',
      'determinant of a matrix',
      'smith normal form',
      'class group of a quadratic field',
      'automorphism group',
      'check a Lean proof',
      'evaluate a polynomial at a point',
      'resultant',
      'hypergraph 2-coloring',
      'property B',
      'does this assignment satisfy the clauses',
      'weather in Paris',
      'write me a poem about prime ministers',
      'verify this informal proof',
      'I have a system of linear equations with integer coefficients and need the exact solution please',
      'Faktorisierung',
      'symmetries of a graph',
      'eigenvalues',
      'bezout coefficients',
      'SMT',
      'DIMACS',
      'extended euclid',
      'factor x^4-1',
      'solve equation',
      'integer.compute.divisors',
      'prove a theorem',
      'is 2^127-1 prime?',
      'proof prose',
      'factorization',
      'satisfiability modulo theories',
      'Möbius',
      'integer',
      'number of colorings of a graph',
      'primes',
      'decompose 1001 into primes',
      "Euler's totient function",
      'modular arithmetic',
      'inverse of a matrix',
      'Is this graph 3-colorable?',
      'polynomial',
      'photograph',
      'matrix',
    ]) {
  const a = g.find({ query: q, limit: 4 }) as any;
  console.log(
    q.padEnd(40).slice(0, 60),
    a.portfolio_fit.slice(0, 6),
    a.total_matches,
    a.matches
      .map(
        (m: any) => `${m.operation_id}(${(m.relevance_score / 1000) | 0},${m.query_coverage_milli}${m.lexical_fit[0]})`,
      )
      .join(' '),
  );
}
const n = performance.now();
for (let i = 0; i < 500; i++) await g.find({ query: 'factorise a large integer number ' + i });
console.log((performance.now() - n) / 500);
console.log(
  Math.max(...(g.find({ limit: 20 }) as any).operations.map((o: any) => JSON.stringify(o).length)),
  g.exportCatalog().length,
);
import { readQuery } from '../src/gateway/find/query.js';
import { rank } from '../src/gateway/find/rank.js';
import { buildIndex } from '../src/gateway/find/search-index.js';
const ix = buildIndex(ops, () => []);
const T = (n: string, f: any) => {
  const a = performance.now();
  for (let i = 0; i < 1000; i++) f(i);
  console.log(n, (performance.now() - a) / 1000);
};
for (const _ of [1, 2]) {
  T('read', (i: number) => readQuery('factorise a large integer number ' + i));
  const q = readQuery('factorise a large integer number 3');
  T('rank', () => rank(q, ix, 'precise'));
  T('find', () => g.find({ query: 'factorise a large integer number ' }));
  T('browse', () => g.find({}));
}
