import type { Example } from '../src/contracts/operation.js';

const q = (num: string, den = '1') => ({ num, den });
const x = (...terms: [string, number][]) => ({
  domain: 'QQ',
  variables: ['x'],
  terms: terms.map(([coefficient, exponent]) => ({ coefficient: q(coefficient), exponents: [exponent] })),
});
const z = (...terms: [string, number, number][]) => ({
  domain: 'ZZ',
  variables: ['x', 'y'],
  terms: terms.map(([coefficient, first, second]) => ({ coefficient, exponents: [first, second] })),
});

export const examples: readonly Example[] = [
  {
    name: 'common_root',
    description: 'A common linear factor over QQ with its Bezout multipliers.',
    input: { left: 'x^2-1', right: 'x^2-3*x+2' },
    output: {
      gcd: x(['1', 1], ['-1', 0]),
      left_cofactor: x(['1', 1], ['1', 0]),
      right_cofactor: x(['1', 1], ['-2', 0]),
      bezout: {
        left_multiplier: { domain: 'QQ', variables: ['x'], terms: [{ coefficient: q('1', '3'), exponents: [0] }] },
        right_multiplier: { domain: 'QQ', variables: ['x'], terms: [{ coefficient: q('-1', '3'), exponents: [0] }] },
      },
      normalization: 'MONIC',
    },
  },
  {
    name: 'content_over_integers',
    description: 'Over ZZ the gcd of the contents belongs to the answer.',
    input: {
      left: { expression: '6*x^2 - 6*y^2', variables: ['x', 'y'], domain: 'ZZ' },
      right: { expression: '4*y - 4*x', variables: ['x', 'y'], domain: 'ZZ' },
    },
    output: {
      gcd: z(['2', 1, 0], ['-2', 0, 1]),
      left_cofactor: z(['3', 1, 0], ['3', 0, 1]),
      right_cofactor: z(['-2', 0, 0]),
      normalization: 'PRIMITIVE_TIMES_CONTENT_GCD',
    },
  },
  {
    name: 'two_zeros',
    description: 'gcd(0, 0) is 0.',
    input: { left: '0', right: { variables: ['x'], terms: [] } },
    output: {
      gcd: x(),
      left_cofactor: x(),
      right_cofactor: x(),
      bezout: { left_multiplier: x(), right_multiplier: x() },
      normalization: 'MONIC',
    },
  },
  {
    name: 'undeclared_variables',
    description: 'Polynomials in different variables need a common declaration.',
    input: { left: 'x^2-1', right: 'y-1' },
    error: { code: 'INVALID_REQUEST' },
  },
];
