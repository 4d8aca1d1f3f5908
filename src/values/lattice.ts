import { bitsOf, exactIntegers, integerDot, isProduct, type ExactMatrix } from './matrix-arithmetic.js';
import { inverse64, residues, subtract, times, wordPrime, type Residues } from './matrix-modular.js';
import { mod } from './number-theory.js';
import type { Fraction } from './rational.js';

/** Word primes that may all divide the minors of a basis before it counts as dependent. */
const unluckyPrimes = 8;

/**
 * The integer matrix S with S·basis = vectors, or null where a vector is not in the lattice that the independent rows of
 * `basis` span. Solved modulo word primes, joined by Chinese remainders and multiplied back.
 * `coefficientBits` bounds the entries of S where they exist.
 */
export function latticeCoordinates(
  basis: ExactMatrix,
  vectors: ExactMatrix,
  coefficientBits: number,
): ExactMatrix | null {
  const rank = basis.nums.length;
  let [modulus, unlucky] = [1n, 0];
  let solution = exactIntegers(
    vectors.nums.map(() => new Array<bigint>(rank).fill(0n)),
    rank,
  );
  for (let index = 0; modulus >> BigInt(Math.ceil(coefficientBits) + 30) === 0n; index += 1) {
    const prime = wordPrime(index);
    const solved = solveModulo(basis, vectors, prime);
    if (solved === 'DEPENDENT' && (unlucky += 1) < unluckyPrimes) continue;
    if (typeof solved === 'string') return null;
    const next = joinRemainders(solution, modulus, solved, prime);
    modulus *= BigInt(prime);
    if (next === null && isProduct(solution, basis, vectors)) return solution;
    if (next !== null) solution = next;
  }
  return isProduct(solution, basis, vectors) ? solution : null;
}

/** Whether two independent sets of rows span the same lattice. */
export function spanSameLattice(a: ExactMatrix, b: ExactMatrix, coefficientBits: number): boolean {
  if (a.nums.length !== b.nums.length || a.columns !== b.columns) return false;
  return latticeCoordinates(a, b, coefficientBits) !== null && latticeCoordinates(b, a, coefficientBits) !== null;
}

/**
 * Bits that coordinates of `vectors` in an LLL-reduced basis of integers may have: every step of back substitution grows
 * by a factor below 2, and the last Gram-Schmidt vector is at most (4/3)^(r/2) times shorter than the first.
 */
export function reducedCoordinateBits(basis: ExactMatrix, vectors: ExactMatrix): number {
  return bitsOf(vectors) + 2 * basis.nums.length + Math.log2(basis.columns + 1) + 8;
}

/**
 * The condition of LLL that the rows violate, or null: |mu_ij| <= eta (size), and Lovász's with delta. Exact, in
 * integers: d_i is the Gram determinant of the first i rows and lambda_ij = d_j·mu_ij (Cohen, A Course in Computational
 * Algebraic Number Theory, 2.6.7).
 */
export function violatedLllCondition(
  { nums }: ExactMatrix,
  delta: Fraction,
  eta: Fraction,
): 'independence' | 'size' | 'Lovász' | null {
  const d = [1n];
  const lambda: bigint[][] = [];
  for (const [i, row] of nums.entries()) {
    const line: bigint[] = [];
    lambda.push(line);
    for (let j = 0; j <= i; j += 1) {
      let u = integerDot(row, nums[j] ?? []);
      for (let k = 0; k < j; k += 1) {
        const product = (line[k] ?? 0n) * (lambda[j]?.[k] ?? 0n);
        u = ((d[k + 1] ?? 0n) * u - product) / (d[k] ?? 1n);
      }
      line.push(u);
      if (j < i && absolute(u) * eta.den > eta.num * (d[j + 1] ?? 0n)) return 'size';
    }
    const own = line[i] ?? 0n;
    if (own <= 0n) return 'independence';
    d.push(own);
    if (i === 0) continue;
    const [last, before, step] = [d[i] ?? 0n, d[i - 1] ?? 0n, line[i - 1] ?? 0n];
    if ((own * before + step * step) * delta.den < delta.num * last * last) return 'Lovász';
  }
  return null;
}

/** Cost of that check, about, in multiplications of 64-bit words. */
export function lllCheckCost(basis: ExactMatrix): number {
  const [rank, bits] = [basis.nums.length, bitsOf(basis)];
  const words = 1 + (rank * bits) / 64;
  return rank * rank * (basis.columns + (rank / 6) * words);
}

/** Rows of S modulo p, from the reduced echelon form of the transposed system. */
function solveModulo(
  basis: ExactMatrix,
  vectors: ExactMatrix,
  p: number,
): readonly Residues[] | 'DEPENDENT' | 'OUTSIDE' {
  const [left, right] = [residues(basis, p) ?? [], residues(vectors, p) ?? []];
  const [rank, width] = [left.length, left.length + right.length];
  const rows = Array.from({ length: basis.columns }, (_, i) =>
    Float64Array.from({ length: width }, (__, j) => (j < rank ? left[j]?.[i] : right[j - rank]?.[i]) ?? 0),
  );
  for (let step = 0; step < rank; step += 1) {
    const at = rows.findIndex((row, i) => i >= step && row[step] !== 0);
    const [pivot, top] = [rows[at], rows[step]];
    if (pivot === undefined || top === undefined) return 'DEPENDENT';
    [rows[step], rows[at]] = [pivot, top];
    const inverse = inverse64(pivot[step] ?? 0, p) ?? 0;
    for (let j = step; j < width; j += 1) pivot[j] = times(pivot[j] ?? 0, inverse, p);
    for (const row of rows) {
      const first = row[step] ?? 0;
      if (row !== pivot && first !== 0) subtract(row, pivot, first, step, p);
    }
  }
  if (rows.slice(rank).some((row) => row.some((value) => value !== 0))) return 'OUTSIDE';
  return rows.slice(0, rank);
}

/** The solution modulo modulus·prime in symmetric residues, or null where it already holds modulo the prime. */
function joinRemainders(
  solution: ExactMatrix,
  modulus: bigint,
  solved: readonly Residues[],
  prime: number,
): ExactMatrix | null {
  const rank = solution.columns;
  const p = BigInt(prime);
  const inverse = BigInt(inverse64(Number(mod(modulus, p)), prime) ?? 1);
  const [joined, half] = [modulus * p, (modulus * p) >> 1n];
  const changes = new Set<number>();
  const nums = solution.nums.map((row, i) =>
    row.map((value, j) => {
      const wanted = BigInt(solved[j]?.[rank + i] ?? 0);
      const step = mod((wanted - value) * inverse, p);
      if (step === 0n) return value;
      changes.add(i);
      const next = value + modulus * step;
      return next > half ? next - joined : next;
    }),
  );
  return changes.size > 0 ? exactIntegers(nums, rank) : null;
}

function absolute(value: bigint): bigint {
  return value < 0n ? -value : value;
}
