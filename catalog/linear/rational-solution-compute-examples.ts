import type { Example } from '../../src/contracts/operation.js';

const one = { num: '1', den: '1' };
const zero = { num: '0', den: '1' };

export const examples: readonly Example[] = [
  {
    name: 'unique',
    description: 'x + y = 3, x - y = 2.',
    input: {
      matrix: [
        ['1', '1'],
        ['1', '-1'],
      ],
      rhs: ['3', '2'],
    },
    output: {
      status: 'SOLUTION',
      values: [
        { num: '5', den: '2' },
        { num: '1', den: '2' },
      ],
      rank: 2,
      free_columns: [],
      kernel_basis: { domain: 'QQ', row_count: 0, column_count: 2, entries: [] },
    },
  },
  {
    name: 'underdetermined',
    description: 'A sparse system with a line of solutions: x + 2z = 4, y - z = 1.',
    input: {
      system: {
        variables: ['x', 'y', 'z'],
        coefficients: {
          row_count: 2,
          column_count: 3,
          entries: [
            { row: 0, column: 0, value: '1' },
            { row: 0, column: 2, value: '2' },
            { row: 1, column: 1, value: '1' },
            { row: 1, column: 2, value: '-1' },
          ],
        },
        rhs: ['4', '1'],
      },
    },
    output: {
      status: 'SOLUTION',
      values: [{ num: '4', den: '1' }, one, zero],
      rank: 2,
      free_columns: [2],
      kernel_basis: { domain: 'QQ', row_count: 1, column_count: 3, entries: [[{ num: '-2', den: '1' }, one, one]] },
    },
  },
  {
    name: 'inconsistent',
    description: 'x + y = 1 and 2x + 2y = 3 contradict each other: y·A = 0 and y·b = 1.',
    input: {
      matrix: [
        ['1', '1'],
        ['2', '2'],
      ],
      rhs: ['1', '3'],
    },
    output: { status: 'INCONSISTENT', left_witness: [{ num: '-2', den: '1' }, one], rhs_pairing: one },
  },
  {
    name: 'no_equations',
    description: 'Without equations everything is a solution.',
    input: { matrix: { row_count: 0, column_count: 1, entries: [] }, rhs: [] },
    output: {
      status: 'SOLUTION',
      values: [zero],
      rank: 0,
      free_columns: [0],
      kernel_basis: { domain: 'QQ', row_count: 1, column_count: 1, entries: [[one]] },
    },
  },
  {
    name: 'wrong_length',
    description: 'One right-hand side for each row.',
    input: { matrix: [['1', '1']], rhs: ['1', '2'] },
    error: { code: 'INVALID_REQUEST' },
  },
];
