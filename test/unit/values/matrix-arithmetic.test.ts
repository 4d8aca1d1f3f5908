import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  determinantOver,
  exactIntegers,
  identityMatrix,
  isProduct,
  multiply,
  toColumn,
  toExact,
  toRow,
  transpose,
  zeroMatrix,
  type ExactMatrix,
} from '../../../src/values/matrix-arithmetic.js';
import { isProductModulo } from '../../../src/values/matrix-modular.js';

const entry = fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n });
const integers = (n: number, m: number) =>
  fc
    .array(fc.array(entry, { minLength: m, maxLength: m }), { minLength: n, maxLength: n })
    .map((nums) => exactIntegers(nums, m));
const rationals = (n: number, m: number) =>
  fc
    .tuple(integers(n, m), integers(n, m))
    .map(([a, b]): ExactMatrix => ({ ...a, dens: b.nums.map((row) => row.map((x) => (x < 0n ? -x : x) + 1n)) }));
const side = fc.nat(4);
const pair = (make: typeof integers) =>
  fc.tuple(side, side, side).chain(([n, k, m]) => fc.tuple(make(n, k), make(k, m)));
const overField = (matrix: ExactMatrix, modulus: bigint): ExactMatrix => ({ ...matrix, modulus });
const spoiled = (c: ExactMatrix): ExactMatrix => ({
  ...c,
  nums: c.nums.map((row, i) => row.map((x, j) => (i === 0 && j === 0 ? x + (c.dens?.[0]?.[0] ?? 1n) : x))),
});

describe('products', () => {
  it.each([integers, rationals])('are recognised, exactly and modulo primes, and wrong ones are not', (make) => {
    fc.assert(
      fc.property(pair(make), ([a, b]) => {
        const c = multiply(a, b);
        expect([isProduct(a, b, c), isProductModulo(a, b, c)]).toEqual([true, true]);
        if (c.nums.length * c.columns === 0) return;
        expect([isProduct(a, b, spoiled(c)), isProductModulo(a, b, spoiled(c))]).toEqual([false, false]);
      }),
    );
  });

  it('are recognised over prime fields, the smallest too', () => {
    fc.assert(
      fc.property(pair(integers), fc.constantFrom(2n, 7n, 2n ** 89n - 1n), ([a, b], p) => {
        const [x, y] = [overField(a, p), overField(b, p)];
        const c = multiply(x, y);
        expect([isProduct(x, y, c), isProductModulo(x, y, c)]).toEqual([true, true]);
        if (c.nums.length * c.columns === 0) return;
        expect([isProduct(x, y, spoiled(c)), isProductModulo(x, y, spoiled(c))]).toEqual([false, false]);
      }),
    );
  });

  it('need shapes that fit', () => {
    expect(isProduct(identityMatrix(2), identityMatrix(3), identityMatrix(2))).toBe(false);
    expect(isProduct(zeroMatrix(2, 0), zeroMatrix(0, 3), zeroMatrix(2, 3))).toBe(true);
    expect(isProduct(zeroMatrix(2, 0), zeroMatrix(0, 3), zeroMatrix(2, 2))).toBe(false);
  });

  it('turn with the transpose', () => {
    fc.assert(
      fc.property(pair(rationals), ([a, b]) => {
        const [left, right] = [transpose(multiply(a, b)), multiply(transpose(b), transpose(a))];
        expect(isProduct(identityMatrix(left.nums.length), left, right)).toBe(true);
      }),
    );
  });

  it('reads vectors as rows and columns', () => {
    const [half, two] = [
      { num: '1', den: '2' },
      { num: '2', den: '1' },
    ];
    expect(multiply(toRow([half, two]), toColumn([two, half]))).toEqual(exactIntegers([[2n]], 1));
    const field = toExact({ domain: 'GF(5)', row_count: 1, column_count: 1, entries: [['3']] });
    expect(multiply(field, field).nums).toEqual([[4n]]);
  });
});

describe('determinant over a field', () => {
  const p = 2n ** 89n - 1n;
  it('multiplies', () => {
    const square = fc.nat(4).chain((n) => fc.tuple(integers(n, n), integers(n, n)));
    fc.assert(
      fc.property(square, ([a, b]) => {
        expect(determinantOver(multiply(a, b), p)).toBe((determinantOver(a, p) * determinantOver(b, p)) % p);
      }),
    );
  });
  it('is 1 for order 0, changes sign with rows, vanishes for dependent rows', () => {
    expect(determinantOver(identityMatrix(0), p)).toBe(1n);
    expect(
      determinantOver(
        exactIntegers(
          [
            [0n, 1n],
            [1n, 0n],
          ],
          2,
        ),
        7n,
      ),
    ).toBe(6n);
    expect(
      determinantOver(
        exactIntegers(
          [
            [1n, 2n],
            [2n, 4n],
          ],
          2,
        ),
        7n,
      ),
    ).toBe(0n);
  });
});
