import { inverseModulo } from './domain.js';
import { mod, modPow } from './number-theory.js';
import { exponentsOf, type Exact } from './polynomial-arithmetic.js';

/**
 * Images of polynomials in one variable over GF(p): the cheap way to check a resultant or to show coprimality without an
 * engine. Coefficients ascend; the last is not 0; zero is [].
 */
export type Dense = readonly bigint[];

/** A prime above any coefficient that a chance could hit: 2^89 - 1. */
export const checkPrime = 2n ** 89n - 1n;

/** Dense images longer than this are not made. */
export const maximumDenseDegree = 3_000;

/** The image with every variable but one replaced by a value; null where a denominator vanishes. */
export function imageIn(value: Exact, index: number, values: readonly bigint[], prime: bigint): Dense | null {
  const inverse = inverseModulo(value.den, prime);
  if (inverse === null) return null;
  const image: bigint[] = [];
  for (const [key, coefficient] of value.terms) {
    const exponents = exponentsOf(key);
    let term = mod(coefficient * inverse, prime);
    exponents.forEach((exponent, at) => {
      if (at !== index && exponent > 0) term = (term * modPow(values[at] ?? 0n, BigInt(exponent), prime)) % prime;
    });
    const degree = exponents[index] ?? 0;
    while (image.length <= degree) image.push(0n);
    image[degree] = ((image[degree] ?? 0n) + term) % prime;
  }
  return trim(image);
}

/** The value at a point of GF(p); null where the denominator vanishes. */
export function valueAt(value: Exact, values: readonly bigint[], prime: bigint): bigint | null {
  const image = imageIn(value, -1, values, prime);
  return image === null ? null : (image[0] ?? 0n);
}

/** Sylvester determinant at the actual degrees; 0 where one of them is zero. */
export function resultantModulo(f: Dense, g: Dense, prime: bigint): bigint {
  let [a, b, result] = [f, g, 1n];
  if (a.length === 0 || b.length === 0) return 0n;
  for (;;) {
    const [m, n] = [a.length - 1, b.length - 1];
    if (m < n) {
      if (m % 2 === 1 && n % 2 === 1) result = prime - result;
      [a, b] = [b, a];
      continue;
    }
    const lead = b.at(-1) ?? 0n;
    if (n === 0) return mod(result * modPow(lead, BigInt(m), prime), prime);
    const rest = remainder(a, b, prime);
    if (rest.length === 0) return 0n;
    // Res(a, b) = (-1)^(mn) Res(b, a) = (-1)^(mn) lead^(m - deg rest) Res(b, rest).
    if (m % 2 === 1 && n % 2 === 1) result = prime - result;
    result = (result * modPow(lead, BigInt(m - rest.length + 1), prime)) % prime;
    [a, b] = [b, rest];
  }
}

/** Degree of the greatest common divisor; -1 for two zeros. */
export function gcdDegree(f: Dense, g: Dense, prime: bigint): number {
  let [a, b] = [f, g];
  while (b.length > 0) [a, b] = [b, remainder(a, b, prime)];
  return a.length - 1;
}

function remainder(a: Dense, b: Dense, prime: bigint): Dense {
  const rest = [...a];
  const inverse = inverseModulo(b.at(-1) ?? 0n, prime) ?? 0n;
  for (let top = rest.length - 1; top >= b.length - 1; top -= 1) {
    const factor = ((rest[top] ?? 0n) * inverse) % prime;
    if (factor === 0n) continue;
    const shift = top - b.length + 1;
    for (let at = 0; at < b.length; at += 1) {
      rest[shift + at] = ((rest[shift + at] ?? 0n) + (prime - factor) * (b[at] ?? 0n)) % prime;
    }
  }
  return trim(rest.slice(0, b.length - 1));
}

function trim(image: bigint[]): Dense {
  while (image.length > 0 && image.at(-1) === 0n) image.pop();
  return image;
}
