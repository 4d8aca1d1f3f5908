import {
  degree,
  derivative,
  exactQuotient,
  leading,
  multiply,
  primitive,
  squareFreePart,
  trim,
  type IntegerPolynomial,
} from './integer-polynomial.js';

/** Exponents of Mersenne primes: moduli that are proved prime and as large as one needs. */
const mersenne = [61n, 89n, 107n, 127n, 521n, 607n, 1279n, 2203n, 2281n, 3217n, 4253n, 4423n, 9689n];
/** More factors modulo p than this would make the search over their products too long. */
const maximumModularFactors = 20;

/**
 * The distinct irreducible factors over ZZ, primitive, or null where that is out of reach. Zassenhaus without lifting:
 * the modulus is one prime above twice the bound of any factor's coefficients (Mignotte), so that a product of modular
 * factors shows the integral one directly; each is confirmed by exact division.
 */
export function irreducibleFactors(f: IntegerPolynomial): readonly IntegerPolynomial[] | null {
  const g = squareFreePart(f);
  if (degree(g) <= 1) return degree(g) === 1 ? [g] : [];
  const norm = g.reduce((sum, c) => sum + c * c, 0n);
  const bound = 2n * leading(g) * 2n ** BigInt(degree(g)) * (squareRoot(norm) + 1n);
  for (const exponent of mersenne) {
    const p = 2n ** exponent - 1n;
    if (p <= bound || leading(g) % p === 0n) continue;
    const field = createField(p);
    const modular = field.monic(g.map((c) => field.reduce(c)));
    if (field.gcd(modular, field.fix(derivative(modular))).length > 1) continue;
    const factors = field.factor(modular);
    return factors.length > maximumModularFactors ? null : recombine(g, factors, p);
  }
  return null;
}

function recombine(
  g: IntegerPolynomial,
  factors: readonly IntegerPolynomial[],
  p: bigint,
): readonly IntegerPolynomial[] {
  const found: IntegerPolynomial[] = [];
  let rest = g;
  let left = [...factors];
  for (let size = 1; 2 * size <= left.length;) {
    const hit = subsets(left.length, size).find((subset) => {
      const product = subset.reduce<IntegerPolynomial>(
        (sum, i) => modulo(multiply(sum, left[i] ?? [1n]), p),
        [leading(rest)],
      );
      const candidate = primitive(trim(product.map((c) => symmetric(c, p))));
      const quotient = exactQuotient(rest, candidate);
      if (quotient === null) return false;
      found.push(candidate);
      rest = primitive(quotient);
      return true;
    });
    if (hit === undefined) size += 1;
    else left = left.filter((_, i) => !hit.includes(i));
  }
  return degree(rest) > 0 ? [...found, rest] : found;
}

/** All subsets of that size, in order, as lists of indices. */
function subsets(count: number, size: number): readonly (readonly number[])[] {
  const all: number[][] = [];
  const extend = (chosen: number[], from: number) => {
    if (chosen.length === size) all.push(chosen);
    else for (let i = from; i < count; i += 1) extend([...chosen, i], i + 1);
  };
  extend([], 0);
  return all;
}

function modulo(f: IntegerPolynomial, p: bigint): IntegerPolynomial {
  return trim(f.map((c) => ((c % p) + p) % p));
}

function symmetric(c: bigint, p: bigint): bigint {
  const value = ((c % p) + p) % p;
  return 2n * value > p ? value - p : value;
}

function squareRoot(n: bigint): bigint {
  if (n < 2n) return n;
  let x = 1n << BigInt((n.toString(2).length + 1) >> 1);
  for (;;) {
    const next = (x + n / x) >> 1n;
    if (next >= x) return x;
    x = next;
  }
}

