import { describe, expect, test } from 'vitest';
import { stem, stems } from '../../../../src/gateway/find/tokens.js';

describe('inflections and spellings of one word share a stem', () => {
  test.each([
    ['factor factors factorise factorize factorization factorisation factoring factored'],
    ['satisfiable satisfiability satisfy satisfied satisfying satisfies'],
    ['prime primes primality'],
    ['color colour coloring colouring colorable colourable colorability colours'],
    ['solve solves solving solver solution solutions solvable'],
    ['evaluate evaluation evaluating evaluates'],
    ['reduce reduction reduced reducing'],
    ['matrix matrices'],
    ['verify verified verification verifies'],
    ['prove proof proofs proving'],
    ['divisor divisors divisible'],
    ['modulus moduli modulo mod'],
  ])('%s', (family) => {
    expect(new Set(family.split(' ').flatMap(stems)).size).toBe(1);
  });
});

describe('different words keep apart', () => {
  test.each([
    ['graph', 'paragraph'],
    ['factor', 'factorial'],
    ['integer', 'integral'],
    ['prime', 'primitive'],
    ['rational', 'ration'],
    ['group', 'graph'],
  ])('%s, %s', (a, b) => {
    expect(stem(a)).not.toBe(stem(b));
  });
});

test('accents and symbols', () => {
  expect(stems('Möbius')).toEqual(stems('mobius'));
  expect(stems('φ(n) over ℚ')).toEqual(stems('phi n over rational'));
});
