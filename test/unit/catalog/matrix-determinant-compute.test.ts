import { describe, expect, it } from 'vitest';
import { operation } from '../../../catalog/matrix/determinant-compute.js';
import type { MatrixInput } from '../../../src/values/matrix.js';

const verify = (matrix: MatrixInput, determinant: unknown) =>
  operation.verify(operation.input.parse({ matrix }), operation.output.parse({ determinant }));
const large = 2n ** 89n - 1n;

describe('matrix.determinant.compute', () => {
  it('accepts the public payload', () => {
    const matrix = {
      domain: 'QQ' as const,
      entries: [
        [
          { num: '0', den: '1' },
          { num: '2', den: '1' },
        ],
        [
          { num: '3', den: '1' },
          { num: '4', den: '1' },
        ],
      ],
    };
    expect(verify(matrix, { num: '-6', den: '1' })).toBeNull();
    expect(verify(matrix, { num: '6', den: '1' })).not.toBeNull();
  });

  it('checks the answer in every domain', () => {
    const entries = [
      ['1/2', '3'],
      ['5', '7'],
    ];
    expect(verify(entries, { num: '-23', den: '2' })).toBeNull();
    expect(verify(entries, { num: '-23', den: '1' })).not.toBeNull();
    const integers = {
      entries: [
        ['2', '3'],
        ['5', '7'],
      ],
    };
    expect(verify({ domain: 'ZZ', ...integers }, '-1')).toBeNull();
    expect(verify({ domain: 'ZZ', ...integers }, '1')).not.toBeNull();
    expect(verify({ domain: 'GF(5)', ...integers }, '4')).toBeNull();
    expect(verify({ domain: 'GF(5)', ...integers }, '3')).not.toBeNull();
    expect(verify({ domain: `GF(${String(large)})`, ...integers }, String(large - 1n))).toBeNull();
    expect(verify({ domain: `GF(${String(large)})`, ...integers }, '1')).not.toBeNull();
  });

  it('insists on the domain of the matrix, and on a residue', () => {
    expect(verify([['1']], '1')).not.toBeNull();
    expect(verify({ domain: 'ZZ', entries: [['1']] }, { num: '1', den: '1' })).not.toBeNull();
    expect(verify({ domain: 'GF(5)', entries: [['1']] }, '6')).not.toBeNull();
  });

  it('has 1 for order 0', () => {
    expect(verify([], { num: '1', den: '1' })).toBeNull();
    expect(verify({ domain: 'GF(2)', row_count: 0, column_count: 0 }, '1')).toBeNull();
  });

  it('checks 200 by 200 with entries of 20 digits in a moment', () => {
    const triangle = Array.from({ length: 200 }, (_, i) =>
      Array.from({ length: 200 }, (__, j) => (j < i ? '0' : j === i ? '3' : '98765432109876543210')),
    );
    expect(verify(triangle, { num: String(3n ** 200n), den: '1' })).toBeNull();
    expect(verify(triangle, { num: String(3n ** 200n + 1n), den: '1' })).not.toBeNull();
  });
});
