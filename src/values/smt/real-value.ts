import type { Fraction } from '../rational.js';
import { gcd } from '../rational.js';
import { leading, type IntegerPolynomial } from './integer-polynomial.js';
import { refine, rootBound, type RootInterval } from './real-roots.js';

/** A real root that expressions are built on. */
export interface RealAtom {
  readonly polynomial: IntegerPolynomial;
  readonly interval: RootInterval;
}

/** A polynomial expression in real roots with rational coefficients: monomial (`root:power` …) -> coefficient, none 0. */
export interface Expression {
  readonly terms: ReadonlyMap<string, Monomial>;
}

interface Monomial {
  readonly coefficient: Fraction;
  readonly powers: readonly { readonly atom: RealAtom; readonly power: number }[];
}

/** More terms, or more bits of precision, than this are given up: the caller then says that it did not check. */
const maximumTerms = 2_000;
const maximumBits = 60_000;

export class TooHard extends Error {
  override readonly name = 'TooHard';
}

export function rationalExpression(value: Fraction): Expression {
  return { terms: value.num === 0n ? new Map() : new Map([['', { coefficient: value, powers: [] }]]) };
}

export function atomExpression(atom: RealAtom): Expression {
  const one = { num: 1n, den: 1n };
  return { terms: new Map([[`${nameOf(atom)}:1`, { coefficient: one, powers: [{ atom, power: 1 }] }]]) };
}

/** The value of an expression without roots; null for any other. */
export function rationalOf({ terms }: Expression): Fraction | null {
  if (terms.size === 0) return { num: 0n, den: 1n };
  const constant = terms.get('');
  return terms.size === 1 && constant !== undefined ? constant.coefficient : null;
}

export function addExpressions(a: Expression, b: Expression): Expression {
  const terms = new Map(a.terms);
  for (const [key, monomial] of b.terms) {
    const sum = addFractions(terms.get(key)?.coefficient ?? { num: 0n, den: 1n }, monomial.coefficient);
    if (sum.num === 0n) terms.delete(key);
    else terms.set(key, { ...monomial, coefficient: sum });
  }
  return { terms };
}

export function scaleExpression({ terms }: Expression, factor: Fraction): Expression {
  if (factor.num === 0n) return { terms: new Map() };
  const scaled = [...terms].map(([key, monomial]): [string, Monomial] => [
    key,
    { ...monomial, coefficient: multiplyFractions(monomial.coefficient, factor) },
  ]);
  return { terms: new Map(scaled) };
}

export function multiplyExpressions(a: Expression, b: Expression): Expression {
  if (a.terms.size * b.terms.size > maximumTerms) throw new TooHard();
  let sum: Expression = { terms: new Map() };
  for (const x of a.terms.values()) {
    for (const y of b.terms.values()) {
      const powers = new Map(x.powers.map((one) => [nameOf(one.atom), one]));
      for (const one of y.powers) {
        const name = nameOf(one.atom);
        powers.set(name, { atom: one.atom, power: one.power + (powers.get(name)?.power ?? 0) });
      }
      const sorted = [...powers].sort(([m], [n]) => (m < n ? -1 : 1));
      const key = sorted.map(([name, { power }]) => `${name}:${String(power)}`).join(' ');
      const coefficient = multiplyFractions(x.coefficient, y.coefficient);
      sum = addExpressions(sum, { terms: new Map([[key, { coefficient, powers: sorted.map(([, one]) => one) }]]) });
    }
  }
  return sum;
}

/**
 * The exact sign. Intervals are narrowed until they leave 0, or until the value is known to be smaller than any value
 * of its kind that is not 0: c·lc^e·value is an algebraic integer; all its conjugates are below some M and its degree
 * is at most D, the product of the roots' degrees, so unless it is 0 its absolute value is at least M^(1-D).
 */
