import { z } from 'zod';
import { defineOperation } from '../../src/contracts/operation.js';
import type { Integer } from '../../src/values/integer.js';
import {
  latticeCoordinates,
  lllCheckCost,
  reducedCoordinateBits,
  spanSameLattice,
  violatedLllCondition,
} from '../../src/values/lattice.js';
import { isProduct, toExact } from '../../src/values/matrix-arithmetic.js';
import { integerMatrix, integerMatrixOutput, matrix, type IntegerMatrix } from '../../src/values/matrix.js';
import { long } from '../budgets.js';
import { pariThenSage } from '../requirements.js';
import { examples } from './basis-reduce-examples.js';

const maximumSide = 300;
const delta = { num: 99n, den: 100n };
const eta = { num: 51n, den: 100n };

const input = z.strictObject({
  basis: matrix(
    { domains: ['ZZ'], maximumSide },
    `Integer rows that span the lattice, dependent or not; at most ${String(maximumSide)} rows and columns.`,
  ),
});

const output = z.strictObject({
  reduced_basis: integerMatrixOutput('the reduced basis: its rows span the lattice, as many as the rank'),
  transformation: integerMatrixOutput('T with reduced_basis = T·basis, one row for each row of reduced_basis'),
  rank: z.int().min(0),
  relation: z.literal('REDUCED_BASIS_EQUALS_TRANSFORMATION_TIMES_BASIS'),
  representation: z.literal('INTEGER_ROW_BASIS'),
  gram_mode: z.literal('EXACT'),
  delta: z.literal('0.99'),
  eta: z.literal('0.51'),
});

export type Input = z.output<typeof input>;
export type Output = z.output<typeof output>;

/** The answer of the rows of the reduced basis and of the transformation. */
export function answerOf(
  { row_count, column_count }: IntegerMatrix,
  reduced: readonly (readonly Integer[])[],
  transformation: readonly (readonly Integer[])[],
): Output {
  return {
    reduced_basis: integerMatrix(reduced, column_count),
    transformation: integerMatrix(transformation, row_count),
    rank: reduced.length,
    relation: 'REDUCED_BASIS_EQUALS_TRANSFORMATION_TIMES_BASIS',
    representation: 'INTEGER_ROW_BASIS',
    gram_mode: 'EXACT',
    delta: '0.99',
    eta: '0.51',
  };
}

export const operation = defineOperation({
  id: 'lattice.basis.reduce',
  version: '1.0.0',
  title: 'LLL-reduced basis of a lattice',
  description:
    'An LLL-reduced basis (delta 0.99, eta 0.51, Euclidean norm) of the lattice that integer rows span, with the transformation T: reduced_basis = T·basis. Dependent rows are allowed; the result has as many rows as the rank. A reduced basis is not unique.',
  discovery_terms: [
    'LLL',
    'Lenstra Lenstra Lovasz',
    'lattice reduction',
    'qflll',
    'fplll',
    'short vectors',
    'integer relation',
    'knapsack',
  ],
  tags: ['lattice', 'integers', 'reduction'],
  input,
  output,
  output_summary: 'reduced basis, transformation and rank',
  exact_input_scope: `integer matrices of at most ${String(maximumSide)} rows and columns`,
  examples,
  budget: long,
  runtime_requirements: pariThenSage,
  modes: ['EXPLORE'],
  input_kinds: ['STRUCTURED_REQUEST'],
  related: ['matrix.normal_form.smith.compute', 'matrix.determinant.compute'],
  qualifiers: ['exact', 'deterministic'],
  equal: (a, b) => {
    const [left, right] = [toExact(a.reduced_basis), toExact(b.reduced_basis)];
    const bits = Math.max(reducedCoordinateBits(left, right), reducedCoordinateBits(right, left));
    return a.rank === b.rank && spanSameLattice(left, right, bits);
  },
  verify: (given, { reduced_basis, transformation, rank }) => {
    const [basis, reduced, t] = [toExact(given.basis), toExact(reduced_basis), toExact(transformation)];
    if (rank !== reduced_basis.row_count || reduced_basis.column_count !== given.basis.column_count) return 'the rank';
    if (!isProduct(t, basis, reduced)) return 'reduced_basis = T·basis';
    if (latticeCoordinates(reduced, basis, reducedCoordinateBits(reduced, basis)) === null)
      return 'every row of the input is an integer combination of the reduced basis';
    if (lllCheckCost(reduced) > conditionCost) return null;
    const violated = violatedLllCondition(reduced, delta, eta);
    return violated === null ? null : `the LLL condition: ${violated}`;
  },
});

/** Up to this cost the conditions of LLL are checked exactly; that the lattice is the same is checked always. */
const conditionCost = 2e7;
