import { describe, expect, test } from 'vitest';
import { operation, type Output } from '../../../catalog/polynomial/compute-gcd.js';

const read = (left: unknown, right: unknown) => operation.input.safeParse({ left, right });
const codes = (left: unknown, right: unknown) => {
  const parsed = read(left, right);
  return parsed.success
    ? []
    : parsed.error.issues.map((issue) => (issue.code === 'custom' ? String(issue.params?.['code']) : ''));
};

test('both come out in the larger list of variables', () => {
  const parsed = read({ expression: 'x-z', variables: ['x', 'z'] }, { expression: 'z', variables: ['z'] });
  expect(parsed.success && [parsed.data.left.variables, parsed.data.right.variables]).toEqual([
    ['x', 'z'],
    ['x', 'z'],
  ]);
  expect(parsed.success && parsed.data.right.terms[0]?.exponents).toEqual([0, 1]);
});

test.each([
  ['x', 'y', 'variable_mismatch'],
  [{ expression: 'x', variables: ['x', 'y'] }, { expression: 'x', variables: ['y', 'x'] }, 'variable_mismatch'],
  ['x', { expression: 'x', domain: 'ZZ' }, 'domain_mismatch'],
  [
    { expression: 'x', variables: ['x', 'y'], domain: 'GF(2305843009213693951)' },
    { expression: 'y', variables: ['x', 'y'], domain: 'GF(2305843009213693951)' },
    'out_of_bounds',
  ],
])('%j and %j: %s', (left, right, code) => {
  expect(codes(left, right)).toContain(code);
});

describe('verify', () => {
  const [example] = operation.examples;
  const input = operation.input.parse(example?.input);
  const right: Output = operation.output.parse(example?.output);
  const constant = operation.input.parse({ left: '1', right: 'x' }).left;

  test('a divisor that is not the greatest is refused', () => {
    const { bezout, ...rest } = right;
    expect(bezout).toBeDefined();
    const lesser = { ...rest, gcd: constant, left_cofactor: input.left, right_cofactor: input.right };
    expect(operation.verify(input, lesser)).toBe('the cofactors are coprime');
    expect(operation.verify(input, { ...lesser, bezout: right.bezout })).toBe('gcd = u·left + v·right');
  });

  test('cofactors must multiply back', () => {
    expect(operation.verify(input, { ...right, left_cofactor: constant })).toBe('the gcd divides both');
  });
});

test.each(operation.examples)('example $name', ({ input, output, error }) => {
  const parsed = operation.input.safeParse(input);
  if (error !== undefined) {
    expect(parsed.success).toBe(false);
    return;
  }
  expect(parsed.success && operation.verify(parsed.data, operation.output.parse(output))).toBeNull();
});
