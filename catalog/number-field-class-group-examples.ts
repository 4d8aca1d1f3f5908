import type { Example } from '../src/contracts/operation.js';

const q = (num: string, den = '1') => ({ num, den });

export const examples: readonly Example[] = [
  {
    name: 'imaginary_quadratic',
    description: 'QQ(√-5) has class number 2.',
    input: { field: 'x^2+5' },
    output: {
      class_number: '2',
      abelian_invariants: ['2'],
      field_discriminant: '-20',
      real_embedding_count: 0,
      complex_embedding_pair_count: 1,
      integral_basis: [{ coefficients_ascending: [q('1'), q('0')] }, { coefficients_ascending: [q('0'), q('1')] }],
      ideal_representatives: [
        {
          domain: 'ZZ',
          row_count: 2,
          column_count: 2,
          entries: [
            ['2', '0'],
            ['1', '1'],
          ],
        },
      ],
      proof: 'GRH',
    },
  },
  {
    name: 'certified_not_monic',
    description: 'The basis speaks of the root of 2x²+10x+27 itself; the answer is proved.',
    input: { field: { coefficients_descending: ['2', '10', '27'] }, certified: true },
    output: {
      class_number: '6',
      abelian_invariants: ['6'],
      field_discriminant: '-116',
      real_embedding_count: 0,
      complex_embedding_pair_count: 1,
      integral_basis: [{ coefficients_ascending: [q('1'), q('0')] }, { coefficients_ascending: [q('5'), q('2')] }],
      ideal_representatives: [
        {
          domain: 'ZZ',
          row_count: 2,
          column_count: 2,
          entries: [
            ['3', '0'],
            ['2', '1'],
          ],
        },
      ],
      proof: 'UNCONDITIONAL',
    },
  },
  {
    name: 'rational_numbers',
    description: 'A polynomial of degree 1 defines QQ itself.',
    input: { field: 'x-3' },
    output: {
      class_number: '1',
      abelian_invariants: [],
      field_discriminant: '1',
      real_embedding_count: 1,
      complex_embedding_pair_count: 0,
      integral_basis: [{ coefficients_ascending: [q('1')] }],
      ideal_representatives: [],
      proof: 'GRH',
    },
  },
  {
    name: 'reducible',
    description: 'A reducible polynomial defines no field.',
    input: { field: 'x^4+4' },
    error: { code: 'INVALID_REQUEST' },
  },
];
