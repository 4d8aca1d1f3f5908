import type { Example } from '../src/contracts/operation.js';

export const examples: readonly Example[] = [
  {
    name: 'odd_degrees',
    description: 'Both degrees odd: the order of the arguments decides the sign.',
    input: { left: 'x+2', right: 'x^3+1', elimination_variable: 'x' },
    output: { resultant: { kind: 'SCALAR', value: { num: '-7', den: '1' } }, convention: 'SYLVESTER_DETERMINANT' },
  },
  {
    name: 'elimination',
    description: 'Eliminating x from a circle and a hyperbola leaves a polynomial in y.',
    input: {
      left: { expression: 'x^2+y^2-4', variables: ['x', 'y'] },
      right: { expression: 'x*y-1', variables: ['x', 'y'] },
      elimination_variable: 'x',
    },
    output: {
      resultant: {
        kind: 'POLYNOMIAL',
        value: {
          domain: 'QQ',
          variables: ['y'],
          terms: [
            { coefficient: { num: '1', den: '1' }, exponents: [4] },
            { coefficient: { num: '-4', den: '1' }, exponents: [2] },
            { coefficient: { num: '1', den: '1' }, exponents: [0] },
          ],
        },
      },
      convention: 'SYLVESTER_DETERMINANT',
    },
  },
  {
    name: 'constant',
    description: 'Res(c, f) = c^deg(f).',
    input: { left: '5', right: 'x^3+x', elimination_variable: 'x' },
    output: { resultant: { kind: 'SCALAR', value: { num: '125', den: '1' } }, convention: 'SYLVESTER_DETERMINANT' },
  },
  {
    name: 'unknown_variable',
    description: 'The elimination variable must be one of the variables.',
    input: { left: 'x+2', right: 'x^3+1', elimination_variable: 'y' },
    error: { code: 'INVALID_REQUEST' },
  },
];
