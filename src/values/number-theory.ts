/** Elementary number theory on bigint, for parsers and for checks that do not trust an engine. */

/** Numbers of more bits than this go through the half-gcd; below, Euclid is faster. */
const halfGcdBits = 4_000;
const leafBits = 1_000;

/** The representative of a modulo m in 0..m-1; m > 0. */
export function mod(a: bigint, m: bigint): bigint {
  const r = a % m;
  return r < 0n ? r + m : r;
}

/** base^exponent modulo m, in 0..m-1; exponent >= 0, m > 0. base^0 is 1 for every base, so 0 modulo 1. */
export function modPow(base: bigint, exponent: bigint, m: bigint): bigint {
  const b = mod(base, m);
  let result = 1n % m;
  for (const bit of exponent.toString(2)) {
    result = (result * result) % m;
    if (bit === '1') result = (result * b) % m;
  }
  return result;
}

/** The non-negative greatest common divisor; gcd(0, 0) = 0. Subquadratic: a million digits take seconds, not hours. */
export function gcd(a: bigint, b: bigint): bigint {
  let [x, y] = ordered(a, b);
  while (y !== 0n) {
    const size = bitLength(y);
    if (size <= halfGcdBits) return euclid(y, x % y);
    if (bitLength(x) - size < size / 4) [x, y] = ordered(...apply(halfGcd(x, y), x, y));
    if (y !== 0n) [x, y] = [y, x % y];
  }
  return x;
}

/** Number of binary digits of |a|; 0 for 0. */
export function bitLength(a: bigint): number {
  if (a === 0n) return 0;
  const hex = (a < 0n ? -a : a).toString(16);
  return hex.length * 4 - Math.clz32(parseInt(hex.slice(0, 1), 16)) + 28;
}

/** The largest r with r·r <= a, for a >= 0 (Newton's iteration from above). */
export function integerSqrt(a: bigint): bigint {
  if (a < 2n) return a;
  let r = 1n << BigInt((bitLength(a) + 1) >> 1);
  for (;;) {
    const next = (r + a / r) >> 1n;
    if (next >= r) return r;
    r = next;
  }
}

/** The Jacobi symbol (a/n) for odd n > 0. */
export function jacobi(a: bigint, n: bigint): -1 | 0 | 1 {
  let [top, bottom, sign] = [mod(a, n), n, 1];
  while (top !== 0n) {
    while ((top & 1n) === 0n) {
      top >>= 1n;
      const residue = bottom & 7n;
      if (residue === 3n || residue === 5n) sign = -sign;
    }
    [top, bottom] = [bottom, top];
    if ((top & 3n) === 3n && (bottom & 3n) === 3n) sign = -sign;
    top %= bottom;
  }
  if (bottom !== 1n) return 0;
  return sign === 1 ? 1 : -1;
}

/** A unimodular matrix, row by row. Applied to a pair it keeps the gcd, whatever the pair. */
type Matrix = readonly [bigint, bigint, bigint, bigint];

/**
 * A product of Euclid's steps that brings the pair a >= b down to about half of its bits. The steps are found from the
 * leading halves. They may differ from those of the whole numbers: that costs progress, never correctness.
 */
function halfGcd(a: bigint, b: bigint): Matrix {
  const size = bitLength(a);
  const target = size >> 1;
  if (size <= leafBits) return steps(a, b, 1n << BigInt(target));
  const cut = BigInt(size >> 1);
  const first = halfGcd(a >> cut, b >> cut);
  const [x, y, turn] = settle(...apply(first, a, b));
  const soFar = multiply(turn, first);
  if (y === 0n || bitLength(y) <= target) return soFar;
  const [u, v, step] = settle(y, x % y);
  const next = multiply(step, multiply([0n, 1n, 1n, -(x / y)], soFar));
  const rest = 2 * target - bitLength(u);
  if (rest <= 0 || v === 0n || bitLength(v) <= target) return next;
  return multiply(halfGcd(u >> BigInt(rest), v >> BigInt(rest)), next);
}

/** Euclid's steps while the smaller number is at least `bound`. */
function steps(a: bigint, b: bigint, bound: bigint): Matrix {
  let [x, y] = [a, b];
  let [p, q, r, s] = [1n, 0n, 0n, 1n];
  while (y >= bound) {
    const quotient = x / y;
    [x, y] = [y, x - quotient * y];
    [p, q, r, s] = [r, s, p - quotient * r, q - quotient * s];
  }
  return [p, q, r, s];
}

/** Makes a pair non-negative and descending, with the matrix that does it. */
function settle(a: bigint, b: bigint): [bigint, bigint, Matrix] {
  const [x, y] = [a < 0n ? -a : a, b < 0n ? -b : b];
  const [i, j] = [a < 0n ? -1n : 1n, b < 0n ? -1n : 1n];
  return x >= y ? [x, y, [i, 0n, 0n, j]] : [y, x, [0n, j, i, 0n]];
}

function ordered(a: bigint, b: bigint): [bigint, bigint] {
  const [x, y] = settle(a, b);
  return [x, y];
}

function apply([p, q, r, s]: Matrix, a: bigint, b: bigint): [bigint, bigint] {
  return [p * a + q * b, r * a + s * b];
}

function multiply([p, q, r, s]: Matrix, [a, b, c, d]: Matrix): Matrix {
  return [p * a + q * c, p * b + q * d, r * a + s * c, r * b + s * d];
}

function euclid(a: bigint, b: bigint): bigint {
  let [x, y] = [a, b];
  while (y !== 0n) [x, y] = [y, x % y];
  return x;
}
