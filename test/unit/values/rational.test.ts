import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromFraction, parseRational, printRational, toFraction } from '../../../src/values/rational.js';
import { gcd } from '../../../src/values/number-theory.js';
import { tryParse } from '../../../src/values/value.js';

const nonZero = fc.bigInt().filter((n) => n !== 0n);

function firstCode(raw: unknown): string | undefined {
  const result = tryParse(parseRational, raw);
  return 'issues' in result ? result.issues.kept[0]?.code : undefined;
}

describe('rationals', () => {
  it('are reduced with a positive denominator, whatever the form', () => {
    fc.assert(
      fc.property(fc.bigInt(), nonZero, (num, den) => {
        const value = fromFraction(num, den);
        const { num: top, den: bottom } = toFraction(value);
        expect(bottom > 0n && gcd(top, bottom) === 1n && top * den === num * bottom).toBe(true);
        for (const raw of [
          value,
          printRational(value),
          `${String(num)}/${String(den)}`,
          { num: String(num), den: String(den) },
        ])
          expect(tryParse(parseRational, raw)).toEqual({ value });
      }),
    );
  });

  it.each([
    [3, { num: '3', den: '1' }],
    ['-3/4', { num: '-3', den: '4' }],
    ['6/-8', { num: '-3', den: '4' }],
    [' 1 / 2 ', { num: '1', den: '2' }],
    ['2^3/6', { num: '4', den: '3' }],
    ['2*3/4', { num: '3', den: '2' }],
    ['(1+2)/(2*3)', { num: '1', den: '2' }],
    ['0/5', { num: '0', den: '1' }],
    ['2^10-1', { num: '1023', den: '1' }],
    [
      { num: 2, den: '-4' },
      { num: '-1', den: '2' },
    ],
  ])('reads %j', (raw, value) => expect(tryParse(parseRational, raw)).toEqual({ value }));

  it.each([
    ['1/0', 'zero_denominator'],
    [{ num: 1, den: 0 }, 'zero_denominator'],
    [{ num: 1 }, 'missing'],
    [{ num: 1, den: 2, sign: 1 }, 'unknown_key'],
    ['1/2/3', 'invalid_integer'],
    ['1+1/2', 'invalid_rational'],
    ['1/2*3', 'invalid_rational'],
    ['1/2+3', 'invalid_rational'],
    ['/2', 'invalid_integer'],
    [0.5, 'not_integral'],
    [null, 'wrong_type'],
    ['0.5', 'invalid_integer'],
  ])('refuses %j as %s', (raw, code) => expect(firstCode(raw)).toBe(code));

  it('bounds what has to be reduced', () => {
    expect(tryParse(parseRational, { num: '1'.repeat(100_001), den: 3 })).toMatchObject({
      issues: { kept: [{ location: ['num'], bound: true }] },
    });
    expect('value' in tryParse(parseRational, { num: '1'.repeat(100_001), den: 1 })).toBe(true);
  });
});
