import { characteristic, inverseModulo, type Domain } from './domain.js';
import { bitLength, gcd, mod, modPow } from './number-theory.js';
import { multiplyPacked, packedCost } from './polynomial-packing.js';
import type { Polynomial, Term } from './polynomial.js';
import type { Integer } from './integer.js';
import type { Rational } from './rational.js';

/**
 * A polynomial for computing: integer coefficients by monomial, over one denominator. Over GF(p) the coefficients are
 * residues and the denominator is 1. No coefficient is 0. The key of a monomial is its exponents joined by commas.
 */
export interface Exact {
  readonly arity: number;
  readonly modulus: bigint | null;
  readonly terms: ReadonlyMap<string, bigint>;
  readonly den: bigint;
}

/** A computation that would cost more than its meter allows. */
export class TooLarge extends Error {}

/** What may still be spent, counted in coefficient products of machine size. */
export interface Meter {
  left: number;
}

/** Largest power of a metered computation, in bits. */
const maximumPowerBits = 40_000_000;
/** Largest coefficient of a metered power of a monomial, in bits: about a million digits. */
const maximumBits = 3_400_000;

export function constant(num: bigint, den: bigint, arity: number, modulus: bigint | null): Exact | null {
  const key = new Array<number>(arity).fill(0).join(',');
  if (modulus === null) return make(arity, null, [[key, den < 0n ? -num : num]], den < 0n ? -den : den);
  const inverse = inverseModulo(den, modulus);
  return inverse === null ? null : make(arity, modulus, [[key, num * inverse]], 1n);
}

export function variable(index: number, arity: number, modulus: bigint | null): Exact {
  const exponents = Array.from({ length: arity }, (_, at) => (at === index ? 1 : 0));
  return make(arity, modulus, [[exponents.join(','), 1n]], 1n);
}

export function isZero(value: Exact): boolean {
  return value.terms.size === 0;
}

export function add(a: Exact, b: Exact): Exact {
  return addAll([a, b], a.arity, a.modulus);
}

/** The sum of any number of polynomials over one common denominator. */
export function addAll(summands: readonly Exact[], arity: number, modulus: bigint | null): Exact {
  const den = summands.reduce((common, { den }) => commonMultiple(common, den), 1n);
  const sum = new Map<string, bigint>();
  for (const summand of summands) {
    const factor = den / summand.den;
    for (const [key, coefficient] of summand.terms) sum.set(key, (sum.get(key) ?? 0n) + coefficient * factor);
  }
  return make(arity, modulus, sum, den);
}

/** Most denominators divide those before: the remainder is cheaper than a gcd. */
function commonMultiple(a: bigint, b: bigint): bigint {
  return a % b === 0n ? a : (a / gcd(a, b)) * b;
}

export function negate(a: Exact): Exact {
  return make(
    a.arity,
    a.modulus,
    [...a.terms].map(([key, value]) => [key, -value]),
    a.den,
  );
}

/** The product. Throws TooLarge before the work where the meter does not allow it. */
export function multiply(a: Exact, b: Exact, meter: Meter = { left: Infinity }): Exact {
  const schoolbook = a.terms.size * b.terms.size * (1 + (bitsOf(a) + bitsOf(b)) / 512);
  const packed = schoolbook < 4096 ? Infinity : packedCost(a, b);
  spend(meter, Math.min(schoolbook, packed) * (a.modulus === null ? 1 : 2.5));
  const terms = packed < schoolbook ? multiplyPacked(a, b) : multiplySparse(a, b);
  return make(a.arity, a.modulus, terms, a.den * b.den);
}

export function power(base: Exact, exponent: number, meter: Meter = { left: Infinity }): Exact {
  if (exponent > 0 && base.terms.size === 1) return monomialPower(base, exponent, meter);
  if (meter.left < Infinity && sizeOfPower(base, exponent) > maximumPowerBits) throw new TooLarge();
  let result: Exact | null = null;
  for (const bit of exponent.toString(2)) {
    if (result !== null) result = multiply(result, result, meter);
    if (bit === '1') result = result === null ? base : multiply(result, base, meter);
  }
  return result ?? make(base.arity, base.modulus, [[new Array<number>(base.arity).fill(0).join(','), 1n]], 1n);
}

/** Product of powers by halves, which keeps the operands of equal size. */
export function productOfPowers(factors: readonly { readonly base: Exact; readonly exponent: number }[]): Exact | null {
  let row = factors.map(({ base, exponent }) => power(base, exponent));
  while (row.length > 1) {
    const next: Exact[] = [];
    for (let at = 0; at < row.length; at += 2) {
      const [left, right] = [row[at], row[at + 1]];
      if (left !== undefined) next.push(right === undefined ? left : multiply(left, right));
    }
    row = next;
  }
  return row[0] ?? null;
}

