import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { evaluateConstant } from '../../../src/values/constant-expression.js';
import { collectIssues } from '../../../src/values/value.js';

function evaluate(text: string): bigint | string {
  const issues = collectIssues();
  const value = evaluateConstant(text, [], issues);
  if (value !== undefined) return value;
  return issues.kept.map(({ code }) => code).join();
}

describe('evaluateConstant', () => {
  it.each([
    ['2^255-19', 2n ** 255n - 19n],
    ['20!+1', 2_432_902_008_176_640_001n],
    ['-2^2', -4n],
    ['(-2)^2', 4n],
    ['2^3^2', 512n],
    ['2**10', 1024n],
    ['2^3!', 64n],
    ['-3!', -6n],
    ['(3!)!', 720n],
    ['5!^2', 14_400n],
    ['2 + 3 * 4', 14n],
    ['10-3-4', 3n],
    ['5--3', 8n],
    ['0!', 1n],
    ['0^0', 1n],
    ['(-1)^99999999999999999999', -1n],
    ['0^99999999999999999999', 0n],
  ])('%s', (text, value) => expect(evaluate(text)).toBe(value));

  it.each(['', '2+', '(2', '2)', '3!!', '3! !', '2^-1', '(-3)!', '2x', '2/3', '1,000', '2***3', '−3', '2^^3', 'n!'])(
    'refuses %j',
    (text) => expect(evaluate(text)).toBe('invalid_integer'),
  );

  it.each(['2^99999999999', '9^9^9^9', '200001!', '(2^1700000)*(2^1800000)', `${'('.repeat(70)}1${')'.repeat(70)}`])(
    'does not evaluate %j',
    (text) => expect(evaluate(text)).toBe('out_of_bounds'),
  );

  it('refuses long texts that are no plain digits', () => {
    expect(evaluate(`1${'+1'.repeat(600)}`)).toBe('invalid_integer');
  });

  it('reaches a million digits', () => {
    expect(evaluate('2^3321927')).toBe(1n << 3_321_927n);
    expect(typeof evaluate('200000!')).toBe('bigint');
  });

  it('spends a bounded amount of work on one payload', () => {
    const issues = collectIssues();
    const start = performance.now();
    for (let i = 0; i < 1_000; i += 1) evaluateConstant('100000!', [i], issues);
    expect(issues.failed).toBe(true);
    expect(performance.now() - start).toBeLessThan(15_000);
  });

  it('agrees with arithmetic on random expressions', () => {
    const expression = fc.letrec<{ e: [string, bigint] }>((tie) => ({
      e: fc.oneof(
        { maxDepth: 4 },
        fc.nat(1_000).map((n): [string, bigint] => [String(n), BigInt(n)]),
        fc
          .tuple(tie('e'), tie('e'))
          .map(([[a, x], [b, y]]): [string, bigint] => [`(${a})+${b.startsWith('-') ? `(${b})` : b}`, x + y]),
        fc.tuple(tie('e'), tie('e')).map(([[a, x], [b, y]]): [string, bigint] => [`(${a}) - (${b})`, x - y]),
        fc.tuple(tie('e'), tie('e')).map(([[a, x], [b, y]]): [string, bigint] => [`(${a})*(${b})`, x * y]),
        fc.tuple(tie('e'), fc.nat(3)).map(([[a, x], n]): [string, bigint] => [`(${a})^${String(n)}`, x ** BigInt(n)]),
        tie('e').map(([a, x]): [string, bigint] => [`-(${a})`, -x]),
      ),
    })).e;
    fc.assert(
      fc.property(expression, ([text, value]) => {
        if (text.length <= 1_000) expect(evaluate(text)).toBe(value);
      }),
    );
  });
});
