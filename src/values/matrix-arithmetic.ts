import { characteristic, inverseModulo } from './domain.js';
import { isProductModulo } from './matrix-modular.js';
import type { Matrix } from './matrix.js';
import { gcd, mod } from './number-theory.js';
import type { Integer } from './integer.js';
import { fromFraction, type Fraction, type Rational } from './rational.js';

/** A matrix for computing: rows of numerators, and of denominators where there are any. Nothing is reduced. */
export interface ExactMatrix {
  readonly columns: number;
  readonly nums: readonly (readonly bigint[])[];
  /** Same shape as `nums`; null where every denominator is 1. */
  readonly dens: readonly (readonly bigint[])[] | null;
  /** p over GF(p), else null. */
  readonly modulus: bigint | null;
}

export function toExact(matrix: Matrix): ExactMatrix {
  const columns = matrix.column_count;
  if (matrix.domain !== 'QQ')
    return { columns, nums: bigRows(matrix.entries), dens: null, modulus: characteristic(matrix.domain) };
  const integral = matrix.entries.every((row) => row.every(({ den }) => den === '1'));
  return {
    columns,
    nums: bigRows(matrix.entries.map((row) => row.map(({ num }) => num))),
    dens: integral ? null : bigRows(matrix.entries.map((row) => row.map(({ den }) => den))),
    modulus: null,
  };
}

/** A vector as a matrix of one column. */
export function toColumn(vector: readonly Rational[]): ExactMatrix {
  const entries = vector.map((entry) => [entry]);
  return toExact({ domain: 'QQ', row_count: vector.length, column_count: 1, entries });
}

/** A vector as a matrix of one row. */
export function toRow(vector: readonly Rational[]): ExactMatrix {
  return toExact({ domain: 'QQ', row_count: 1, column_count: vector.length, entries: [vector] });
}

export function transpose({ columns, nums, dens, modulus }: ExactMatrix): ExactMatrix {
  const turn = (rows: readonly (readonly bigint[])[]) =>
    Array.from({ length: columns }, (_, j) => rows.map((row) => row[j] ?? 0n));
  return { columns: nums.length, nums: turn(nums), dens: dens && turn(dens), modulus };
}

/** The matrix of integers, row by row. */
export function exactIntegers(nums: readonly (readonly bigint[])[], columns: number): ExactMatrix {
  return { columns, nums, dens: null, modulus: null };
}

export function zeroMatrix(rows: number, columns: number, modulus: bigint | null = null): ExactMatrix {
  const nums = Array.from({ length: rows }, () => new Array<bigint>(columns).fill(0n));
  return { columns, nums, dens: null, modulus };
}

export function identityMatrix(order: number, modulus: bigint | null = null): ExactMatrix {
  const { nums } = zeroMatrix(order, order);
  return { columns: order, nums: nums.map((row, i) => row.map((_, j) => (i === j ? 1n : 0n))), dens: null, modulus };
}

/** The product, entries reduced; the columns of `a` are as many as the rows of `b`. */
export function multiply(a: ExactMatrix, b: ExactMatrix): ExactMatrix {
  const right = transpose(b);
  const cells = a.nums.map((_, i) => right.nums.map((__, j) => reduced(dot(a, i, right, j), a.modulus)));
  const nums = cells.map((row) => row.map(({ num }) => num));
  const dens = cells.map((row) => row.map(({ den }) => den));
  const integral = dens.every((row) => row.every((den) => den === 1n));
  return { columns: b.columns, nums, dens: integral ? null : dens, modulus: a.modulus };
}