export function signOf(expression: Expression): -1 | 0 | 1 {
  const rational = rationalOf(expression);
  if (rational !== null) return rational.num > 0n ? 1 : rational.num < 0n ? -1 : 0;
  const zeroBits = bitsOfZeroBound(expression);
  for (let bits = 32; ; bits *= 2) {
    const { lower, upper } = enclose(expression, bits);
    if (lower.num > 0n) return 1;
    if (upper.num < 0n) return -1;
    const limit = { num: 1n, den: 1n << BigInt(zeroBits) };
    if (less(upper, limit) && less({ num: -lower.num, den: lower.den }, limit)) return 0;
    if (bits > maximumBits || bits > 8 * zeroBits + 64) throw new TooHard();
  }
}

/** An enclosure computed from root intervals of width 2^-bits. */
export function enclose({ terms }: Expression, bits: number): RootInterval {
  let lower: Fraction = { num: 0n, den: 1n };
  let upper: Fraction = { num: 0n, den: 1n };
  const narrow = new Map<string, RootInterval>();
  for (const { coefficient, powers } of terms.values()) {
    let part: RootInterval = { lower: coefficient, upper: coefficient };
    for (const { atom, power } of powers) {
      const name = nameOf(atom);
      const interval = narrow.get(name) ?? refine(atom.polynomial, atom.interval, bits);
      narrow.set(name, interval);
      for (let i = 0; i < power; i += 1) part = multiplyIntervals(part, interval);
    }
    lower = addFractions(lower, part.lower);
    upper = addFractions(upper, part.upper);
  }
  return { lower, upper };
}

function bitsOfZeroBound({ terms }: Expression): number {
  let denominator = 1n;
  let size = 0;
  const highest = new Map<string, { atom: RealAtom; power: number }>();
  for (const { coefficient, powers } of terms.values()) {
    denominator = (denominator / gcd(denominator, coefficient.den)) * coefficient.den;
    let bits = bitLength(coefficient.num);
    for (const { atom, power } of powers) {
      bits += power * bitLength(rootBound(atom.polynomial));
      const name = nameOf(atom);
      highest.set(name, { atom, power: Math.max(power, highest.get(name)?.power ?? 0) });
    }
    size = Math.max(size, bits);
  }
  let degree = 1;
  let scale = bitLength(denominator);
  for (const { atom, power } of highest.values()) {
    degree *= atom.polynomial.length - 1;
    scale += power * bitLength(leading(atom.polynomial));
  }
  // |scaled conjugate| < 2^(scale + size + log2(terms)); the value itself is the scaled one over at most 2^scale.
  const conjugate = scale + size + bitLength(BigInt(terms.size));
  const bits = (degree - 1) * conjugate + scale;
  if (bits > maximumBits) throw new TooHard();
  return bits;
}

const names = new WeakMap<IntegerPolynomial, string>();

/** Roots are the same where polynomial and isolating interval are. */
function nameOf(atom: RealAtom): string {
  const polynomial = names.get(atom.polynomial) ?? atom.polynomial.join(',');
  names.set(atom.polynomial, polynomial);
  const { lower, upper } = atom.interval;
  return `${polynomial}@${[lower.num, lower.den, upper.num, upper.den].join(',')}`;
}

function multiplyIntervals(a: RootInterval, b: RootInterval): RootInterval {
  const products = [
    multiplyFractions(a.lower, b.lower),
    multiplyFractions(a.lower, b.upper),
    multiplyFractions(a.upper, b.lower),
    multiplyFractions(a.upper, b.upper),
  ];
  return {
    lower: products.reduce((least, one) => (less(one, least) ? one : least)),
    upper: products.reduce((most, one) => (less(most, one) ? one : most)),
  };
}

export function addFractions(a: Fraction, b: Fraction): Fraction {
  return reduce(a.num * b.den + b.num * a.den, a.den * b.den);
}

function multiplyFractions(a: Fraction, b: Fraction): Fraction {
  return reduce(a.num * b.num, a.den * b.den);
}

/** num/den reduced, with a positive denominator. */
export function reduce(num: bigint, den: bigint): Fraction {
  const divisor = den < 0n ? -gcd(num, den) : gcd(num, den);
  return { num: num / divisor, den: den / divisor };
}

export function less(a: Fraction, b: Fraction): boolean {
  return a.num * b.den < b.num * a.den;
}

function bitLength(n: bigint): number {
  return (n < 0n ? -n : n).toString(2).length;
}
