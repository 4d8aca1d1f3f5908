import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  integer,
  maximumDigits,
  parseInteger,
  parseIntegerIn,
  parseIntegerOfDigits,
} from '../../../src/values/integer.js';
import { parseIntegerList } from '../../../src/values/integer-list.js';
import { tryParse, type Parse } from '../../../src/values/value.js';

function codes<T>(parse: Parse<T>, raw: unknown): string[] {
  const result = tryParse(parse, raw);
  return 'issues' in result ? result.issues.kept.map(({ code }) => code) : [];
}

describe('parseInteger', () => {
  it('keeps canonical strings and is idempotent', () => {
    fc.assert(
      fc.property(fc.bigInt(), (n) => {
        expect(tryParse(parseInteger, String(n))).toEqual({ value: String(n) });
      }),
    );
  });

  it('accepts safe JSON integers', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), (n) => {
        expect(tryParse(parseInteger, n)).toEqual({ value: String(BigInt(n)) });
      }),
    );
    expect(tryParse(parseInteger, -0)).toEqual({ value: '0' });
  });

  it.each([
    ['+5', '5'],
    ['007', '7'],
    ['-0', '0'],
    ['-00012', '-12'],
    ['+000', '0'],
    [' 12 ', '12'],
  ])('normalises %j to %j', (raw, value) => expect(tryParse(parseInteger, raw)).toEqual({ value }));

  it.each([
    [undefined, 'missing'],
    [null, 'wrong_type'],
    [true, 'wrong_type'],
    [['1'], 'wrong_type'],
    [1.5, 'not_integral'],
    [Number.NaN, 'not_integral'],
    [2 ** 53, 'unsafe_number'],
    [1e300, 'unsafe_number'],
    ['', 'invalid_integer'],
    ['12; system("id")', 'invalid_integer'],
    ['1e5', 'invalid_integer'],
    ['0x10', 'invalid_integer'],
    ['1 000', 'invalid_integer'],
    ['٣', 'invalid_integer'],
  ])('refuses %j as %s', (raw, code) => expect(codes(parseInteger, raw)).toEqual([code]));

  it('bounds the digits, sign apart, also of what an expression gives', () => {
    const longest = '9'.repeat(maximumDigits);
    expect(tryParse(parseInteger, `-${longest}`)).toEqual({ value: `-${longest}` });
    for (const raw of [`${longest}9`, `-${longest}9`, '10^1000000'])
      expect(tryParse(parseInteger, raw)).toMatchObject({ issues: { kept: [{ bound: true }] } });
  });

  it('never repeats the input', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 6 }), (text) => {
        const result = tryParse(parseInteger, `${text}secret`);
        expect('issues' in result && result.issues.kept.every(({ message }) => !message.includes('secret'))).toBe(true);
      }),
    );
  });
});

describe('bounded integers', () => {
  it('tells a mathematical minimum from a bound of admission', () => {
    const parse = parseIntegerIn(1n, 10n);
    expect(tryParse(parse, 10)).toEqual({ value: '10' });
    expect(tryParse(parse, 0)).toMatchObject({ issues: { kept: [{ code: 'too_small', bound: false }] } });
    expect(tryParse(parse, 11)).toMatchObject({ issues: { kept: [{ code: 'out_of_bounds', bound: true }] } });
  });

  it('keeps messages short where the bound is long', () => {
    const result = tryParse(parseIntegerIn(0n, 10n ** 500n), '10^501');
    expect('issues' in result && (result.issues.kept[0]?.message.length ?? 999) < 100).toBe(true);
  });

  it('counts digits without the sign', () => {
    const parse = parseIntegerOfDigits(3);
    expect(tryParse(parse, '-999')).toEqual({ value: '-999' });
    for (const raw of ['1000', -1000, '10^3'])
      expect(tryParse(parse, raw)).toMatchObject({ issues: { kept: [{ bound: true }] } });
  });
});

describe('integer lists', () => {
  it('parses entries and locates what is wrong', () => {
    const parse = parseIntegerList(parseInteger, 3);
    expect(tryParse(parse, [1, '-2', '2^3'])).toEqual({ value: ['1', '-2', '8'] });
    expect(tryParse(parse, [])).toEqual({ value: [] });
    expect(tryParse(parse, [1, 'x', 0.5])).toMatchObject({ issues: { kept: [{ location: [1] }, { location: [2] }] } });
    expect(tryParse(parse, [1, 2, 3, 4])).toMatchObject({ issues: { kept: [{ bound: true }] } });
    expect(codes(parse, { 0: 1 })).toEqual(['wrong_type']);
  });
});

it('is a zod type that keeps our codes', () => {
  const result = integer('any').safeParse(0.5);
  expect(result.error?.issues).toMatchObject([{ code: 'custom', params: { code: 'not_integral', bound: false } }]);
});
