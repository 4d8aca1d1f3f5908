import { gcd } from '../rational.js';

/** A polynomial over ZZ: coefficients ascending, the last one not 0. The zero polynomial is empty. */
export type IntegerPolynomial = readonly bigint[];

export function trim(coefficients: readonly bigint[]): IntegerPolynomial {
  let length = coefficients.length;
  while (length > 0 && coefficients[length - 1] === 0n) length -= 1;
  return coefficients.slice(0, length);
}

export function degree(f: IntegerPolynomial): number {
  return f.length - 1;
}

export function leading(f: IntegerPolynomial): bigint {
  return f.at(-1) ?? 0n;
}

/** Content removed, leading coefficient positive. */
export function primitive(f: IntegerPolynomial): IntegerPolynomial {
  const content = f.reduce((sum, c) => gcd(sum, c), 0n);
  if (content === 0n) return f;
  const divisor = leading(f) < 0n ? -content : content;
  return f.map((c) => c / divisor);
}

export function derivative(f: IntegerPolynomial): IntegerPolynomial {
  return trim(f.slice(1).map((c, i) => c * BigInt(i + 1)));
}

export function multiply(f: IntegerPolynomial, g: IntegerPolynomial): IntegerPolynomial {
  if (f.length === 0 || g.length === 0) return [];
  const product = new Array<bigint>(f.length + g.length - 1).fill(0n);
  for (const [i, a] of f.entries()) for (const [j, b] of g.entries()) product[i + j] = (product[i + j] ?? 0n) + a * b;
  return trim(product);
}

/** The remainder of c·f by g for some c > 0: its sign at any point is that of the true remainder. */
export function pseudoRemainder(f: IntegerPolynomial, g: IntegerPolynomial): IntegerPolynomial {
  const top = leading(g);
  const scale = top < 0n ? -top : top;
  const sign = top < 0n ? -1n : 1n;
  let rest = [...f];
  while (rest.length >= g.length && rest.length > 0) {
    const shift = rest.length - g.length;
    const factor = (rest.at(-1) ?? 0n) * sign;
    rest = rest.map((c) => c * scale);
    for (const [i, c] of g.entries()) rest[i + shift] = (rest[i + shift] ?? 0n) - factor * c;
    rest = [...trim(rest)];
  }
  return rest;
}

function polynomialGcd(f: IntegerPolynomial, g: IntegerPolynomial): IntegerPolynomial {
  let [a, b] = [primitive(f), primitive(g)];
  while (b.length > 0) [a, b] = [b, primitive(pseudoRemainder(a, b))];
  return a;
}

/** f / g where that is a polynomial over ZZ, else null. */
export function exactQuotient(f: IntegerPolynomial, g: IntegerPolynomial): IntegerPolynomial | null {
  const rest = [...f];
  const quotient = new Array<bigint>(Math.max(0, f.length - g.length + 1)).fill(0n);
  const top = leading(g);
  for (let shift = f.length - g.length; shift >= 0; shift -= 1) {
    const c = rest[shift + g.length - 1] ?? 0n;
    if (c % top !== 0n) return null;
    const factor = c / top;
    quotient[shift] = factor;
    for (const [i, d] of g.entries()) rest[i + shift] = (rest[i + shift] ?? 0n) - factor * d;
  }
  return rest.every((c) => c === 0n) ? trim(quotient) : null;
}

/** The product of the distinct irreducible factors, primitive. */
export function squareFreePart(f: IntegerPolynomial): IntegerPolynomial {
  const common = polynomialGcd(f, derivative(f));
  return primitive(exactQuotient(primitive(f), common) ?? f);
}

/** Sign of f at num/den, den > 0. */
export function signAt(f: IntegerPolynomial, num: bigint, den: bigint): -1 | 0 | 1 {
  let value = 0n;
  let power = 1n;
  for (let i = f.length - 1; i >= 0; i -= 1) {
    value = value * num + (f[i] ?? 0n) * power;
    power *= den;
  }
  return value > 0n ? 1 : value < 0n ? -1 : 0;
}
