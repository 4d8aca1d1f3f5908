import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { realRoot } from '../../../../src/values/algebraic-number.js';
import { irreducibleFactors } from '../../../../src/values/smt/integer-factors.js';
import {
  multiply,
  primitive,
  squareFreePart,
  type IntegerPolynomial,
} from '../../../../src/values/smt/integer-polynomial.js';
import { isolateRoots } from '../../../../src/values/smt/real-roots.js';

const factorOf = fc
  .array(fc.bigInt({ min: -20n, max: 20n }), { minLength: 2, maxLength: 5 })
  .filter((f) => f.at(-1) !== 0n);

describe('polynomials over ZZ', () => {
  it('factors of a product multiply to its square-free part', () => {
    fc.assert(
      fc.property(fc.array(factorOf, { minLength: 1, maxLength: 3 }), (given) => {
        const product = given.reduce<IntegerPolynomial>(multiply, [1n]);
        const factors = irreducibleFactors(product);
        expect(factors?.reduce<IntegerPolynomial>(multiply, [1n])).toEqual(squareFreePart(product));
      }),
      { numRuns: 60 },
    );
  });

  it('knows irreducible polynomials that factor modulo every prime', () => {
    expect(irreducibleFactors([1n, 0n, -10n, 0n, 1n])).toHaveLength(1);
    expect(irreducibleFactors([1n, 0n, 0n, 0n, 1n])).toHaveLength(1);
    expect(irreducibleFactors([-1n, ...new Array<bigint>(11).fill(0n), 1n])).toHaveLength(6);
  });

  it('isolates all real roots of a product of linear factors, ascending', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: -30, max: 30 }), { minLength: 1, maxLength: 6 }), (roots) => {
        const f = roots.reduce<IntegerPolynomial>((product, root) => multiply(product, [BigInt(-root), 1n]), [1n]);
        expect(isolateRoots(f)).toHaveLength(roots.length);
        const sorted = [...roots].sort((a, b) => a - b);
        expect(sorted.map((_, i) => realRoot(f, i))).toEqual(sorted.map((root) => ({ num: String(root), den: '1' })));
        expect(realRoot(f, roots.length)).toBeNull();
      }),
      { numRuns: 60 },
    );
  });

  it('separates roots that are close', () => {
    // (10^9 x)^2 - 2 and x - 1: roots at -1.4e-9, 1.4e-9 and 1.
    const f = multiply([-2n, 0n, 10n ** 18n], [-1n, 1n]);
    expect(realRoot(f, 1)).toMatchObject({ real_root_index: 1 });
    expect(realRoot(f, 2)).toEqual({ num: '1', den: '1' });
    expect(primitive([4n, -6n])).toEqual([-2n, 3n]);
  });
});