/** Polynomials over GF(p), p an odd prime: enough of them for factoring by distinct and by equal degree. */
function createField(p: bigint) {
  const reduce = (c: bigint) => ((c % p) + p) % p;
  const fix = (f: IntegerPolynomial) => trim(f.map(reduce));
  const inverse = (a: bigint) => power(a, p - 2n);
  const power = (base: bigint, exponent: bigint): bigint => {
    let result = 1n;
    let square = reduce(base);
    for (let e = exponent; e > 0n; e >>= 1n) {
      if ((e & 1n) === 1n) result = (result * square) % p;
      square = (square * square) % p;
    }
    return result;
  };
  const monic = (f: IntegerPolynomial): IntegerPolynomial => {
    if (f.length === 0) return f;
    const scale = inverse(leading(f));
    return f.map((c) => (c * scale) % p);
  };
  const divide = (f: IntegerPolynomial, g: IntegerPolynomial) => {
    const rest = [...f];
    const quotient: bigint[] = new Array<bigint>(Math.max(0, f.length - g.length + 1)).fill(0n);
    const scale = inverse(leading(g));
    for (let shift = f.length - g.length; shift >= 0; shift -= 1) {
      const factor = ((rest[shift + g.length - 1] ?? 0n) * scale) % p;
      quotient[shift] = factor;
      for (const [i, c] of g.entries()) rest[i + shift] = reduce((rest[i + shift] ?? 0n) - factor * c);
    }
    return { quotient: trim(quotient), rest: trim(rest) };
  };
  const gcd = (f: IntegerPolynomial, g: IntegerPolynomial): IntegerPolynomial => {
    let [a, b] = [f, g];
    while (b.length > 0) [a, b] = [b, divide(a, b).rest];
    return monic(a);
  };
  const subtract = (f: IntegerPolynomial, g: IntegerPolynomial): IntegerPolynomial =>
    fix(Array.from({ length: Math.max(f.length, g.length) }, (_, i) => (f[i] ?? 0n) - (g[i] ?? 0n)));
  const powerModulo = (base: IntegerPolynomial, exponent: bigint, m: IntegerPolynomial): IntegerPolynomial => {
    let result: IntegerPolynomial = divide([1n], m).rest;
    let square = divide(base, m).rest;
    for (let e = exponent; e > 0n; e >>= 1n) {
      if ((e & 1n) === 1n) result = divide(fix(multiply(result, square)), m).rest;
      if (e > 1n) square = divide(fix(multiply(square, square)), m).rest;
    }
    return result;
  };

  /** Monic irreducible factors of a monic square-free polynomial. */
  const factor = (f: IntegerPolynomial): IntegerPolynomial[] => {
    const factors: IntegerPolynomial[] = [];
    let rest = f;
    let frobenius: IntegerPolynomial = [0n, 1n];
    for (let d = 1; 2 * d <= degree(rest); d += 1) {
      frobenius = powerModulo(frobenius, p, rest);
      const product = gcd(rest, subtract(frobenius, [0n, 1n]));
      if (degree(product) < 1) continue;
      factors.push(...split(product, d));
      rest = divide(rest, product).quotient;
      frobenius = divide(frobenius, rest).rest;
    }
    return degree(rest) > 0 ? [...factors, rest] : factors;
  };

  /** Cantor and Zassenhaus, with trial polynomials in a fixed order instead of random ones. */
  const split = (f: IntegerPolynomial, d: number): IntegerPolynomial[] => {
    if (degree(f) === d) return [f];
    const exponent = (p ** BigInt(d) - 1n) / 2n;
    for (let seed = 1n; ; seed += 1n) {
      const trial = fix(
        Array.from({ length: 2 * d }, (_, i) => (i === 2 * d - 1 ? 1n : power(seed + 2n, BigInt(i + 1)) * seed)),
      );
      const part = gcd(f, subtract(powerModulo(trial, exponent, f), [1n]));
      if (degree(part) > 0 && degree(part) < degree(f)) {
        return [...split(part, d), ...split(divide(f, part).quotient, d)];
      }
    }
  };

  return { reduce, fix, monic, gcd, factor };
}
