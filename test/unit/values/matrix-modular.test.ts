import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { determinantOver, exactIntegers, multiply } from '../../../src/values/matrix-arithmetic.js';
import { eliminate, inverse64, residues, wordLimit, wordPrime } from '../../../src/values/matrix-modular.js';

describe('word primes', () => {
  it('descend from 2^26', () => {
    expect([wordPrime(2), wordPrime(0), wordPrime(1)]).toEqual([67108819, 67108859, 67108837]);
    expect(wordPrime(0)).toBeLessThan(wordLimit);
  });
  it('have inverses', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: wordPrime(3) - 1 }), (value) => {
        expect((BigInt(value) * BigInt(inverse64(value, wordPrime(3)) ?? 0)) % BigInt(wordPrime(3))).toBe(1n);
      }),
    );
    expect(inverse64(6, 9)).toBeNull();
  });
});

describe('residues', () => {
  it('divide by denominators that are prime to the modulus', () => {
    const half = { columns: 1, nums: [[-1n]], dens: [[2n]], modulus: null };
    expect(residues(half, 7)?.map((row) => [...row])).toEqual([[3]]);
    expect(residues(half, 2)).toBeNull();
  });
});

describe('elimination', () => {
  const entry = fc.bigInt({ min: -(2n ** 40n), max: 2n ** 40n });
  const square = (n: number) =>
    fc.array(fc.array(entry, { minLength: n, maxLength: n }), { minLength: n, maxLength: n });

  it('gives the determinant modulo primes near 2^26, as big integers do', () => {
    fc.assert(
      fc.property(fc.nat(6).chain(square), fc.nat(5), (nums, index) => {
        const [m, prime] = [exactIntegers(nums, nums.length), wordPrime(index)];
        const found = eliminate(residues(m, prime) ?? [], nums.length, prime).determinant;
        expect(BigInt(found)).toBe(determinantOver(m, BigInt(prime)));
      }),
    );
  });

  it('finds the powers of p of a diagonal, whatever unimodular matrices surround it', () => {
    const shear = fc.array(fc.tuple(fc.nat(2), fc.nat(2), fc.integer({ min: -9, max: 9 })), { maxLength: 12 });
    const exponents = fc.array(fc.nat(6), { minLength: 3, maxLength: 3 });
    fc.assert(
      fc.property(exponents, shear, shear, fc.constantFrom(2, 3, 5), (powers, left, right, p) => {
        const diagonal = [0, 1, 2].map((i) =>
          [0, 1, 2].map((j) => (i === j ? 7n * BigInt(p) ** BigInt(powers[i]!) : 0n)),
        );
        const product = multiply(multiply(sheared(left), exactIntegers(diagonal, 3)), sheared(right));
        const { valuations } = eliminate(residues(product, p ** 5) ?? [], 3, p, 5);
        expect(valuations).toEqual(powers.filter((e) => e < 5).sort((a, b) => a - b));
      }),
    );
  });

  it('takes matrices of any shape', () => {
    expect(eliminate([], 3, 5).valuations).toEqual([]);
    expect(eliminate([new Float64Array(0)], 0, 5).valuations).toEqual([]);
    expect(eliminate([Float64Array.of(0, 0), Float64Array.of(0, 3)], 2, 5)).toEqual({
      valuations: [0],
      determinant: 0,
    });
  });
});

/** A product of elementary matrices of order 3. */
function sheared(steps: readonly (readonly [number, number, number])[]) {
  const rows: bigint[][] = [0, 1, 2].map((i) => [0, 1, 2].map((j) => (i === j ? 1n : 0n)));
  for (const [i, j, factor] of steps) {
    if (i !== j) rows[i] = rows[i]!.map((value, k) => value + BigInt(factor) * rows[j]![k]!);
  }
  return exactIntegers(rows, 3);
}
