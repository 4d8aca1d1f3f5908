import { describe, expect, test } from 'vitest';
import {
  factorAnswer,
  factorTask,
  operation,
  type Input,
  type Output,
} from '../../../catalog/polynomial/factor-compute.js';

const read = (polynomial: unknown): Input => operation.input.parse({ polynomial });
const q = (num: number) => ({ num: String(num), den: '1' });
const linear = (root: number, scale = 1) => [
  { coefficient: q(scale), exponents: [1] },
  { coefficient: q(-root * scale), exponents: [0] },
];
const answer = (input: Input, ...roots: [number, number][]): Output =>
  factorAnswer(
    input,
    roots.map(([root, multiplicity]) => ({ terms: linear(root, -2), multiplicity })),
  );

describe('normalisation of what an engine finds', () => {
  test('QQ: monic, sorted, leading coefficient apart', () => {
    const input = read('6*x^2-30*x+36');
    const output = answer(input, [3, 1], [2, 1]);
    expect(output.coefficient).toEqual(q(6));
    expect(output.factors.map(({ factor }) => factor.terms[1]?.coefficient)).toEqual([q(-3), q(-2)]);
    expect(operation.verify(input, output)).toBeNull();
  });

  test('ZZ: primitive with positive leading coefficient, signed content apart', () => {
    const input = read({ expression: '-6*x^2+30*x-36', domain: 'ZZ' });
    const output = answer(input, [2, 1], [3, 1]);
    expect(output.coefficient).toBe('-6');
    expect(output.normalization).toBe('SIGNED_CONTENT_AND_PRIMITIVE_IRREDUCIBLES');
    expect(operation.verify(input, output)).toBeNull();
  });

  test('GF(p): unit times monic', () => {
    const input = read({ expression: '3*(x+1)^2', domain: 'GF(7)' });
    const output = answer(input, [-1, 2]);
    expect(output.coefficient).toBe('3');
    expect(output.factors[0]?.factor.terms.map(({ coefficient }) => coefficient)).toEqual(['1', '1']);
    expect(operation.verify(input, output)).toBeNull();
  });
});

test('a factor that an engine names twice is merged', () => {
  const input = read('(x-2)^2*(x-3)');
  expect(answer(input, [2, 1], [3, 1], [2, 1])).toEqual(answer(input, [2, 2], [3, 1]));
});

test('an engine gets the primitive integral multiple', () => {
  expect(factorTask(read('x^2/2-1/3'))).toEqual({
    terms: [
      ['3', [2]],
      ['-2', [0]],
    ],
    arity: 1,
    prime: '0',
  });
});

describe('wrong answers are refused', () => {
  const input = read('(x-2)^2*(x-3)');
  test.each([
    ['a wrong multiplicity', answer(input, [2, 1], [3, 2]), 'the product of the factors is the input'],
    ['a missing factor', answer(input, [2, 2]), 'the product of the factors is the input'],
    [
      'a factor twice',
      {
        ...answer(input, [2, 2], [3, 1]),
        factors: answer(input, [2, 2]).factors.concat(answer(input, [2, 2]).factors),
      },
      'the factors are distinct and sorted',
    ],
    [
      'another coefficient',
      { ...answer(input, [2, 2], [3, 1]), coefficient: q(2) },
      'the product of the factors is the input',
    ],
  ])('%s', (_, output, identity) => {
    expect(operation.verify(input, output)).toBe(identity);
  });
});

test.each(operation.examples)('example $name', ({ input, output, error }) => {
  const parsed = operation.input.safeParse(input);
  if (error !== undefined) {
    expect(parsed.success).toBe(false);
    return;
  }
  const stated = operation.output.parse(output);
  expect(parsed.success && operation.verify(parsed.data, stated)).toBeNull();
});

test('bounds are admission, not validity', () => {
  for (const polynomial of ['x^2000000', { expression: 'x*y', variables: ['x', 'y'], domain: 'GF(5)' }]) {
    const parsed = operation.input.safeParse({ polynomial });
    const issues = parsed.success ? [] : parsed.error.issues;
    expect(issues.map((issue) => (issue.code === 'custom' ? String(issue.params?.['bound']) : ''))).toEqual(['true']);
  }
});
