/** Questions about matrices and lattices. */
import { z } from 'zod';
import {
  absolute,
  addFractions,
  determinant,
  gcd,
  product,
  sameFraction,
  timesFractions,
  timesMatrix,
  whole,
  type Fraction,
} from './arithmetic.js';
import { fraction, integer, integerRows, rationalRows, verdict, type Maker } from './job.js';
import type { Random } from './random.js';

const backends = ['pari', 'sagemath'];

const determinants: Maker = {
  operation: 'matrix.determinant.compute',
  backends,
  make: (random) => {
    const rows = randomRows(random, random.between(1, 12), 60);
    const scale = BigInt(random.between(1, 9));
    const expected = { num: determinant(rows), den: scale ** BigInt(rows.length) };
    return {
      payload: { matrix: rows.map((row) => row.map((value) => `${String(value)}/${String(scale)}`)) },
      check: (output) =>
        verdict(sameFraction(z.looseObject({ determinant: fraction }).parse(output).determinant, expected), 'wrong'),
    };
  },
};

const smith: Maker = {
  operation: 'matrix.normal_form.smith.compute',
  backends,
  make: (random) => {
    const rows = regularRows(random, random.between(1, 8), 12);
    return {
      payload: { matrix: printed(rows) },
      check: (output) => {
        const answer = z
          .looseObject({ invariant_factors: z.array(integer), rank: z.int(), normal_form: integerRows })
          .parse(output);
        const factors = answer.invariant_factors;
        if (factors.length !== rows.length || answer.rank !== rows.length) return 'another rank';
        const diagonal = rows.map((row, i) => row.map((_, j) => (i === j ? factors[i] : 0n)));
        if (answer.normal_form.join() !== diagonal.join()) return 'not the diagonal of the factors';
        if (product(factors) !== absolute(determinant(rows))) return 'not the determinant';
        if (factors[0] !== rows.flat().reduce(gcd, 0n)) return 'not the gcd of the entries';
        const divides = factors.every((d, at) => d > 0n && (at === 0 || d % (factors[at - 1] ?? 1n) === 0n));
        return verdict(divides, 'no chain of divisors');
      },
    };
  },
};

const reduction: Maker = {
  operation: 'lattice.basis.reduce',
  backends,
  make: (random) => {
    const rows = regularRows(random, random.between(2, 9), 10_000);
    return { payload: { basis: printed(rows) }, check: (output) => wrongReduction(output, rows) };
  },
};

const linear: Maker = {
  operation: 'linear.rational_solution.compute',
  backends,
  make: (random) => {
    const columns = random.between(1, 8);
    const rows = Array.from({ length: random.between(1, 8) }, () => randomRow(random, columns, 20));
    // A repeated row makes the rank fall and, with another right side, the system inconsistent.
    if (random.chance(0.3)) rows.push([...(rows[0] ?? [])]);
    const rhs = rows.map(() => BigInt(random.signed(30)));
    return {
      payload: { matrix: printed(rows), rhs: rhs.map(String) },
      check: (output) => wrongSolution(output, rows, rhs),
    };
  },
};

export const matrixMakers: readonly Maker[] = [determinants, smith, reduction, linear];

/** R = T·B with T unimodular, and the first row as short as LLL promises it against any row of B. */
function wrongReduction(output: unknown, rows: readonly (readonly bigint[])[]): string | null {
  const { reduced_basis: reduced, transformation } = z
    .looseObject({ reduced_basis: integerRows, transformation: integerRows })
    .parse(output);
  if (timesMatrix(transformation, rows).join() !== reduced.join()) return 'not T·basis';
  if (absolute(determinant(transformation)) !== 1n) return 'T is not unimodular';
  const norm = (row: readonly bigint[]) => row.reduce((sum, value) => sum + value * value, 0n);
  const shortest = rows.map(norm).reduce((least, value) => (value < least ? value : least));
  // 1 / (0.99 - 0.51^2) < 1.4
  const n = BigInt(rows.length - 1);
  return verdict(norm(reduced[0] ?? []) * 10n ** n <= 14n ** n * shortest, 'not reduced');
}

function wrongSolution(output: unknown, rows: readonly (readonly bigint[])[], rhs: readonly bigint[]): string | null {
  const answer = z
    .union([
      z.looseObject({
        status: z.literal('SOLUTION'),
        values: z.array(fraction),
        rank: z.int(),
        kernel_basis: rationalRows,
      }),
      z.looseObject({ status: z.literal('INCONSISTENT'), left_witness: z.array(fraction) }),
    ])
    .parse(output);
  if (answer.status === 'INCONSISTENT') {
    const y = answer.left_witness;
    const vanishes = (rows[0] ?? []).every((_, j) => isZero(dot(y, column(rows, j))));
    return verdict(vanishes && !isZero(dot(y, rhs)), 'no witness that there is no solution');
  }
  const { values, rank, kernel_basis: kernel } = answer;
  const solves = rows.every((row, at) => sameFraction(dot(values, row), whole(rhs[at] ?? 0n)));
  if (!solves || values.length !== rows[0]?.length) return 'no solution';
  if (kernel.length !== values.length - rank) return 'the kernel has another dimension';
  return verdict(
    kernel.every((vector) => rows.every((row) => isZero(dot(vector, row)))),
    'not in the kernel',
  );
}

function dot(left: readonly Fraction[], right: readonly bigint[]): Fraction {
  return left.reduce((sum, value, at) => addFractions(sum, timesFractions(value, whole(right[at] ?? 0n))), whole(0n));
}

function isZero({ num }: Fraction): boolean {
  return num === 0n;
}

function column(rows: readonly (readonly bigint[])[], at: number): bigint[] {
  return rows.map((row) => row[at] ?? 0n);
}

function randomRow(random: Random, length: number, limit: number): bigint[] {
  return Array.from({ length }, () => BigInt(random.between(-limit, limit)));
}

function randomRows(random: Random, order: number, limit: number): bigint[][] {
  return Array.from({ length: order }, () => randomRow(random, order, limit));
}

function regularRows(random: Random, order: number, limit: number): bigint[][] {
  for (;;) {
    const rows = randomRows(random, order, limit);
    if (determinant(rows) !== 0n) return rows;
  }
}

function printed(rows: readonly (readonly bigint[])[]): string[][] {
  return rows.map((row) => row.map(String));
}
