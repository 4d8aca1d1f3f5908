import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Domain } from '../../../src/values/domain.js';
import {
  add,
  equalExact,
  exactFrom,
  fromExact,
  multiply,
  negate,
  normalise,
  power,
  primitivePart,
  productOfPowers,
  scale,
  toExact,
  type Exact,
} from '../../../src/values/polynomial-arithmetic.js';
import { multiplyPacked } from '../../../src/values/polynomial-packing.js';
import { gcdDegree, imageIn, resultantModulo, valueAt } from '../../../src/values/polynomial-modular.js';

const moduli: Record<string, bigint | null> = { QQ: null, 'GF(7)': 7n };

const exacts = (domain: string): fc.Arbitrary<Exact> =>
  fc
    .array(
      fc.record({
        coefficient: fc
          .tuple(fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }), fc.integer({ min: 1, max: 6 }))
          .map(([num, den]) => ({ num: String(num), den: String(den) })),
        exponents: fc.array(fc.nat(5), { minLength: 2, maxLength: 2 }),
      }),
      { maxLength: 8 },
    )
    .map((terms) => exactFrom(moduli[domain] ?? null, 2, terms))
    .filter((value) => value !== null);

describe.each<Domain>(['QQ', 'GF(7)'])('ring laws over %s', (domain) => {
  const any = exacts(domain);

  test('distributivity and negation', () => {
    fc.assert(
      fc.property(any, any, any, (a, b, c) => {
        expect(equalExact(multiply(a, add(b, c)), add(multiply(a, b), multiply(a, c)))).toBe(true);
        expect(add(a, negate(a)).terms.size).toBe(0);
      }),
    );
  });

  test('packed and schoolbook products are the same', () => {
    fc.assert(
      fc.property(any, any, (a, b) => {
        const packed = exactFrom(
          a.modulus,
          2,
          [...multiplyPacked(a, b)].map(([key, value]) => ({
            coefficient: { num: String(value), den: String(a.den * b.den) },
            exponents: key.split(',').map(Number),
          })),
        );
        expect(packed !== null && equalExact(packed, multiply(a, b))).toBe(true);
      }),
    );
  });

  test('powers and products of powers', () => {
    fc.assert(
      fc.property(any, any, fc.nat(4), (a, b, exponent) => {
        let repeated = power(a, 0);
        for (let step = 0; step < exponent; step += 1) repeated = multiply(repeated, a);
        expect(equalExact(power(a, exponent), repeated)).toBe(true);
        const product = productOfPowers([
          { base: a, exponent },
          { base: b, exponent: 2 },
        ]);
        expect(product !== null && equalExact(product, multiply(repeated, multiply(b, b)))).toBe(true);
      }),
    );
  });

  test('evaluation is a homomorphism', () => {
    fc.assert(
      fc.property(any, any, fc.bigInt({ min: 0n, max: 6n }), fc.bigInt({ min: 0n, max: 6n }), (a, b, x, y) => {
        const prime = a.modulus ?? 101n;
        const [u, v, w] = [a, b, multiply(a, b)].map((each) => valueAt(each, [x, y], prime));
        expect(((u ?? 0n) * (v ?? 0n)) % prime).toBe(w);
      }),
    );
  });

  test('the printed form holds the same value', () => {
    fc.assert(
      fc.property(any, (a) => {
        const printed = fromExact(a, domain, ['x', 'y']);
        expect(printed !== null && equalExact(toExact(printed), a)).toBe(true);
      }),
    );
  });
});

test('content times primitive part is the polynomial', () => {
  fc.assert(
    fc.property(exacts('QQ'), (a) => {
      const { content, primitive } = primitivePart(a);
      const product = scale(primitive, content.num, content.den);
      expect(product !== null && equalExact(product, a)).toBe(true);
      expect(equalExact(normalise(a, true), a.terms.size === 0 ? a : normalise(primitive, true))).toBe(true);
    }),
  );
});

describe('images modulo a prime', () => {
  const p = 101n;
  const dense = fc
    .array(fc.bigInt({ min: 0n, max: 100n }), { maxLength: 6 })
    .map((list) => list.slice(0, list.findLastIndex((each) => each !== 0n) + 1));
  const times = (a: readonly bigint[], b: readonly bigint[]) => {
    const product = new Array<bigint>(Math.max(a.length + b.length - 1, 0)).fill(0n);
    a.forEach((x, i) => b.forEach((y, j) => (product[i + j] = ((product[i + j] ?? 0n) + x * y) % p)));
    return a.length === 0 || b.length === 0 ? [] : product;
  };

  test('the sign of a resultant: two odd degrees', () => {
    expect(resultantModulo([2n, 1n], [1n, 0n, 0n, 1n], p)).toBe(p - 7n);
    expect(resultantModulo([1n, 0n, 0n, 1n], [2n, 1n], p)).toBe(7n);
    expect(resultantModulo([5n], [0n, 1n, 0n, 1n], p)).toBe(125n % p);
  });

  test('the resultant is multiplicative and antisymmetric by the degrees', () => {
    fc.assert(
      fc.property(dense, dense, dense, (f, g, h) => {
        fc.pre(f.length > 0 && g.length > 0 && h.length > 0);
        const both = (resultantModulo(f, h, p) * resultantModulo(g, h, p)) % p;
        expect(resultantModulo(times(f, g), h, p)).toBe(both);
        const swapped = resultantModulo(h, f, p);
        const odd = ((f.length - 1) * (h.length - 1)) % 2 === 1;
        expect(resultantModulo(f, h, p)).toBe(odd ? (p - swapped) % p : swapped);
        expect(resultantModulo(f, h, p) === 0n).toBe(gcdDegree(f, h, p) > 0);
      }),
    );
  });

  test('an image keeps one variable', () => {
    const value = exactFrom(null, 2, [
      { coefficient: { num: '1', den: '2' }, exponents: [2, 1] },
      { coefficient: { num: '3', den: '1' }, exponents: [0, 3] },
    ]);
    expect(value && imageIn(value, 0, [0n, 2n], p)).toEqual([24n, 0n, 1n]);
  });
});
