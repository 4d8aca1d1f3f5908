import { characteristic, inverseModulo } from './domain.js';
import { isProductModulo } from './matrix-modular.js';
import type { Matrix } from './matrix.js';
import { gcd, mod } from './number-theory.js';
import type { Integer } from './integer.js';
import type { Fraction, Rational } from './rational.js';

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
  const [left, right] = [clearRows(a), clearRows(transpose(b))];
  const cells = left.map((row) =>
    right.map((column) => reduced(integerDot(row.nums, column.nums), row.den * column.den, a.modulus)),
  );
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
  if (a.nums.length * a.columns * b.columns * wordsOf(a, b) > exactCost) return isProductModulo(a, b, c);
  const [left, right] = [clearRows(a), clearRows(transpose(b))];
  return left.every((row, i) =>
    right.every((column, j) => {
      const product = integerDot(row.nums, column.nums) * (c.dens?.[i]?.[j] ?? 1n);
      const difference = product - (c.nums[i]?.[j] ?? 0n) * row.den * column.den;
      return a.modulus === null ? difference === 0n : mod(difference, a.modulus) === 0n;
    }),
  );
}

/** Words of the operands of a product once denominators are cleared, at most. */
function wordsOf(a: ExactMatrix, b: ExactMatrix): number {
  const cleared = (matrix: ExactMatrix, terms: number) =>
    largestBits(matrix.nums) + (matrix.dens === null ? 0 : terms * largestBits(matrix.dens));
  return 1 + (cleared(a, a.columns) + cleared(b, b.nums.length)) / 64;
}

interface ClearedRow {
  readonly nums: readonly bigint[];
  readonly den: bigint;
}

/** Each row over one denominator. */
function clearRows({ nums, dens }: ExactMatrix): ClearedRow[] {
  return nums.map((row, i) => {
    const own = dens?.[i];
    if (own === undefined) return { nums: row, den: 1n };
    let den = 1n;
    for (const each of own) if (den % each !== 0n) den = (den / gcd(den, each)) * each;
    return { nums: row.map((num, j) => num * (den / (own[j] ?? 1n))), den };
  });
}

export function integerDot(left: readonly bigint[], right: readonly bigint[]): bigint {
  let sum = 0n;
  for (let k = 0; k < left.length; k += 1) sum += (left[k] ?? 0n) * (right[k] ?? 0n);
  return sum;
}

/** Bits of the largest numerator and of the largest denominator together, about. */
export function bitsOf({ nums, dens }: ExactMatrix): number {
  return largestBits(nums) + (dens === null ? 0 : largestBits(dens));
}

function largestBits(rows: readonly (readonly bigint[])[]): number {
  let largest = 1n;
  for (const row of rows) {
    for (const value of row) if (value > largest || -value > largest) largest = value < 0n ? -value : value;
  }
  return largest.toString(16).length * 4;
}

function reduced(num: bigint, den: bigint, modulus: bigint | null): Fraction {
  if (modulus !== null) return { num: mod(num, modulus), den: 1n };
  const divisor = den === 1n ? 1n : gcd(num, den);
  return { num: num / divisor, den: den / divisor };
}

function bigRows(entries: readonly (readonly Integer[])[]): bigint[][] {
  return entries.map((row) => row.map(BigInt));
}
