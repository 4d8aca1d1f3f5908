import { z } from 'zod';
import { defineOperation } from '../../src/contracts/operation.js';
import type { IssueSink } from '../../src/contracts/issue.js';
import {
  bitsOf,
  isProduct,
  toColumn,
  toExact,
  toRow,
  transpose,
  zeroMatrix,
  type ExactMatrix,
} from '../../src/values/matrix-arithmetic.js';
import { eliminate, manyResidues } from '../../src/values/matrix-modular.js';
import { matrix, rationalMatrix, rationalMatrixOutput, type RationalMatrix } from '../../src/values/matrix.js';
import { rationalList } from '../../src/values/rational-list.js';
import { rationalOutput, type Rational } from '../../src/values/rational.js';
import { long } from '../budgets.js';
import { crossChecked } from '../cross-check.js';
import { pariThenSage } from '../requirements.js';
import { examples } from './rational-solution-compute-examples.js';

const maximumSide = 2_000;
const coefficients = matrix(
  { domains: ['QQ'], maximumSide },
  `The matrix A, one row for each equation, one column for each unknown; at most ${String(maximumSide)} of each.`,
);
const rhs = rationalList(maximumSide, 'The vector b: one right-hand side for each row of A.');
const names = z
  .array(z.string().min(1).max(256))
  .meta({ description: 'Names of the unknowns, one for each column of A; they only label the input.' });

const fields = z.strictObject({
  system: z
    .strictObject({
      domain: z.literal('QQ').optional(),
      relation: z.literal('AX_EQUALS_B').optional(),
      variables: names.optional(),
      coefficients,
      rhs,
    })
    .optional()
    .meta({ description: 'The system A·x = b. Send this, or `matrix` and `rhs`.' }),
  matrix: coefficients.optional(),
  rhs: rhs.optional(),
});

/** A·x = b over the rationals. */
export interface System {
  readonly coefficients: RationalMatrix;
  readonly rhs: readonly Rational[];
}

const input = crossChecked(fields, (given, issues): System | undefined => {
  const { system } = given;
  if (system !== undefined) {
    if (given.matrix !== undefined || given.rhs !== undefined) {
      issues.add([], 'too_many_forms', 'Send either system, or matrix and rhs.');
    }
    checkNames(system.variables, system.coefficients.column_count, issues);
    return checked(system, ['system'], issues);
  }
  if (given.matrix === undefined || given.rhs === undefined) {
    issues.add([], 'missing', 'Send system, or both matrix and rhs.');
    return undefined;
  }
  return checked({ coefficients: given.matrix, rhs: given.rhs }, [], issues);
});

function checked({ coefficients, rhs }: System, at: readonly string[], issues: IssueSink): System | undefined {
  if (rhs.length === coefficients.row_count) return { coefficients, rhs };
  issues.add([...at, 'rhs'], 'wrong_count', 'The right-hand sides must be as many as the rows of the matrix.');
  return undefined;
}

function checkNames(variables: readonly string[] | undefined, columns: number, issues: IssueSink): void {
  if (variables === undefined) return;
  const at = ['system', 'variables'];
  if (variables.length !== columns) issues.add(at, 'wrong_count', 'Name as many unknowns as the matrix has columns.');
  if (new Set(variables).size !== variables.length) issues.add(at, 'repeated_name', 'The names must be distinct.');
}

const vector = z.array(rationalOutput('entry'));

const output = z.discriminatedUnion('status', [
  z.strictObject({
    status: z.literal('SOLUTION'),
    values: vector.meta({ description: 'the solution, in the order of the columns, whose free unknowns are all 0' }),
    rank: z.int().min(0),
    free_columns: z.array(z.int().min(0)).meta({ description: '0-based columns of A without a pivot, ascending' }),
    kernel_basis: rationalMatrixOutput(
      'one row for each free column: the solution of A·x = 0 that is 1 there and 0 at the other free columns; all solutions are values plus combinations of these rows',
    ),
  }),
  z.strictObject({
    status: z.literal('INCONSISTENT'),
    left_witness: vector.meta({ description: 'y with y·A = 0 and y·b = 1: no x can exist' }),
    rhs_pairing: rationalOutput('y·b, which is 1'),
  }),
]);

export type Input = z.output<typeof input>;
export type Output = z.output<typeof output>;
type Solution = Extract<Output, { status: 'SOLUTION' }>;

export function solution(
  { column_count }: RationalMatrix,
  values: Rational[],
  free: number[],
  kernel: Rational[][],
): Output {
  const rank = column_count - free.length;
  const kernel_basis = rationalMatrix(kernel, column_count);
  return { status: 'SOLUTION', values, rank, free_columns: free, kernel_basis };
}

