import type { Fraction } from '../rational.js';
import {
  degree,
  derivative,
  leading,
  primitive,
  pseudoRemainder,
  signAt,
  type IntegerPolynomial,
} from './integer-polynomial.js';

/** A closed interval with dyadic ends that holds exactly one real root of a square-free polynomial; a point for a root that bisection met. */
export interface RootInterval {
  readonly lower: Fraction;
  readonly upper: Fraction;
}

/** Isolating intervals of all real roots of a square-free polynomial, ascending. Sturm's theorem and bisection. */
export function isolateRoots(f: IntegerPolynomial): readonly RootInterval[] {
  if (degree(f) < 1) return [];
  const chain = sturmChain(f);
  const bound = rootBound(f);
  const roots: RootInterval[] = [];
  // Half-open pieces (lower, upper] with the sign changes at both ends; the left one is looked at first.
  const open = [
    { low: -bound, high: bound, den: 1n, atLow: changes(chain, -bound, 1n), atHigh: changes(chain, bound, 1n) },
  ];
  for (let piece = open.pop(); piece !== undefined; piece = open.pop()) {
    const { low, high, den, atLow, atHigh } = piece;
    if (atLow === atHigh) continue;
    if (atLow - atHigh === 1 && signAt(f, low, den) !== 0) {
      roots.push(signAt(f, high, den) === 0 ? point(high, den) : interval(low, high, den));
      continue;
    }
    const [middle, twice] = [low + high, den * 2n];
    const atMiddle = changes(chain, middle, twice);
    open.push({ low: middle, high: high * 2n, den: twice, atLow: atMiddle, atHigh });
    open.push({ low: low * 2n, high: middle, den: twice, atLow, atHigh: atMiddle });
  }
  return roots;
}

/** Halves an interval until it is at most 2^-bits wide. */
export function refine(f: IntegerPolynomial, root: RootInterval, bits: number): RootInterval {
  let den = root.lower.den > root.upper.den ? root.lower.den : root.upper.den;
  let low = root.lower.num * (den / root.lower.den);
  let high = root.upper.num * (den / root.upper.den);
  const atHigh = signAt(f, high, den);
  if (atHigh === 0) return point(high, den);
  while ((high - low) << BigInt(bits) > den) {
    const middle = low + high;
    den *= 2n;
    const sign = signAt(f, middle, den);
    if (sign === 0) return point(middle, den);
    if (sign === atHigh) [low, high] = [low * 2n, middle];
    else [low, high] = [middle, high * 2n];
  }
  return interval(low, high, den);
}

/** An integer that is above the absolute value of every complex root (Cauchy). */
export function rootBound(f: IntegerPolynomial): bigint {
  const top = absolute(leading(f));
  const largest = f.slice(0, -1).reduce((max, c) => (absolute(c) > max ? absolute(c) : max), 0n);
  return 2n + largest / top;
}

function sturmChain(f: IntegerPolynomial): readonly IntegerPolynomial[] {
  const chain: IntegerPolynomial[] = [f, derivative(f)];
  for (;;) {
    const [a, b] = [chain.at(-2), chain.at(-1)];
    if (a === undefined || b === undefined || b.length <= 1) return chain;
    const rest = pseudoRemainder(a, b);
    if (rest.length === 0) return chain;
    // primitive() makes the leading coefficient positive: the sign that Sturm's chain needs is put back.
    const smaller = primitive(rest);
    chain.push(leading(rest) > 0n ? smaller.map((c) => -c) : smaller);
  }
}

function changes(chain: readonly IntegerPolynomial[], num: bigint, den: bigint): number {
  let count = 0;
  let previous = 0;
  for (const f of chain) {
    const sign = signAt(f, num, den);
    if (sign === 0) continue;
    if (previous !== 0 && sign !== previous) count += 1;
    previous = sign;
  }
  return count;
}

function interval(low: bigint, high: bigint, den: bigint): RootInterval {
  return { lower: dyadic(low, den), upper: dyadic(high, den) };
}

function point(num: bigint, den: bigint): RootInterval {
  const value = dyadic(num, den);
  return { lower: value, upper: value };
}

function dyadic(num: bigint, den: bigint): Fraction {
  let [a, b] = [num, den];
  while (b > 1n && (a & 1n) === 0n) [a, b] = [a >> 1n, b >> 1n];
  return { num: a, den: b };
}

function absolute(n: bigint): bigint {
  return n < 0n ? -n : n;
}

/** How many distinct real roots of a square-free polynomial are at most num/den. */
export function countRootsUpTo(f: IntegerPolynomial, { num, den }: Fraction): number {
  const chain = sturmChain(f);
  return changes(chain, -rootBound(f), 1n) - changes(chain, num, den);
}