/** The determinant of a square matrix of integers modulo a prime p of any size, in 0..p-1. */
export function determinantOver({ nums }: ExactMatrix, p: bigint): bigint {
  const rows = nums.map((row) => row.map((value) => mod(value, p)));
  let determinant = 1n;
  for (let step = 0; step < rows.length; step += 1) {
    const at = rows.findIndex((row, i) => i >= step && row[step] !== 0n);
    const [pivot, top] = [rows[at], rows[step]];
    if (pivot === undefined || top === undefined) return 0n;
    [rows[step], rows[at]] = [pivot, top];
    const value = pivot[step] ?? 1n;
    determinant = mod(at === step ? determinant * value : -determinant * value, p);
    const inverse = inverseModulo(value, p) ?? 1n;
    for (const row of rows.slice(step + 1)) {
      const factor = mod((row[step] ?? 0n) * inverse, p);
      if (factor === 0n) continue;
      for (let j = step; j < row.length; j += 1) row[j] = mod((row[j] ?? 0n) - factor * (pivot[j] ?? 0n), p);
    }
  }
  return determinant;
}

/** Cost of a product, in multiplications of 64-bit words, up to which it is worked out. */
const exactCost = 3e6;

/**
 * Whether a·b = c. Worked out where that is cheap; beyond, both sides are applied to fixed vectors (Freivalds) modulo
 * primes, which costs as much as reading the matrices and misses a wrong product with a chance far below 2^-60.
 */
export function isProduct(a: ExactMatrix, b: ExactMatrix, c: ExactMatrix): boolean {
  const fits = a.columns === b.nums.length && a.nums.length === c.nums.length && b.columns === c.columns;
  if (!fits) return false;
  const words = 1 + (bitsOf(a) + bitsOf(b)) / 64;
  if (a.nums.length * a.columns * b.columns * words > exactCost) return isProductModulo(a, b, c);
  const right = transpose(b);
  return c.nums.every((row, i) =>
    row.every((num, j) => {
      const { num: top, den } = dot(a, i, right, j);
      const difference = top * (c.dens?.[i]?.[j] ?? 1n) - num * den;
      return a.modulus === null ? difference === 0n : mod(difference, a.modulus) === 0n;
    }),
  );
}

/** Sum of the products of row i of `a` and row j of `b`, not reduced. */
function dot(a: ExactMatrix, i: number, b: ExactMatrix, j: number): Fraction {
  const [left, right] = [a.nums[i] ?? [], b.nums[j] ?? []];
  if (a.dens === null && b.dens === null) return { num: integerDot(left, right), den: 1n };
  const [leftDens, rightDens] = [a.dens?.[i], b.dens?.[j]];
  let [num, den] = [0n, 1n];
  left.forEach((value, k) => {
    const term = value * (right[k] ?? 0n);
    if (term === 0n) return;
    const termDen = (leftDens?.[k] ?? 1n) * (rightDens?.[k] ?? 1n);
    if (termDen === den) num += term;
    else {
      const common = gcd(den, termDen);
      num = num * (termDen / common) + term * (den / common);
      den = (den / common) * termDen;
    }
  });
  return { num, den };
}

export function integerDot(left: readonly bigint[], right: readonly bigint[]): bigint {
  let sum = 0n;
  for (let k = 0; k < left.length; k += 1) sum += (left[k] ?? 0n) * (right[k] ?? 0n);
  return sum;
}

/** Size in bits of the largest numerator and denominator, about. */
export function bitsOf({ nums, dens }: ExactMatrix): number {
  const largest = (rows: readonly (readonly bigint[])[]) => {
    let bound = 1n;
    for (const row of rows) {
      for (const value of row) if (value > bound || -value > bound) bound = value < 0n ? -value : value;
    }
    return bound.toString(16).length * 4;
  };
  return largest(nums) + (dens === null ? 0 : largest(dens));
}

function reduced({ num, den }: Fraction, modulus: bigint | null): Fraction {
  if (modulus !== null) return { num: mod(num, modulus), den: 1n };
  const value = den === 1n ? null : fromFraction(num, den);
  return value === null ? { num, den } : { num: BigInt(value.num), den: BigInt(value.den) };
}

function bigRows(entries: readonly (readonly Integer[])[]): bigint[][] {
  return entries.map((row) => row.map(BigInt));
}
