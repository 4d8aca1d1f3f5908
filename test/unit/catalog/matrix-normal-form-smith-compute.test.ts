import { describe, expect, it } from 'vitest';
import { answerOf, operation } from '../../../catalog/matrix/normal-form-smith-compute.js';

const parse = (matrix: (number | string)[][]) => operation.input.parse({ matrix });
const verify = (matrix: (number | string)[][], factors: bigint[]) => {
  const input = parse(matrix);
  return operation.verify(input, answerOf(input.matrix, factors));
};

describe('matrix.normal_form.smith.compute', () => {
  it('sorts the factors, drops zeros and signs', () => {
    const { matrix } = parse([
      [6, 0, 0],
      [0, 2, 0],
    ]);
    expect(answerOf(matrix, [-6n, 2n, 0n])).toMatchObject({
      rank: 2,
      invariant_factors: ['2', '6'],
      normal_form: {
        entries: [
          ['2', '0', '0'],
          ['0', '6', '0'],
        ],
      },
    });
  });

  it('takes a rational matrix with integral entries, and no other', () => {
    const of = (den: string) => ({
      domain: 'QQ',
      row_count: 1,
      column_count: 1,
      entries: [[{ num: '3', den }]],
    });
    expect(operation.input.parse({ matrix: of('1') })).toEqual(parse([[3]]));
    expect(operation.input.safeParse({ matrix: of('2') }).success).toBe(false);
  });

  it('accepts right answers of any shape', () => {
    expect(
      verify(
        [
          [2, 4],
          [6, 8],
        ],
        [4n, 2n],
      ),
    ).toBeNull();
    expect(
      verify(
        [
          [2, 4, 6],
          [4, 8, 1],
        ],
        [22n, 1n],
      ),
    ).toBeNull();
    expect(
      verify(
        [
          [0, 0],
          [0, 0],
        ],
        [0n, 0n],
      ),
    ).toBeNull();
    expect(verify([[], []], [])).toBeNull();
    expect(verify([], [])).toBeNull();
    expect(verify([['1'.repeat(40)]], [BigInt('1'.repeat(40))])).toBeNull();
  });

  it.each([
    [
      'no chain',
      [
        [2, 0],
        [0, 3],
      ],
      [2n, 3n],
    ],
    [
      'a wrong gcd',
      [
        [2, 4],
        [6, 8],
      ],
      [1n, 8n],
    ],
    [
      'a wrong power of 2',
      [
        [2, 4],
        [6, 8],
      ],
      [2n, 8n],
    ],
    [
      'a wrong large factor',
      [
        [1, 0],
        [0, 11],
      ],
      [1n, 13n],
    ],
    [
      'a rank too small',
      [
        [2, 4],
        [6, 8],
      ],
      [2n],
    ],
    [
      'a rank too large',
      [
        [1, 1],
        [1, 1],
      ],
      [1n, 1n],
    ],
  ])('refuses %s', (_, matrix, factors) => {
    expect(verify(matrix, factors)).not.toBeNull();
  });

  it('refuses a normal form that is not of the factors', () => {
    const input = parse([
      [2, 4],
      [6, 8],
    ]);
    const answer = answerOf(input.matrix, [2n, 4n]);
    const normal_form = {
      ...answer.normal_form,
      entries: [
        ['4', '0'],
        ['0', '2'],
      ],
    };
    expect(operation.verify(input, { ...answer, normal_form })).not.toBeNull();
  });
});
