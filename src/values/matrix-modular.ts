import type { ExactMatrix } from './matrix-arithmetic.js';
import { mod } from './number-theory.js';

/**
 * Linear algebra modulo primes below 2^26 in machine numbers: products of two residues are exact in doubles, so checks of
 * large answers stay fast. The primes are fixed: the same answer is checked the same way each time.
 */

/** A row of residues. */
export type Residues = Float64Array;

/** Moduli stay below this. */
export const wordLimit = 2 ** 26;

const found: number[] = [];

/** The i-th largest prime below 2^26, from 0. */
export function wordPrime(index: number): number {
  for (let next = (found.at(-1) ?? wordLimit + 1) - 2; found.length <= index; next -= 2) {
    if (isSmallPrime(next)) found.push(next);
  }
  return found[index] ?? 2;
}

/** The matrix modulo m < 2^26, or null where m shares a factor with a denominator. */
export function residues(matrix: ExactMatrix, m: number): Residues[] | null {
  const modulus = BigInt(m);
  const reduce = (value: bigint) => Number(mod(value, modulus));
  const rows = matrix.nums.map((row) => Float64Array.from(row, reduce));
  if (matrix.dens === null) return rows;
  for (const [i, row] of matrix.dens.entries()) {
    for (const [j, den] of row.entries()) {
      if (den === 1n) continue;
      const inverse = inverse64(reduce(den), m);
      const line = rows[i];
      if (inverse === null || line === undefined) return null;
      line[j] = times(line[j] ?? 0, inverse, m);
    }
  }
  return rows;
}

/** The residues of the matrices modulo the first `count` word primes that divide none of their denominators. */
export function* manyResidues(
  matrices: readonly ExactMatrix[],
  count: number,
): Generator<{ prime: number; rows: Residues[][] }> {
  for (let index = 0, given = 0; given < count; index += 1) {
    const prime = wordPrime(index);
    const rows = matrices.map((matrix) => residues(matrix, prime));
    if (!rows.every((each) => each !== null)) continue;
    given += 1;
    yield { prime, rows };
  }
}

export interface Elimination {
  /** Exponents of p in the invariant factors over Z/p^k, ascending; shorter than the sides where the rest is 0. */
  readonly valuations: readonly number[];
  /** Modulo p^k; of a square matrix. */
  readonly determinant: number;
}

/** Diagonalises over Z/p^k by pivots of least valuation; p^k < 2^26. Overwrites the rows. */
export function eliminate(rows: Residues[], columns: number, p: number, k = 1): Elimination {
  const modulus = p ** k;
  const valuations: number[] = [];
  let determinant = 1;
  for (let step = 0; step < rows.length && step < columns; step += 1) {
    const pivot = findPivot(rows, columns, step, p, k);
    if (pivot === null) return { valuations, determinant: 0 };
    if (swap(rows, step, pivot)) determinant = determinant === 0 ? 0 : modulus - determinant;
    const line = rows[step];
    if (line === undefined) break;
    const power = p ** pivot.valuation;
    const value = line[step] ?? 0;
    const inverse = inverse64(value / power, modulus) ?? 0;
    determinant = times(determinant, value, modulus);
    valuations.push(pivot.valuation);
    for (let i = step + 1; i < rows.length; i += 1) {
      const row = rows[i];
      if (row === undefined) break;
      const first = row[step] ?? 0;
      if (first !== 0) subtract(row, line, times(first / power, inverse, modulus), step, modulus);
    }
  }
  return { valuations, determinant: rows.length === columns ? determinant : 0 };
}

/** How many fixed primes stand for the integers. */
const checkPrimes = 5;

/** a·b = c on fixed vectors, modulo several primes; modulo p alone over GF(p). */
export function isProductModulo(a: ExactMatrix, b: ExactMatrix, c: ExactMatrix): boolean {
  if (a.modulus !== null) return isProductOver(a.modulus, a, b, c);
  for (const { prime, rows } of manyResidues([a, b, c], checkPrimes)) {
    const [left, right, product] = rows;
    if (left === undefined || right === undefined || product === undefined) return false;
    const vector = fixedVector(b.columns, BigInt(prime)).map(Number);
    const direct = apply(product, vector, prime);
    const twice = apply(left, apply(right, vector, prime), prime);
    if (direct.some((value, i) => value !== twice[i])) return false;
  }
  return true;
}