/** The answer of a witness y with y·A = 0 and y·b = 1. */
export function inconsistent(left_witness: Rational[]): Output {
  return { status: 'INCONSISTENT', left_witness, rhs_pairing: { num: '1', den: '1' } };
}

export const operation = defineOperation({
  id: 'linear.rational_solution.compute',
  version: '1.0.0',
  title: 'Solution of a linear system over the rationals',
  description:
    'Solves A·x = b exactly over the rationals, for any shape and rank: one solution with a basis of the kernel of A, so that all solutions are known, or a witness y with y·A = 0 and y·b = 1 that there is none.',
  discovery_terms: [
    'solve Ax=b',
    'linear equations',
    'system of equations',
    'Gaussian elimination',
    'matsolve',
    'linsolve',
    'underdetermined',
    'overdetermined',
    'inconsistent',
    'Fredholm alternative',
    'null space',
  ],
  tags: ['linear-algebra', 'matrix', 'rationals', 'exact'],
  input,
  output,
  output_summary: 'a solution and a kernel basis, or a witness of inconsistency',
  exact_input_scope: `rational systems of at most ${String(maximumSide)} equations and unknowns`,
  examples,
  budget: long,
  runtime_requirements: pariThenSage,
  modes: ['EXPLORE'],
  input_kinds: ['STRUCTURED_REQUEST'],
  related: ['matrix.determinant.compute', 'matrix.normal_form.smith.compute'],
  qualifiers: ['exact', 'deterministic'],
  equal: (a, b) => a.status === b.status && (a.status !== 'SOLUTION' || JSON.stringify(a) === JSON.stringify(b)),
  verify: ({ coefficients, rhs }, answer) => {
    const [a, b] = [toExact(coefficients), toColumn(rhs)];
    if (answer.status === 'SOLUTION') return violatedBySolution(coefficients, rhs, answer);
    const [y, one] = [toRow(answer.left_witness), toExact({ ...scalar, entries: [[answer.rhs_pairing]] })];
    if (answer.left_witness.length !== rhs.length || !isProduct(y, a, zeroMatrix(1, a.columns))) return 'y·A = 0';
    return answer.rhs_pairing.num !== '0' && isProduct(y, b, one) ? null : 'y·b is not 0';
  },
});

const scalar = { domain: 'QQ', row_count: 1, column_count: 1 } as const;

function violatedBySolution(
  coefficients: RationalMatrix,
  rhs: readonly Rational[],
  { values, kernel_basis, free_columns, rank }: Solution,
): string | null {
  const [a, kernel, columns] = [toExact(coefficients), toExact(kernel_basis), coefficients.column_count];
  if (values.length !== columns || kernel.columns !== columns) return 'one value for each column';
  if (!isProduct(a, toColumn(values), toColumn(rhs))) return 'A·x = b';
  if (!isProduct(a, transpose(kernel), zeroMatrix(a.nums.length, free_columns.length))) return 'A·k = 0';
  if (!isFundamental(kernel_basis, free_columns) || free_columns.some((j) => values[j]?.num !== '0'))
    return 'the kernel basis is the identity at the free columns, and the solution is 0 there';
  // The rank modulo a prime is at most the rank, so a rank that is reached shows the kernel complete.
  if (rank + free_columns.length !== columns) return 'rank and nullity add up';
  return reachesRank(a, rank) ? null : 'the rank of A';
}

function isFundamental({ entries }: RationalMatrix, free: readonly number[]): boolean {
  return (
    entries.length === free.length &&
    entries.every((row, i) =>
      free.every((column, j) => {
        const entry = row[column];
        return entry?.den === '1' && entry.num === (i === j ? '1' : '0');
      }),
    )
  );
}

/** Machine operations that the search for a prime that shows the rank may cost. One prime is enough but for rare matrices. */
const rankWork = 2.5e9;

function reachesRank(a: ExactMatrix, rank: number): boolean {
  const [rows, columns] = [a.nums.length, a.columns];
  // A minor of that size is not 0, and has at most so many prime factors of 25 bits and more.
  const divisors = (rank * (bitsOf(a) + Math.log2(rank + 1))) / 25;
  const primes = Math.max(3, Math.min(divisors + 1, rankWork / (rows * columns * Math.min(rows, columns) + 1)));
  for (const { prime, rows } of manyResidues([a], primes)) {
    const [residues] = rows;
    if (residues !== undefined && eliminate(residues, columns, prime).valuations.length === rank) return true;
  }
  return false;
}