export function equalExact(a: Exact, b: Exact): boolean {
  if (a.terms.size !== b.terms.size) return false;
  for (const [key, value] of a.terms) if (value * b.den !== (b.terms.get(key) ?? 0n) * a.den) return false;
  return true;
}

/** Degree in each variable; zeros for a constant. */
export function degrees(a: Exact): number[] {
  const degree = new Array<number>(a.arity).fill(0);
  for (const key of a.terms.keys()) {
    exponentsOf(key).forEach((exponent, at) => {
      if (exponent > (degree[at] ?? 0)) degree[at] = exponent;
    });
  }
  return degree;
}

export function exponentsOf(key: string): number[] {
  return key === '' ? [] : key.split(',').map(Number);
}

export function toExact(value: Polynomial): Exact {
  const fractions = value.terms.map(({ coefficient, exponents }) => ({
    key: exponents.join(','),
    num: BigInt(typeof coefficient === 'string' ? coefficient : coefficient.num),
    den: typeof coefficient === 'string' ? 1n : BigInt(coefficient.den),
  }));
  let den = 1n;
  for (const fraction of fractions) den = commonMultiple(den, fraction.den);
  return make(
    value.variables.length,
    characteristic(value.domain),
    fractions.map((fraction) => [fraction.key, fraction.num * (den / fraction.den)]),
    den,
  );
}

/** The canonical polynomial; over ZZ null where a coefficient is not integral. */
export function fromExact(value: Exact, domain: Domain, variables: readonly string[]): Polynomial | null {
  const terms: Term[] = [];
  for (const [key, coefficient] of value.terms) {
    const exponents = exponentsOf(key);
    if (domain === 'QQ') terms.push({ coefficient: rationalOf(coefficient, value.den), exponents });
    else if (coefficient % value.den !== 0n) return null;
    else terms.push({ coefficient: String(coefficient / value.den), exponents });
  }
  return { domain, variables: [...variables], terms: terms.sort((a, b) => compareExponents(b.exponents, a.exponents)) };
}

/** The canonical scalar num/den of a domain, or null where it is none. */
export function scalarOf(domain: Domain, num: bigint, den: bigint): Rational | Integer | null {
  if (domain === 'QQ') return rationalOf(num, den);
  const modulus = characteristic(domain);
  if (modulus === null) return num % den === 0n ? String(num / den) : null;
  const inverse = inverseModulo(den, modulus);
  return inverse === null ? null : String(mod(num * inverse, modulus));
}

/** Terms in any order, equal monomials added; null where a coefficient is not of GF(p). */
export function exactFrom(
  modulus: bigint | null,
  arity: number,
  terms: readonly { readonly coefficient: Rational; readonly exponents: readonly number[] }[],
): Exact | null {
  const summands = terms.map(({ coefficient, exponents }): Exact | null => {
    const [num, den] = [BigInt(coefficient.num), BigInt(coefficient.den)];
    const key = exponents.join(',');
    if (modulus === null) return { arity, modulus, terms: new Map([[key, num]]), den };
    const inverse = inverseModulo(den, modulus);
    return inverse === null ? null : { arity, modulus, terms: new Map([[key, num * inverse]]), den: 1n };
  });
  return summands.every((summand) => summand !== null) ? addAll(summands, arity, modulus) : null;
}

/** The canonical polynomial of terms in any order; null where a coefficient is not of the domain. */
export function polynomialFrom(
  domain: Domain,
  variables: readonly string[],
  terms: readonly { readonly coefficient: Rational; readonly exponents: readonly number[] }[],
): Polynomial | null {
  const value = exactFrom(characteristic(domain), variables.length, terms);
  return value === null ? null : fromExact(value, domain, variables);
}

/** num/den reduced; the gcd is the subquadratic one. */
function rationalOf(num: bigint, den: bigint): Rational {
  if (den === 1n) return { num: String(num), den: '1' };
  const divisor = den < 0n ? -gcd(num, den) : gcd(num, den);
  return { num: String(num / divisor), den: String(den / divisor) };
}

