import { describe, expect, it } from 'vitest';
import { inconsistent, operation, solution } from '../../../catalog/linear/rational-solution-compute.js';

const q = (value: string) => {
  const [num = '0', den = '1'] = value.split('/');
  return { num, den };
};
const plane = operation.input.parse({ matrix: [[1, 1, 1]], rhs: [6] });
const answer = (values: string[], free: number[], kernel: string[][]) =>
  solution(
    plane.coefficients,
    values.map(q),
    free,
    kernel.map((row) => row.map(q)),
  );
const codes = (payload: unknown) =>
  operation.input.safeParse(payload).error?.issues.map(({ path, code, ...rest }) => {
    const params: unknown = 'params' in rest ? rest.params : undefined;
    return [path.join('.'), typeof params === 'object' && params !== null && 'code' in params ? params.code : code];
  });

describe('linear.rational_solution.compute', () => {
  it('reads the public form and the short one as the same system', () => {
    const value = { num: '1', den: '1' };
    const coefficients = { row_count: 1, column_count: 1, entries: [{ row: 0, column: 0, value }] };
    const system = { variables: ['x'], coefficients, rhs: [{ num: '2', den: '1' }] };
    expect(operation.input.parse({ system: { domain: 'QQ', relation: 'AX_EQUALS_B', ...system } })).toEqual(
      operation.input.parse({ matrix: [[1]], rhs: ['2'] }),
    );
  });

  it('takes an integer matrix', () => {
    const matrix = { domain: 'ZZ', row_count: 1, column_count: 1, entries: [['3']] };
    const wanted = operation.input.parse({ matrix: [[3]], rhs: [1] });
    expect(operation.input.parse({ matrix, rhs: [1] })).toEqual(wanted);
    expect(operation.input.parse({ system: { coefficients: matrix, rhs: [1] } })).toEqual(wanted);
  });

  it('says what does not fit', () => {
    expect(codes({})).toEqual([['', 'missing']]);
    expect(codes({ matrix: [[1]] })).toEqual([['', 'missing']]);
    expect(codes({ matrix: [[1]], rhs: [1, 2] })).toEqual([['rhs', 'wrong_count']]);
    expect(codes({ system: { coefficients: [[1]], rhs: [] } })).toEqual([['system.rhs', 'wrong_count']]);
    expect(codes({ system: { coefficients: [[1, 2]], rhs: [1], variables: ['x'] } })).toEqual([
      ['system.variables', 'wrong_count'],
    ]);
    expect(codes({ system: { coefficients: [[1, 2]], rhs: [1], variables: ['x', 'x'] } })).toEqual([
      ['system.variables', 'repeated_name'],
    ]);
    expect(codes({ system: { coefficients: [[1]], rhs: [1] }, rhs: [1] })).toEqual([['', 'too_many_forms']]);
    expect(codes({ matrix: [[1]], rhs: ['a'] })).toEqual([['rhs.0', 'invalid_integer']]);
  });

  it('checks a solution by substitution, and the kernel for completeness', () => {
    const kernel = [
      ['-1', '1', '0'],
      ['-1', '0', '1'],
    ];
    expect(operation.verify(plane, answer(['6', '0', '0'], [1, 2], kernel))).toBeNull();
    expect(operation.verify(plane, answer(['5', '0', '0'], [1, 2], kernel))).toBe('A·x = b');
    expect(operation.verify(plane, answer(['5', '1', '0'], [1, 2], kernel))).not.toBeNull();
    expect(
      operation.verify(
        plane,
        answer(
          ['6', '0', '0'],
          [1, 2],
          [
            ['-1', '1', '0'],
            ['1', '0', '1'],
          ],
        ),
      ),
    ).not.toBeNull();
    expect(operation.verify(plane, answer(['6', '0', '0'], [1], [['-1', '1', '0']]))).toBe('the rank of A');
    expect(operation.verify(plane, answer(['6', '0'], [1, 2], kernel))).not.toBeNull();
  });

  it('shows the rank also where word primes divide all minors', () => {
    const input = operation.input.parse({
      matrix: [[String(67108859n * 67108837n * 67108819n * 67108777n)]],
      rhs: [0],
    });
    expect(operation.verify(input, solution(input.coefficients, [q('0')], [], []))).toBeNull();
  });

  it('checks a witness of inconsistency', () => {
    const input = operation.input.parse({
      matrix: [
        [1, 1],
        [2, 2],
      ],
      rhs: [1, 3],
    });
    expect(operation.verify(input, inconsistent([q('-2'), q('1')]))).toBeNull();
    expect(operation.verify(input, inconsistent([q('-4'), q('2')]))).not.toBeNull();
    expect(operation.verify(input, inconsistent([q('1'), q('0')]))).toBe('y·A = 0');
    expect(operation.verify(input, inconsistent([q('1')]))).not.toBeNull();
  });

  it('compares witnesses by what they show', () => {
    expect(operation.equal(inconsistent([q('1')]), inconsistent([q('2')]))).toBe(true);
    expect(operation.equal(inconsistent([q('1')]), answer(['6', '0', '0'], [], []))).toBe(false);
  });
});
