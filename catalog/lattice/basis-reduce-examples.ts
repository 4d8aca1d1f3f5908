import type { Example } from '../../src/contracts/operation.js';

const constants = {
  relation: 'REDUCED_BASIS_EQUALS_TRANSFORMATION_TIMES_BASIS',
  representation: 'INTEGER_ROW_BASIS',
  gram_mode: 'EXACT',
  delta: '0.99',
  eta: '0.51',
};

export const examples: readonly Example[] = [
  {
    name: 'plane',
    description: 'Two long, nearly parallel vectors span a lattice with short ones.',
    input: {
      basis: [
        ['201', '37'],
        ['1648', '297'],
      ],
    },
    output: {
      reduced_basis: {
        domain: 'ZZ',
        row_count: 2,
        column_count: 2,
        entries: [
          ['1', '32'],
          ['40', '1'],
        ],
      },
      transformation: {
        domain: 'ZZ',
        row_count: 2,
        column_count: 2,
        entries: [
          ['41', '-5'],
          ['-8', '1'],
        ],
      },
      rank: 2,
      ...constants,
    },
  },
  {
    name: 'dependent_rows',
    description: 'Four rows of rank 1: one vector generates them all.',
    input: {
      basis: [
        ['0', '0'],
        ['6', '4'],
        ['3', '2'],
        ['9', '6'],
      ],
    },
    output: {
      reduced_basis: { domain: 'ZZ', row_count: 1, column_count: 2, entries: [['3', '2']] },
      transformation: { domain: 'ZZ', row_count: 1, column_count: 4, entries: [['0', '0', '1', '0']] },
      rank: 1,
      ...constants,
    },
  },
  {
    name: 'no_rows',
    description: 'The lattice that no rows span is 0.',
    input: { basis: { row_count: 0, column_count: 2, entries: [] } },
    output: {
      reduced_basis: { domain: 'ZZ', row_count: 0, column_count: 2, entries: [] },
      transformation: { domain: 'ZZ', row_count: 0, column_count: 0, entries: [] },
      rank: 0,
      ...constants,
    },
  },
  {
    name: 'ragged',
    description: 'Every row needs the same number of entries.',
    input: { basis: [['1', '2'], ['3']] },
    error: { code: 'INVALID_REQUEST' },
  },
];
