import { z } from 'zod';
import { defineOperation } from '../../src/contracts/operation.js';
import { integerOutput, type Integer } from '../../src/values/integer.js';
import { toExact, type ExactMatrix } from '../../src/values/matrix-arithmetic.js';
import { eliminate, residues, wordPrime } from '../../src/values/matrix-modular.js';
import { integerMatrix, integerMatrixOutput, matrix, type IntegerMatrix } from '../../src/values/matrix.js';
import { gcd } from '../../src/values/number-theory.js';
import { long } from '../budgets.js';
import { pariThenSage } from '../requirements.js';

const maximumSide = 500;

const input = z.strictObject({
  matrix: matrix({ domains: ['ZZ'], maximumSide }, `The integer matrix, at most ${String(maximumSide)} by as many.`),
});

const output = z.strictObject({
  normal_form: integerMatrixOutput('of the shape of the input: the invariant factors on the diagonal, then zeros'),
  rank: z.int().min(0),
  invariant_factors: z
    .array(integerOutput('positive'))
    .meta({ description: 'as many as the rank, ascending: each divides the next' }),
  convention: z.literal('POSITIVE_DIVISIBILITY_DIAGONAL'),
});

export type Input = z.output<typeof input>;
export type Output = z.output<typeof output>;

/** The answer of invariant factors in any order and of any sign, zeros among them. */
export function answerOf(given: IntegerMatrix, factors: readonly bigint[]): Output {
  const invariants = factors.filter((factor) => factor !== 0n).map((factor) => (factor < 0n ? -factor : factor));
  const ascending = invariants.sort((a, b) => (a < b ? -1 : a > b ? 1 : 0)).map(String);
  return {
    normal_form: diagonal(given, ascending),
    rank: ascending.length,
    invariant_factors: ascending,
    convention: 'POSITIVE_DIVISIBILITY_DIAGONAL',
  };
}

export const operation = defineOperation({
  id: 'matrix.normal_form.smith.compute',
  version: '1.0.0',
  title: 'Smith normal form of an integer matrix',
  description:
    'The Smith normal form of an integer matrix of any shape: the invariant factors, positive and ascending (each divides the next), on the diagonal of a matrix of the same shape, then zeros.',
  discovery_terms: [
    'snf',
    'matsnf',
    'elementary divisors',
    'invariant factors',
    'cokernel',
    'finitely generated abelian group',
    'integer diagonalisation',
  ],
  tags: ['linear-algebra', 'matrix', 'integers', 'normal-form'],
  input,
  output,
  output_summary: 'normal form, rank and ascending invariant factors',
  exact_input_scope: `integer matrices of at most ${String(maximumSide)} rows and columns`,
  examples: [
    {
      name: 'square',
      description: 'The cokernel is Z/2 x Z/4.',
      input: {
        matrix: [
          ['2', '4'],
          ['6', '8'],
        ],
      },
      output: {
        normal_form: {
          domain: 'ZZ',
          row_count: 2,
          column_count: 2,
          entries: [
            ['2', '0'],
            ['0', '4'],
          ],
        },
        rank: 2,
        invariant_factors: ['2', '4'],
        convention: 'POSITIVE_DIVISIBILITY_DIAGONAL',
      },
    },
    {
      name: 'rectangular',
      description: 'Two rows, three columns.',
      input: {
        matrix: [
          ['2', '4', '6'],
          ['4', '8', '1'],
        ],
      },
      output: {
        normal_form: {
          domain: 'ZZ',
          row_count: 2,
          column_count: 3,
          entries: [
            ['1', '0', '0'],
            ['0', '22', '0'],
          ],
        },
        rank: 2,
        invariant_factors: ['1', '22'],
        convention: 'POSITIVE_DIVISIBILITY_DIAGONAL',
      },
    },
    {
      name: 'no_rows',
      description: 'A matrix without rows keeps its columns and has rank 0.',
      input: { matrix: { row_count: 0, column_count: 3, entries: [] } },
      output: {
        normal_form: { domain: 'ZZ', row_count: 0, column_count: 3, entries: [] },
        rank: 0,
        invariant_factors: [],
        convention: 'POSITIVE_DIVISIBILITY_DIAGONAL',
      },
    },
    {
      name: 'fraction',
      description: 'The form is that of integer matrices.',
      input: { matrix: [['1/2']] },
      error: { code: 'INVALID_REQUEST' },
    },
  ],
  budget: long,
  runtime_requirements: pariThenSage,
  modes: ['EXPLORE'],
  input_kinds: ['STRUCTURED_REQUEST'],
  related: ['matrix.determinant.compute', 'lattice.basis.reduce'],
  qualifiers: ['exact', 'deterministic'],
  equal: (a, b) => JSON.stringify([a.normal_form, a.rank]) === JSON.stringify([b.normal_form, b.rank]),
  verify: (given, answer) => {
    const factors = answer.invariant_factors.map(BigInt);
    const chain = factors.every((factor, i) => factor > 0n && factor % (factors[i - 1] ?? 1n) === 0n);
    if (!chain || answer.rank !== factors.length) return 'each invariant factor divides the next';
    const expected = diagonal(given.matrix, answer.invariant_factors);
    if (JSON.stringify(answer.normal_form) !== JSON.stringify(expected)) return 'the factors on the diagonal';
    const exact = toExact(given.matrix);
    if (gcdOfEntries(exact) !== (factors[0] ?? 0n)) return 'the first factor is the gcd of the entries';
    return moduli.every(([p, k]) => holdsLocally(exact, factors, p, k)) ? null : 'the factors modulo prime powers';
  },
});

/**
 * Prime powers below 2^26: over Z/p^k the diagonal form is worked out here, and shows the powers of p in every factor, up
 * to k. The large primes show the rank.
 */
const moduli: readonly (readonly [p: number, k: number])[] = [
  [2, 25],
  [3, 16],
  [5, 11],
  [7, 9],
  [wordPrime(0), 1],
  [wordPrime(1), 1],
];

function holdsLocally(exact: ExactMatrix, factors: readonly bigint[], p: number, k: number): boolean {
  const rows = residues(exact, p ** k);
  if (rows === null) return false;
  const { valuations, determinant } = eliminate(rows, exact.columns, p, k);
  if (k === 1 && rows.length === exact.columns) {
    const product = Number(factors.length < rows.length ? 0n : factors.reduce((a, b) => (a * b) % BigInt(p), 1n));
    if (determinant !== product && determinant !== p - product) return false;
  }
  const expected = factors.map((factor) => valuation(factor, BigInt(p), k)).filter((exponent) => exponent < k);
  return JSON.stringify(valuations) === JSON.stringify(expected);
}

function valuation(value: bigint, p: bigint, limit: number): number {
  let exponent = 0;
  for (let rest = value; exponent < limit && rest % p === 0n; rest /= p) exponent += 1;
  return exponent;
}

function gcdOfEntries({ nums }: ExactMatrix): bigint {
  let divisor = 0n;
  for (const row of nums) {
    for (const value of row) {
      divisor = gcd(divisor, value);
      if (divisor === 1n) return 1n;
    }
  }
  return divisor;
}

function diagonal({ row_count, column_count }: IntegerMatrix, factors: readonly Integer[]): IntegerMatrix {
  const rows = Array.from({ length: row_count }, (_, i) => {
    const row = new Array<Integer>(column_count).fill('0');
    if (i < column_count) row[i] = factors[i] ?? '0';
    return row;
  });
  return integerMatrix(rows, column_count);
}
