import { describe, expect, test } from 'vitest';
import { operations } from '../../../../catalog/registry.generated.js';
import type { MatchesAnswer } from '../../../../src/contracts/wire-answers.js';
import type { FindQuery } from '../../../../src/contracts/wire.js';
import { fakeFinder, fakeOperation } from '../../../support/fake-catalog.js';

const finder = fakeFinder(operations);

function search(query: string, more: Omit<FindQuery, 'query'> = {}): MatchesAnswer {
  const answer = finder.find({ query, limit: 20, ...more });
  if (answer.kind !== 'matches') throw new Error('not a search');
  return answer;
}

const ids = (answer: MatchesAnswer) => answer.matches.map(({ operation_id }) => operation_id);

describe('the first match', () => {
  test.each([
    ['factorise a large integer', 'integer.compute.prime_factorization'],
    ['factorise', 'integer.compute.prime_factorization'],
    ['factorize', 'integer.compute.prime_factorization'],
    ['factorise a polynomial', 'polynomial.factor.compute'],
    ['decompose 1001 into primes', 'integer.compute.prime_factorization'],
    ['is 91 prime', 'integer.decide.prime'],
    ['is 2^127-1 prime?', 'integer.decide.prime'],
    ['next prime after 1000', 'integer.compute.next_prime'],
    ['gcd of 12 and 18', 'integer.compute.extended_gcd'],
    ['greatest common divisor of two polynomials', 'polynomial.compute.gcd'],
    ['phi(n)', 'integer.compute.euler_totient'],
    ['how many numbers below n are coprime to n', 'integer.compute.euler_totient'],
    ['count integers relatively prime to 100', 'integer.compute.euler_totient'],
    ['are 8 and 15 coprime', 'integer.compute.extended_gcd'],
    ['all divisors of 360', 'integer.compute.divisors'],
    ['chinese remainder theorem', 'modular.solve.chinese_remainder'],
    ['x ≡ 2 mod 3 and x ≡ 3 mod 5', 'modular.solve.chinese_remainder'],
    ['discrete log', 'modular.compute.discrete_logarithm'],
    ['find x with 3^x = 13 mod 17', 'modular.compute.discrete_logarithm'],
    ['solve 5**x ≡ 3 (mod 23)', 'modular.compute.discrete_logarithm'],
    ['factor x^4-1', 'polynomial.factor.compute'],
    ['resultant', 'polynomial.compute.resultant'],
    ['evaluate a polynomial at a point', 'polynomial.map.evaluate'],
    ['determinant of a matrix', 'matrix.determinant.compute'],
    ['smith normal form', 'matrix.normal_form.smith.compute'],
    ['solve Ax=b over the rationals', 'linear.rational_solution.compute'],
    ['I have a system of linear equations and need its exact solution', 'linear.rational_solution.compute'],
    ['LLL', 'lattice.basis.reduce'],
    ['class group of a quadratic field', 'number_field.class_group.compute'],
    ['does this assignment satisfy the clauses', 'sat.assignment.check'],
    ['satisfiability modulo theories', 'smt.solve'],
    ['integer programming feasibility', 'smt.solve'],
    ['Is this graph 3-colorable?', 'graph.coloring.k_colorability.decide'],
    ['hypergraph 2-colouring', 'hypergraph.nonmonochromatic_vertex_coloring.q_decide'],
    ['symmetries of a graph', 'graph.symmetry.automorphism_group.compute'],
    ['chromatic polynomial', 'graph.polynomial.chromatic.compute'],
    ['check a Lean proof', 'lean.check'],
  ])('%s', (query, id) => {
    const answer = search(query);
    expect(ids(answer)[0]).toBe(id);
    expect(answer.portfolio_fit).toBe('STRONG');
  });

  test('is this formula satisfiable', () => {
    expect(['smt.solve', 'sat.solve']).toContain(ids(search('is this formula satisfiable'))[0]);
  });

  test('integer programming is no matter of number theory', () => {
    expect(ids(search('integer programming feasibility'))).toEqual(['smt.solve']);
  });

  test('GCD, chromatic number', () => {
    expect(ids(search('GCD'))).toEqual(
      expect.arrayContaining(['integer.compute.extended_gcd', 'polynomial.compute.gcd']),
    );
    expect(ids(search('chromatic number'))).toContain('graph.coloring.k_colorability.decide');
  });

  test.each(operations.map(({ id }) => [id]))('an id finds itself: %s', (id) => {
    expect(ids(search(id))[0]).toBe(id);
  });

  test.each(operations.map(({ id, title }) => [title, id]))('a title finds its operation: %s', (title, id) => {
    expect(ids(search(title))[0]).toBe(id);
  });
});

describe('what is not there', () => {
  test.each([['paragraph'], ['photograph of a paragraph'], ['weather in Paris'], ['xyzzy'], ['of the'], ['12 17']])(
    '%s has no match, which is a successful answer with ways on',
    (query) => {
      const answer = search(query);
      expect(answer).toMatchObject({ total_matches: 0, matches: [], portfolio_fit: 'NO_LEXICAL_MATCH' });
      expect(answer.recovery?.length).toBeGreaterThan(1);
    },
  );

  test('a stray word is a weak match', () => {
    const answer = search('write me a poem about prime ministers');
    expect(answer.portfolio_fit).toBe('WEAK_LEXICAL_MATCH');
    expect(answer.recovery).toBeDefined();
  });
});

describe('modes and facts of a match', () => {
  test('broad keeps what precise drops, in the same order at the top', () => {
    const precise = search('colouring of a graph');
    const broad = search('colouring of a graph', { search_mode: 'broad' });
    expect(broad.total_matches).toBeGreaterThan(precise.total_matches);
    expect(ids(broad).slice(0, 1)).toEqual(ids(precise).slice(0, 1));
  });

  test('a match says where and by which words', () => {
    const [match] = search('prime factors of a number').matches;
    expect(match).toMatchObject({ lexical_fit: 'STRONG' });
    expect(match?.matched_on).toContain('operation_id');
    expect(match?.query_coverage_milli).toBeGreaterThan(0);
    expect(match?.query_coverage_milli).toBeLessThanOrEqual(1000);
  });

  test('the same question has the same answer', () => {
    expect(search('polynomial')).toEqual(search('polynomial'));
  });
});

test('ranking does not need rich words: bare ids are found by synonyms', () => {
  const bare = fakeFinder(operations.map(({ id }) => fakeOperation(id)));
  const top = (query: string) => {
    const answer = bare.find({ query });
    return answer.kind === 'matches' ? answer.matches[0]?.operation_id : null;
  };
  expect(top('solve Ax=b over the rationals')).toBe('linear.rational_solution.compute');
  expect(top('phi(n)')).toBe('integer.compute.euler_totient');
  expect(top('factorise a large integer')).toBe('integer.compute.prime_factorization');
  expect(top('LLL')).toBe('lattice.basis.reduce');
  expect(['smt.solve', 'sat.solve']).toContain(top('is this formula satisfiable'));
});

test('a search takes well under 3 ms', () => {
  search('warm up');
  const times = Array.from({ length: 200 }, (_, i) => {
    const began = performance.now();
    finder.find({ query: `factorise a large integer ${String(i)}` });
    return performance.now() - began;
  }).sort((a, b) => a - b);
  expect(times[100]).toBeLessThan(3);
});
