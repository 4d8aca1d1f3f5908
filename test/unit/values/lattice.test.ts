import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { latticeCoordinates, spanSameLattice, violatedLllCondition } from '../../../src/values/lattice.js';
import { exactIntegers, multiply, type ExactMatrix } from '../../../src/values/matrix-arithmetic.js';

const rows = (...nums: number[][]) =>
  exactIntegers(
    nums.map((row) => row.map(BigInt)),
    nums[0]?.length ?? 0,
  );
const [delta, eta] = [
  { num: 99n, den: 100n },
  { num: 51n, den: 100n },
];
const violated = (basis: ExactMatrix) => violatedLllCondition(basis, delta, eta);

describe('coordinates in a lattice', () => {
  const basis = rows([2, 0, 1], [0, 3, 1]);

  it('are found where they exist, however large', () => {
    const entry = fc.bigInt({ min: -(2n ** 200n), max: 2n ** 200n });
    fc.assert(
      fc.property(fc.array(fc.tuple(entry, entry), { maxLength: 4 }), (wanted) => {
        const s = exactIntegers(wanted, 2);
        expect(latticeCoordinates(basis, multiply(s, basis), 202)).toEqual(s);
      }),
    );
  });

  it('do not exist outside the lattice or its span', () => {
    expect(latticeCoordinates(basis, rows([1, 0, 0]), 20)).toBeNull();
    expect(latticeCoordinates(rows([2, 0]), rows([1, 0]), 20)).toBeNull();
  });

  it('need an independent basis', () => {
    expect(latticeCoordinates(rows([1, 2], [2, 4]), rows([1, 2]), 20)).toBeNull();
  });

  it('tell whether two bases span the same lattice', () => {
    expect(spanSameLattice(rows([1, 0], [0, 1]), rows([2, 1], [1, 1]), 20)).toBe(true);
    expect(spanSameLattice(rows([1, 0], [0, 1]), rows([2, 0], [0, 1]), 20)).toBe(false);
    expect(spanSameLattice(rows([1, 0]), rows([1, 0], [0, 1]), 20)).toBe(false);
    expect(spanSameLattice(exactIntegers([], 2), exactIntegers([], 2), 20)).toBe(true);
  });
});

describe('conditions of LLL', () => {
  it('hold for the unit vectors, for one vector, and for none', () => {
    expect(violated(rows([1, 0], [0, 1]))).toBeNull();
    expect(violated(rows([7, 7]))).toBeNull();
    expect(violated(exactIntegers([], 3))).toBeNull();
  });
  it('fail by size, by length, by dependence', () => {
    expect(violated(rows([100, 0], [51, 100]))).toBeNull();
    expect(violated(rows([100, 0], [52, 100]))).toBe('size');
    expect(violated(rows([10, 0], [0, 9]))).toBe('Lovász');
    expect(violated(rows([1000, 0], [0, 995]))).toBeNull();
    expect(violated(rows([2, 0], [0, 0]))).toBe('independence');
  });
});
