import fc from 'fast-check';
import { expect, test } from 'vitest';
import { adapter } from '../../../adapters/direct/polynomial-map-evaluate.js';
import { operation } from '../../../catalog/polynomial/map-evaluate.js';

const { signal } = new AbortController();
const evaluate = (payload: unknown) => {
  const input = operation.input.parse(payload);
  const outcome = adapter.compute(input, signal);
  if (outcome.kind !== 'ok') throw new Error('a value was expected');
  expect(operation.verify(input, outcome.output)).toBeNull();
  return outcome.output.value;
};
const codes = (payload: unknown) => {
  const parsed = operation.input.safeParse(payload);
  return parsed.success
    ? []
    : parsed.error.issues.map((issue) => (issue.code === 'custom' ? String(issue.params?.['code']) : ''));
};
const at = (polynomial: unknown, variables: string[], values: unknown[]) => ({
  polynomial,
  point: { variables, values },
});

test.each(operation.examples)('example $name', ({ input, output, error }) => {
  if (error !== undefined) {
    expect(operation.input.safeParse(input).success).toBe(false);
    return;
  }
  expect({ value: evaluate(input) }).toEqual(output);
});

test('coordinates may come in any order, with others beside them', () => {
  const polynomial = { expression: 'x-2*y', variables: ['x', 'y'] };
  expect(evaluate(at(polynomial, ['y', 't', 'x'], ['1/2', 9, 3]))).toEqual({ num: '2', den: '1' });
});

test('huge exponents at 0, 1 and -1', () => {
  expect(evaluate(at('x^1000000000 + 1', ['x'], ['-1']))).toEqual({ num: '2', den: '1' });
  expect(codes(at('x^1000000000 + 1', ['x'], ['2']))).toEqual(['out_of_bounds']);
});

test('agrees with plain arithmetic', () => {
  const small = fc.bigInt({ min: -9n, max: 9n });
  fc.assert(
    fc.property(fc.array(small, { minLength: 1, maxLength: 6 }), small, (coefficients, x) => {
      const terms = coefficients.map((each, exponent) => ({ coefficient: String(each), exponents: [exponent] }));
      const wanted = coefficients.reduce((sum, each, exponent) => sum + each * x ** BigInt(exponent), 0n);
      expect(evaluate(at({ domain: 'ZZ', variables: ['x'], terms }, ['x'], [String(x)]))).toBe(String(wanted));
    }),
  );
});

test.each([
  [at({ expression: 'x', domain: 'ZZ' }, ['x'], ['1/2']), 'not_in_domain'],
  [at({ expression: 'x', domain: 'GF(7)' }, ['x'], ['1/14']), 'not_in_domain'],
  [at('x', ['x'], []), 'wrong_length'],
  [at('x', ['y'], [1]), 'missing'],
  [at('x', ['x', 'x'], [1, 1]), 'duplicate'],
])('%j is refused as %s', (payload, code) => {
  expect(codes(payload)).toContain(code);
});
