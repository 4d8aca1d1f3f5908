import { describe, expect, test } from 'vitest';
import { operation, resultantAnswer, resultantTask } from '../../../catalog/polynomial/compute-resultant.js';

const read = (left: unknown, right: unknown, elimination_variable: string) =>
  operation.input.parse({ left, right, elimination_variable });
const scalar = (num: string, den = '1') => ({
  resultant: { kind: 'SCALAR' as const, value: { num, den } },
  convention: 'SYLVESTER_DETERMINANT' as const,
});

describe('the sign follows the Sylvester matrix', () => {
  test.each([
    ['x+2', 'x^3+1', '-7', '7'],
    ['x^3+1', 'x+2', '7', '-7'],
    ['x^2-1', 'x-2', '3', '-3'],
    ['5', 'x^3+x', '125', '-125'],
  ])('Res(%s, %s) = %s', (left, right, good, bad) => {
    const input = read(left, right, 'x');
    expect(operation.verify(input, scalar(good))).toBeNull();
    expect(operation.verify(input, scalar(bad))).not.toBeNull();
  });
});

describe('constants without variables take the elimination variable', () => {
  test.each([
    ['5', '7', '1', '0'],
    [5, '7/2', '1', '5'],
    ['0', '5', '0', '1'],
    ['5', '0', '0', '1'],
    ['0', '0', '0', '1'],
  ])('Res(%s, %s) = %s', (left, right, good, bad) => {
    const input = read(left, right, 'x');
    expect([input.left.variables, input.right.variables]).toEqual([['x'], ['x']]);
    expect(resultantTask(input).arity).toBe(1);
    const terms = good === '0' ? [] : [{ coefficient: { num: '1', den: '1' }, exponents: [] }];
    expect(resultantAnswer(input, terms)).toEqual(scalar(good));
    expect(operation.verify(input, scalar(good))).toBeNull();
    expect(operation.verify(input, scalar(bad))).not.toBeNull();
  });

  test('over every domain', () => {
    const of = (expression: string, domain: string) => ({ expression, domain });
    for (const domain of ['ZZ', 'GF(7)']) {
      const input = read(of('5', domain), of('3', domain), 'x');
      const output = resultantAnswer(input, [{ coefficient: { num: '1', den: '1' }, exponents: [] }]);
      expect(output.resultant).toEqual({ kind: 'SCALAR', value: '1' });
      expect(operation.verify(input, output)).toBeNull();
    }
  });

  test('but not what is no name, nor in place of declared variables', () => {
    const accepted = (left: unknown, elimination_variable: string) =>
      operation.input.safeParse({ left, right: '7', elimination_variable }).success;
    expect(accepted('5', 'x²')).toBe(false);
    expect(accepted('5', '')).toBe(false);
    expect(accepted('y', 'x')).toBe(false);
    expect(accepted({ expression: '5', variables: ['y'] }, 'x')).toBe(false);
  });
});

test('contents come back with the degrees', () => {
  const input = read('2/3*x+1', 'x^3/5-1', 'x');
  expect(resultantTask(input)).toMatchObject({
    left: [
      ['2', [1]],
      ['3', [0]],
    ],
    right: [
      ['1', [3]],
      ['-5', [0]],
    ],
  });
  const output = resultantAnswer(input, [{ coefficient: { num: '-67', den: '1' }, exponents: [] }]);
  expect(output).toEqual(scalar('-67', '135'));
  expect(operation.verify(input, output)).toBeNull();
});

test('the eliminated variable goes first, the others keep their order', () => {
  const f = { expression: 'x*y^2*z^3', variables: ['x', 'y', 'z'] };
  const task = resultantTask(read(f, f, 'y'));
  expect(task.left).toEqual([['1', [2, 1, 3]]]);
});

test.each(operation.examples)('example $name', ({ input, output, error }) => {
  const parsed = operation.input.safeParse(input);
  if (error !== undefined) {
    expect(parsed.success).toBe(false);
    return;
  }
  expect(parsed.success && operation.verify(parsed.data, operation.output.parse(output))).toBeNull();
});