function isProductOver(p: bigint, a: ExactMatrix, b: ExactMatrix, c: ExactMatrix): boolean {
  // Each vector misses a wrong product with a chance of 1/p.
  const vectors = Math.ceil(80 / (p.toString(2).length - 0.9));
  const applyTo = ({ nums }: ExactMatrix, vector: readonly bigint[]) =>
    nums.map((row) =>
      mod(
        row.reduce((sum, value, j) => sum + value * (vector[j] ?? 0n), 0n),
        p,
      ),
    );
  for (let index = 0; index < vectors; index += 1) {
    const vector = fixedVector(b.columns, p, index);
    const twice = applyTo(a, applyTo(b, vector));
    if (applyTo(c, vector).some((value, i) => value !== twice[i])) return false;
  }
  return true;
}

/** Residues without pattern, always the same ones: a congruential sequence of 64 bits, the upper halves joined. */
function fixedVector(length: number, modulus: bigint, index = 0): bigint[] {
  const words = Math.ceil(modulus.toString(2).length / 32) + 1;
  let state = BigInt(index) * 0x9e3779b97f4a7c15n + 1n;
  return Array.from({ length }, () => {
    let value = 0n;
    for (let word = 0; word < words; word += 1) {
      state = BigInt.asUintN(64, state * 6364136223846793005n + 1442695040888963407n);
      value = (value << 32n) | (state >> 32n);
    }
    return value % modulus;
  });
}

function apply(rows: readonly Residues[], vector: readonly number[], m: number): number[] {
  return rows.map((row) => {
    let sum = 0;
    for (let j = 0; j < row.length; j += 1) sum = (sum + times(row[j] ?? 0, vector[j] ?? 0, m)) % m;
    return sum;
  });
}

function findPivot(
  rows: readonly Residues[],
  columns: number,
  step: number,
  p: number,
  k: number,
): { row: number; column: number; valuation: number } | null {
  let best: { row: number; column: number; valuation: number } | null = null;
  for (let row = step; row < rows.length; row += 1) {
    for (let column = step; column < columns; column += 1) {
      let value = rows[row]?.[column] ?? 0;
      if (value === 0) continue;
      let valuation = 0;
      for (; k > 1 && value % p === 0; value /= p) valuation += 1;
      if (best === null || valuation < best.valuation) best = { row, column, valuation };
      if (valuation === 0) return best;
    }
  }
  return best;
}

/** Brings the pivot to the diagonal; true where the determinant changes its sign. */
function swap(rows: Residues[], step: number, pivot: { row: number; column: number }): boolean {
  const [from, to] = [rows[pivot.row], rows[step]];
  if (from !== undefined && to !== undefined) [rows[step], rows[pivot.row]] = [from, to];
  if (pivot.column !== step) {
    for (const row of rows) [row[step], row[pivot.column]] = [row[pivot.column] ?? 0, row[step] ?? 0];
  }
  return (pivot.row !== step) !== (pivot.column !== step);
}

/** row -= factor·line modulo m, from a column on. */
export function subtract(row: Residues, line: Residues, factor: number, from: number, m: number): void {
  const inverse = 1 / m;
  const negative = m - factor;
  for (let j = from; j < row.length; j += 1) {
    const value = (row[j] ?? 0) + negative * (line[j] ?? 0);
    const rest = value - Math.floor(value * inverse) * m;
    row[j] = rest < 0 ? rest + m : rest >= m ? rest - m : rest;
  }
}

/** a·b modulo m for residues modulo m < 2^26. */
export function times(a: number, b: number, m: number): number {
  return (a * b) % m;
}

/** The inverse modulo m, or null where there is none. */
export function inverse64(value: number, m: number): number | null {
  let [a, b] = [value % m, m];
  let [x, y] = [1, 0];
  while (b !== 0) {
    const quotient = Math.floor(a / b);
    [a, b] = [b, a - quotient * b];
    [x, y] = [y, x - quotient * y];
  }
  return a === 1 ? (x < 0 ? x + m : x) : null;
}

function isSmallPrime(n: number): boolean {
  if (n % 2 === 0) return n === 2;
  for (let d = 3; d * d <= n; d += 2) if (n % d === 0) return false;
  return true;
}