/** Lex order, the first variable greatest. */
export function compareExponents(a: readonly number[], b: readonly number[]): number {
  for (let at = 0; at < a.length; at += 1) {
    const difference = (a[at] ?? 0) - (b[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Content (a positive rational, 1 over GF(p)) and the primitive integral rest; for zero the content is 0. */
export function primitivePart(value: Exact): { content: { num: bigint; den: bigint }; primitive: Exact } {
  if (value.modulus !== null) return { content: { num: 1n, den: 1n }, primitive: value };
  let num = 0n;
  for (const coefficient of value.terms.values()) {
    num = gcd(num, coefficient);
    if (num === 1n) break;
  }
  if (num === 0n) return { content: { num: 0n, den: 1n }, primitive: value };
  const terms = [...value.terms].map(([key, coefficient]): [string, bigint] => [key, coefficient / num]);
  return { content: { num, den: value.den }, primitive: make(value.arity, null, terms, 1n) };
}

/** value times num/den; null where den has no inverse. */
export function scale(value: Exact, num: bigint, den: bigint): Exact | null {
  const factor = constant(num, den, value.arity, value.modulus);
  return factor === null ? null : multiply(value, factor);
}

/** The monic associate, or the primitive one with positive leading coefficient; zero stays. */
export function normalise(value: Exact, primitive: boolean): Exact {
  const { num, den } = leadingCoefficient(value);
  if (num === 0n) return value;
  if (!primitive) return scale(value, den, num) ?? value;
  const part = primitivePart(value).primitive;
  return num < 0n ? negate(part) : part;
}

/** Coefficient of the greatest monomial, as a fraction; 0 for zero. */
export function leadingCoefficient(value: Exact): { num: bigint; den: bigint } {
  let best: { exponents: number[]; coefficient: bigint } | null = null;
  for (const [key, coefficient] of value.terms) {
    const exponents = exponentsOf(key);
    if (best === null || compareExponents(exponents, best.exponents) > 0) best = { exponents, coefficient };
  }
  return best === null ? { num: 0n, den: 1n } : { num: best.coefficient, den: value.den };
}

/** Bits that a power takes unless its terms cancel: foreseen, since the last squaring costs most. */
function sizeOfPower(base: Exact, exponent: number): number {
  if (base.modulus !== null || exponent < 2) return 0;
  const dense = degrees(base).reduce((size, degree) => size * (degree * exponent + 1), 1);
  let products = 1;
  for (let at = 1; at < base.terms.size && products < dense; at += 1) products *= (exponent + at) / at;
  return Math.min(dense, products) * exponent * (bitsOf(base) + Math.log2(base.terms.size));
}

function monomialPower(base: Exact, exponent: number, meter: Meter): Exact {
  const [term] = base.terms;
  if (term === undefined) return base;
  const [key, coefficient] = term;
  const raised = exponentsOf(key)
    .map((each) => each * exponent)
    .join(',');
  const times = BigInt(exponent);
  if (base.modulus !== null) {
    return make(base.arity, base.modulus, [[raised, modPow(coefficient, times, base.modulus)]], 1n);
  }
  const bits = Math.max(growth(coefficient), growth(base.den));
  if (meter.left < Infinity && bits * exponent > maximumBits) throw new TooLarge();
  spend(meter, 1 + (bits * exponent) / 512);
  return make(base.arity, null, [[raised, coefficient ** times]], base.den ** times);
}

/** Bits that each further factor adds: none for 1 and -1. */
function growth(value: bigint): number {
  return value === 1n || value === -1n ? 0 : bitLength(value);
}

function spend(meter: Meter, cost: number): void {
  meter.left -= cost;
  if (meter.left < 0) throw new TooLarge();
}

function multiplySparse(a: Exact, b: Exact): Map<string, bigint> {
  const right = [...b.terms].map(([key, coefficient]) => ({ exponents: exponentsOf(key), coefficient }));
  const product = new Map<string, bigint>();
  for (const [leftKey, leftCoefficient] of a.terms) {
    const left = exponentsOf(leftKey);
    for (const { exponents, coefficient } of right) {
      const key = exponents.map((exponent, at) => exponent + (left[at] ?? 0)).join(',');
      product.set(key, (product.get(key) ?? 0n) + leftCoefficient * coefficient);
    }
  }
  return product;
}

function make(arity: number, modulus: bigint | null, terms: Iterable<[string, bigint]>, den: bigint): Exact {
  const kept = new Map<string, bigint>();
  for (const [key, raw] of terms) {
    const coefficient = modulus === null ? raw : mod(raw, modulus);
    if (coefficient !== 0n) kept.set(key, coefficient);
  }
  return { arity, modulus, terms: kept, den };
}

/** Size of the largest coefficient. */
export function bitsOf(value: Exact): number {
  let largest = 0n;
  for (const coefficient of value.terms.values()) {
    const size = coefficient < 0n ? -coefficient : coefficient;
    if (size > largest) largest = size;
  }
  return bitLength(largest);
}

/** Terms as engines get them: integral coefficients over the common denominator 1, descending lex order. */
export function engineTerms(value: Exact): [Integer, number[]][] {
  return [...value.terms]
    .map(([key, coefficient]): [Integer, number[]] => [String(coefficient), exponentsOf(key)])
    .sort((a, b) => compareExponents(b[1], a[1]));
}
