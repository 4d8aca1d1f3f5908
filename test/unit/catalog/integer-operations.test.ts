import { describe, expect, it } from 'vitest';
import { operation as divisors } from '../../../catalog/integer/compute-divisors.js';
import { canonicalCoefficients, operation as extendedGcd } from '../../../catalog/integer/compute-extended-gcd.js';
import { operation as totient } from '../../../catalog/integer/compute-euler-totient.js';
import { operation as nextPrime } from '../../../catalog/integer/compute-next-prime.js';
import { operation as factorization } from '../../../catalog/integer/compute-prime-factorization.js';
import { operation as decidePrime } from '../../../catalog/integer/decide-prime.js';

const proof = 'UNCONDITIONAL' as const;

describe('extended gcd', () => {
  it('prints one pair of coefficients, whatever pair the engine found', () => {
    for (let left = -12; left <= 12; left += 1) {
      for (let right = -12; right <= 12; right += 1) {
        const given = { left: String(left), right: String(right) };
        for (const shift of [-3, 0, 5]) {
          const [g, u] = bezout(left, right);
          const m = g === 0 ? 0 : Math.abs(right) / g;
          const answer = canonicalCoefficients(given, String(g), String(u + shift * m));
          expect(answer, JSON.stringify(given)).toEqual(canonicalCoefficients(given, String(g), String(u)));
          expect(extendedGcd.verify(given, answer)).toBe(null);
          expect(Math.abs(Number(answer.left_coefficient)) * 2).toBeLessThanOrEqual(Math.max(m, 2));
        }
      }
    }
  });

  it('refuses wrong answers', () => {
    const given = { left: '84', right: '30' };
    const answer = { gcd: '6', left_coefficient: '-1', right_coefficient: '3' };
    expect(extendedGcd.verify(given, answer)).toBe(null);
    expect(extendedGcd.verify(given, { ...answer, left_coefficient: '1' })).not.toBe(null);
    expect(extendedGcd.verify(given, { gcd: '12', left_coefficient: '-2', right_coefficient: '6' })).not.toBe(null);
    expect(extendedGcd.verify(given, { gcd: '-6', left_coefficient: '1', right_coefficient: '-3' })).not.toBe(null);
    expect(
      extendedGcd.verify({ left: '1', right: '-1' }, { gcd: '0', left_coefficient: '1', right_coefficient: '1' }),
    ).not.toBe(null);
  });
});

describe('next prime', () => {
  it('must be greater, prime, and the next', () => {
    const wrong = (n: string, value: string) => nextPrime.verify({ n }, { value, proof });
    expect(wrong('13', '17')).toBe(null);
    expect(wrong('13', '13')).not.toBe(null);
    expect(wrong('13', '19')).not.toBe(null);
    expect(wrong('13', '15')).not.toBe(null);
    expect(wrong('-5', '2')).toBe(null);
    expect(wrong(String(10n ** 30n), String(10n ** 30n + 57n))).toBe(null);
    expect(wrong(String(10n ** 30n), String(10n ** 30n + 59n))).not.toBe(null);
  });
});

describe('decide prime', () => {
  it('agrees with the tests that need no engine', () => {
    const wrong = (value: string, holds: boolean) => decidePrime.verify({ value }, { holds, proof });
    for (const value of ['0', '1', '-7', '561', '3317044064679887385961981']) {
      expect(wrong(value, false)).toBe(null);
      expect(wrong(value, true)).not.toBe(null);
    }
    for (const value of ['2', String(2n ** 127n - 1n)]) {
      expect(wrong(value, true)).toBe(null);
      expect(wrong(value, false)).not.toBe(null);
    }
  });
});

describe('answers that rest on a factorisation', () => {
  const twelve = [
    { prime: '2', power: 2 },
    { prime: '3', power: 1 },
  ];

  it.each([
    ['a missing factor', [{ prime: '2', power: 2 }]],
    ['a composite factor', [{ prime: '12', power: 1 }]],
    ['descending primes', [...twelve].reverse()],
    ['the unit as a factor', [{ prime: '1', power: 1 }, ...twelve]],
    ['an absurd power', [{ prime: '2', power: 2_000_000_000 }]],
  ])('refuse %s', (_, factors) => {
    expect(factorization.verify({ value: '12' }, { status: 'COMPLETE', sign: 1, factors, proof })).not.toBe(null);
    expect(totient.verify({ n: '12' }, { value: '4', factors, proof })).not.toBe(null);
  });

  it('check sign and value', () => {
    expect(factorization.verify({ value: '-12' }, { status: 'COMPLETE', sign: -1, factors: twelve, proof })).toBe(null);
    expect(factorization.verify({ value: '-12' }, { status: 'COMPLETE', sign: 1, factors: twelve, proof })).not.toBe(
      null,
    );
    expect(totient.verify({ n: '12' }, { value: '4', factors: twelve, proof })).toBe(null);
    expect(totient.verify({ n: '12' }, { value: '6', factors: twelve, proof })).not.toBe(null);
  });

  it.each([0, -12])('totient of %i is refused', (n) => {
    expect(totient.input.safeParse({ n }).error?.issues).toMatchObject([{ params: { code: 'not_positive' } }]);
  });
});

describe('divisors', () => {
  const check = (value: string, listed: readonly number[], proper = false) =>
    divisors.verify(proper ? { value, convention: 'PROPER_DIVISORS' } : { value }, {
      status: 'COMPLETE',
      divisors: listed.map(String),
      convention: proper ? 'PROPER_DIVISORS' : 'ALL_POSITIVE_DIVISORS',
    });

  it('agree with trial division and refuse any list with one left out', () => {
    for (let n = 1; n <= 130; n += 1) {
      const all = Array.from({ length: n }, (_, i) => i + 1).filter((d) => n % d === 0);
      expect(check(String(n), all)).toBe(null);
      expect(check(String(-n), all)).toBe(null);
      expect(check(String(n), all.slice(0, -1), true)).toBe(null);
      for (const left of all) {
        const fewer = all.filter((d) => d !== left);
        expect(check(String(n), fewer), `${String(n)} without ${String(left)}`).not.toBe(null);
      }
    }
  });

  it('refuse what does not divide, and repetitions', () => {
    expect(check('12', [1, 2, 3, 4, 5, 6, 12])).not.toBe(null);
    expect(check('12', [1, 2, 2, 3, 4, 6, 12])).not.toBe(null);
    expect(check('12', [0, 1, 2, 3, 4, 6, 12])).not.toBe(null);
  });

  it('bound their number before an engine is asked', () => {
    const issues = (value: string) => divisors.input.safeParse({ value }).error?.issues;
    expect(issues('100!')).toMatchObject([{ params: { bound: true } }]);
    expect(issues('2^4000')).toBe(undefined);
    expect(issues('0')).toMatchObject([{ params: { code: 'zero', bound: false } }]);
  });
});

/** [gcd, u] by the recursion everybody learns. */
function bezout(a: number, b: number): [number, number] {
  if (b === 0) return [Math.abs(a), Math.sign(a)];
  const [g] = bezout(b, a % b);
  const m = Math.abs(b) / g;
  for (let u = 0; u < m; u += 1) if ((a * u - g) % b === 0) return [g, u];
  return [g, 0];
}
