import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bitLength, gcd, integerSqrt, jacobi, mod, modPow } from '../../../src/values/number-theory.js';

const big = (bits: number) => fc.bigInt({ min: -(1n << BigInt(bits)), max: 1n << BigInt(bits) });

function euclid(a: bigint, b: bigint): bigint {
  let [x, y] = [a < 0n ? -a : a, b < 0n ? -b : b];
  while (y !== 0n) [x, y] = [y, x % y];
  return x;
}

describe('gcd', () => {
  it.each([
    [0n, 0n, 0n],
    [0n, -4n, 4n],
    [-84n, 30n, 6n],
    [1n, 0n, 1n],
  ])('of %s and %s is %s', (a, b, expected) => expect(gcd(a, b)).toBe(expected));

  it.each([
    [100, 100],
    [3_000, 30],
    [12_000, 10],
    [40_000, 3],
  ])('agrees with Euclid on numbers of up to %i bits', (bits, numRuns) => {
    fc.assert(
      fc.property(big(bits), big(bits), big(bits >> 1), (a, b, common) => {
        expect(gcd(a * common, b * common)).toBe(euclid(a * common, b * common));
      }),
      { numRuns },
    );
  });

  it('handles neighbours of Fibonacci numbers, where every quotient is 1, and powers of two', () => {
    let [a, b] = [1n, 1n];
    for (let i = 0; i < 20_000; i += 1) [a, b] = [a + b, a];
    expect(gcd(a, b)).toBe(1n);
    expect(gcd(a * 7n, b * 7n)).toBe(7n);
    expect(gcd(1n << 20_000n, 1n << 19_999n)).toBe(1n << 19_999n);
    expect(gcd((1n << 20_000n) - 1n, (1n << 15_000n) - 1n)).toBe((1n << 5_000n) - 1n);
  });

  it('takes seconds for numbers that Euclid would need minutes for', () => {
    const [a, b] = [3n ** 200_000n + 1n, 7n ** 110_000n + 2n];
    const start = performance.now();
    gcd(a, b);
    expect(performance.now() - start).toBeLessThan(15_000);
  });
});

describe('modular arithmetic', () => {
  it('reduces into 0..m-1', () => {
    fc.assert(
      fc.property(big(200), fc.bigInt({ min: 1n, max: 1n << 100n }), (a, m) => {
        const r = mod(a, m);
        expect(r >= 0n && r < m && (a - r) % m === 0n).toBe(true);
      }),
    );
  });

  it('raises to powers, with base^0 = 1 and everything 0 modulo 1', () => {
    fc.assert(
      fc.property(big(40), fc.bigInt({ min: 0n, max: 60n }), fc.bigInt({ min: 1n, max: 1n << 60n }), (a, e, m) => {
        expect(modPow(a, e, m)).toBe(mod(a ** e, m));
      }),
    );
    expect(modPow(0n, 0n, 5n)).toBe(1n);
    expect(modPow(3n, 0n, 1n)).toBe(0n);
  });

  it('has the Jacobi symbol of quadratic residues', () => {
    for (const p of [3n, 5n, 7n, 101n, 1_009n]) {
      for (let a = 0n; a < p && a < 50n; a += 1n) {
        const power = modPow(a, (p - 1n) / 2n, p);
        expect(jacobi(a, p)).toBe(power === p - 1n ? -1 : Number(power));
      }
    }
    expect(jacobi(-1n, 21n)).toBe(1);
    expect(jacobi(6n, 15n)).toBe(0);
  });
});

describe('sizes and roots', () => {
  it('counts bits', () => {
    fc.assert(
      fc.property(big(300), (a) => {
        const size = a < 0n ? -a : a;
        expect(bitLength(a)).toBe(size === 0n ? 0 : size.toString(2).length);
      }),
    );
  });

  it('takes the integer part of square roots', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 1n << 300n }), (a) => {
        const r = integerSqrt(a);
        expect(r * r <= a && (r + 1n) * (r + 1n) > a).toBe(true);
        expect(integerSqrt(a * a)).toBe(a);
      }),
    );
  });
});
