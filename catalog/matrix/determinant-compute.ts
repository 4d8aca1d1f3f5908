import { z } from 'zod';
import { defineOperation } from '../../src/contracts/operation.js';
import type { Domain } from '../../src/values/domain.js';
import { integerOutput, type Integer } from '../../src/values/integer.js';
import { determinantOver, toExact, type ExactMatrix } from '../../src/values/matrix-arithmetic.js';
import { eliminate, manyResidues, residues, wordLimit, type Residues } from '../../src/values/matrix-modular.js';
import { matrix, type Matrix } from '../../src/values/matrix.js';
import { bitLength } from '../../src/values/number-theory.js';
import { rationalOutput, type Rational } from '../../src/values/rational.js';
import { long } from '../budgets.js';
import { pariThenSage } from '../requirements.js';

const maximumOrder = 1_000;

const input = z.strictObject({
  matrix: matrix(
    { domains: ['QQ', 'ZZ', 'GF(p)'], square: true, maximumSide: maximumOrder },
    `The square matrix, of order at most ${String(maximumOrder)}.`,
  ),
});

const output = z.strictObject({
  determinant: z
    .union([rationalOutput('over QQ'), integerOutput('over ZZ, or a residue 0..p-1 over GF(p)')])
    .meta({ description: "of the matrix's domain: {num, den} over QQ (a bare array), else a decimal string" }),
});

export type Input = z.output<typeof input>;
export type Output = z.output<typeof output>;

export const operation = defineOperation({
  id: 'matrix.determinant.compute',
  version: '1.0.0',
  title: 'Determinant of a matrix',
  description:
    'The exact determinant of a square matrix over the rationals, the integers or a prime field. A bare array of rows is over the rationals. The matrix of order 0 has determinant 1.',
  discovery_terms: ['det', 'matdet', 'singular', 'is invertible', 'volume', 'exact determinant', 'linear algebra'],
  tags: ['linear-algebra', 'matrix', 'exact'],
  input,
  output,
  output_summary: "the determinant, in the matrix's domain",
  exact_input_scope: `square matrices over QQ, ZZ or GF(p), of order at most ${String(maximumOrder)}`,
  examples: [
    {
      name: 'rational',
      description: 'A bare array of rows is over the rationals.',
      input: {
        matrix: [
          ['1/2', '1/3'],
          ['1/4', '1/5'],
        ],
      },
      output: { determinant: { num: '1', den: '60' } },
    },
    {
      name: 'prime_field',
      description: 'Modulo 7, as a residue from 0 to 6.',
      input: {
        matrix: {
          domain: 'GF(7)',
          entries: [
            ['2', '3'],
            ['4', '5'],
          ],
        },
      },
      output: { determinant: '5' },
    },
    {
      name: 'empty',
      description: 'The determinant of the matrix of order 0 is 1.',
      input: { matrix: { domain: 'ZZ', row_count: 0, column_count: 0, entries: [] } },
      output: { determinant: '1' },
    },
    {
      name: 'not_square',
      description: 'Only square matrices have a determinant.',
      input: { matrix: [['1', '2', '3']] },
      error: { code: 'INVALID_REQUEST' },
    },
  ],
  budget: long,
  runtime_requirements: pariThenSage,
  modes: ['EXPLORE'],
  input_kinds: ['STRUCTURED_REQUEST'],
  related: ['matrix.normal_form.smith.compute', 'linear.rational_solution.compute'],
  qualifiers: ['exact', 'deterministic'],
  equal: (a, b) => JSON.stringify(a) === JSON.stringify(b),
  verify: ({ matrix }, { determinant }) => {
    if ((typeof determinant === 'string') === (matrix.domain === 'QQ'))
      return "the determinant is of the matrix's domain";
    return agreesModuloPrimes(matrix, toExact(scalarMatrix(matrix.domain, determinant)))
      ? null
      : 'the determinant modulo primes';
  },
});

/** Machine operations that the check of one answer may cost, and the primes it takes when they are cheap. */
const checkWork = 2.5e8;
const checkPrimes = 5;
/** Multiplications of big integers, in words, that the check over a large prime field may cost. */
const checkBigWork = 6e6;

/** The determinant of the caller's matrix, worked out here modulo fixed primes, against the answer. */
function agreesModuloPrimes(matrix: Matrix, answer: ExactMatrix): boolean {
  const exact = toExact(matrix);
  const [order, p] = [exact.columns, exact.modulus];
  if (p === null) {
    const primes = Math.min(checkPrimes, Math.max(1, Math.floor(checkWork / (order ** 3 + 1))));
    return [...manyResidues([exact, answer], primes)].every(({ prime, rows }) => agree(rows, order, prime));
  }
  const value = answer.nums[0]?.[0] ?? -1n;
  if (value < 0n || value >= p) return false;
  if (p < wordLimit) {
    const [rows, residue] = [residues(exact, Number(p)), residues(answer, Number(p))];
    return rows !== null && residue !== null && agree([rows, residue], order, Number(p));
  }
  if ((order ** 3 / 3) * (1 + bitLength(p) / 64) > checkBigWork) return true;
  return determinantOver(exact, p) === value;
}

function agree([rows, answer]: readonly Residues[][], order: number, prime: number): boolean {
  return rows !== undefined && eliminate(rows, order, prime).determinant === answer?.[0]?.[0];
}

function scalarMatrix(domain: Domain, determinant: Rational | Integer): Matrix {
  const shape = { row_count: 1, column_count: 1 };
  if (typeof determinant !== 'string') return { domain: 'QQ', ...shape, entries: [[determinant]] };
  return { domain: domain === 'QQ' ? 'ZZ' : domain, ...shape, entries: [[determinant]] };
}
