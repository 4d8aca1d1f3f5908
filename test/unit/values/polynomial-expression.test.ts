import { expect, test } from 'vitest';
import { parsePolynomial, printPolynomial } from '../../../src/values/polynomial.js';
import { mustParse, tryParse } from '../../../src/values/value.js';

const expand = (expression: string, domain = 'QQ') =>
  printPolynomial(mustParse(parsePolynomial, { expression, domain, variables: ['x', 'y'] }));

test.each([
  ['x^2 - 3/4*x + 1', 'x^2 - 3/4*x + 1'],
  ['-x^2', '-x^2'],
  ['(-x)^2', 'x^2'],
  ['2x*3y', '6*x*y'],
  ['2(x+y)', '2*x + 2*y'],
  ['x**2^1', 'x^2'],
  ['x^2^3', 'x^8'],
  ['x^(3)', 'x^3'],
  ['x*-2', '-2*x'],
  ['+ +x - -y', 'x + y'],
  ['(x-y)*(x+y)', 'x^2 - y^2'],
  ['x/(4/2)', '1/2*x'],
  ['x - x', '0'],
  ['x^0', '1'],
  ['(x-x)^0', '1'],
  ['x²+5', 'x^2 + 5'],
  ['x²-1', 'x^2 - 1'],
  ['-x²', '-x^2'],
  ['2x¹⁰', '2*x^10'],
  ['(x+y)²/3²', '1/9*x^2 + 2/9*x*y + 1/9*y^2'],
  ['x⁰', '1'],
])('%s is %s', (expression, expanded) => {
  expect(expand(expression)).toBe(expanded);
});

test('Frobenius over GF(5)', () => {
  expect(expand('(x+y)^25', 'GF(5)')).toBe('x^25 + y^25');
  expect(expand('x/2', 'GF(5)')).toBe('3*x');
});

test('a large power is the binomial theorem', () => {
  expect(expand('(x+1)^200').split(' + ')[100]).toBe(
    '90548514656103281165404177077484163874504589675413336841320*x^100',
  );
});

test.each([
  '',
  'x+',
  '(x',
  'x)',
  'x^-1',
  'x^y',
  'x/y',
  '1/2x',
  '0.5*x',
  'x=1',
  'x(y)',
  'x y',
  'x;y',
  '2 3',
  'x²y',
  'x²³ ²',
  'x²^3',
  'x^2²',
  '²',
  'x⁻²',
])('%j is no expression', (expression) => {
  const result = tryParse(parsePolynomial, { expression, variables: ['x', 'y'] });
  expect('issues' in result && result.issues.kept.map(({ code, bound }) => [code, bound])).toEqual([
    ['invalid_expression', false],
  ]);
});

test.each(['x⁻¹', 'xⁿ', 'xª', 'x₁', 'x₁+x', 'x٢', 'x２', 'xⅡ', '½x', 'ˣ', 'e\u0301', 'x−1', 'x¼'])(
  '%j is refused, whatever is declared',
  (expression) => {
    for (const given of [expression, { expression }, { expression, variables: ['x'] }]) {
      const result = tryParse(parsePolynomial, given);
      expect('issues' in result && result.issues.kept.map(({ code }) => code)).toEqual(['invalid_expression']);
    }
  },
);

test('a message says how to write exponents and indices', () => {
  const said = (text: string) => {
    const result = tryParse(parsePolynomial, text);
    return 'issues' in result ? result.issues.kept.map(({ message }) => message).join() : '';
  };
  expect(said('x⁻²')).toContain('^');
  expect(said('xⁿ')).toContain('^');
  expect(said('x₁')).toContain('x_1');
});

test.each([
  'x^1000000000000',
  'x⁹⁹⁹⁹⁹⁹⁹⁹⁹⁹⁹⁹',
  '(x+1)^1000000000',
  '(x+y+1)^5000',
  '3^100000000',
  '9^9^9^9',
  `${'('.repeat(1000)}x${')'.repeat(1000)}`,
  `${'-'.repeat(1000)}x`,
  'x+'.repeat(150_000) + 'x',
])('an expansion that is too large is a matter of bounds', (expression) => {
  const started = performance.now();
  const result = tryParse(parsePolynomial, { expression, variables: ['x', 'y'] });
  expect('issues' in result && result.issues.kept.map(({ bound }) => bound)).toEqual([true]);
  expect(performance.now() - started).toBeLessThan(10_000);
});

test('messages do not repeat the input', () => {
  const result = tryParse(parsePolynomial, { expression: 'secret + x', variables: ['x'] });
  expect('issues' in result && JSON.stringify(result.issues.kept)).not.toContain('secret');
});
