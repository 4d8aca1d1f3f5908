import type { Example } from '../src/contracts/operation.js';

const q = (num: string, den = '1') => ({ num, den });
const x = (terms: [string, number][]) => ({
  domain: 'QQ',
  variables: ['x'],
  terms: terms.map(([coefficient, exponent]) => ({ coefficient: q(coefficient), exponents: [exponent] })),
});

export const examples: readonly Example[] = [
  {
    name: 'trinomial',
    description: 'A reducible trinomial over QQ.',
    input: { polynomial: 'x^8+x^4+1' },
    output: {
      coefficient: q('1'),
      factors: [
        {
          factor: x([
            ['1', 2],
            ['-1', 1],
            ['1', 0],
          ]),
          multiplicity: 1,
        },
        {
          factor: x([
            ['1', 2],
            ['1', 1],
            ['1', 0],
          ]),
          multiplicity: 1,
        },
        {
          factor: x([
            ['1', 4],
            ['-1', 2],
            ['1', 0],
          ]),
          multiplicity: 1,
        },
      ],
      reconstructed: x([
        ['1', 8],
        ['1', 4],
        ['1', 0],
      ]),
      normalization: 'CONTENT_AND_MONIC_IRREDUCIBLES',
    },
  },
  {
    name: 'content_over_integers',
    description: 'Two variables over ZZ: the signed content stands apart and is not factored itself.',
    input: { polynomial: { expression: '-6*x^2*y + 6*y^3', variables: ['x', 'y'], domain: 'ZZ' } },
    output: {
      coefficient: '-6',
      factors: [
        {
          factor: {
            domain: 'ZZ',
            variables: ['x', 'y'],
            terms: [
              { coefficient: '1', exponents: [1, 0] },
              { coefficient: '-1', exponents: [0, 1] },
            ],
          },
          multiplicity: 1,
        },
        {
          factor: {
            domain: 'ZZ',
            variables: ['x', 'y'],
            terms: [
              { coefficient: '1', exponents: [1, 0] },
              { coefficient: '1', exponents: [0, 1] },
            ],
          },
          multiplicity: 1,
        },
        {
          factor: { domain: 'ZZ', variables: ['x', 'y'], terms: [{ coefficient: '1', exponents: [0, 1] }] },
          multiplicity: 1,
        },
      ],
      reconstructed: {
        domain: 'ZZ',
        variables: ['x', 'y'],
        terms: [
          { coefficient: '-6', exponents: [2, 1] },
          { coefficient: '6', exponents: [0, 3] },
        ],
      },
      normalization: 'SIGNED_CONTENT_AND_PRIMITIVE_IRREDUCIBLES',
    },
  },
  {
    name: 'finite_field',
    description: 'A repeated factor over GF(5), with the unit apart.',
    input: { polynomial: { expression: '2*x^5-2', domain: 'GF(5)' } },
    output: {
      coefficient: '2',
      factors: [
        {
          factor: {
            domain: 'GF(5)',
            variables: ['x'],
            terms: [
              { coefficient: '1', exponents: [1] },
              { coefficient: '4', exponents: [0] },
            ],
          },
          multiplicity: 5,
        },
      ],
      reconstructed: {
        domain: 'GF(5)',
        variables: ['x'],
        terms: [
          { coefficient: '2', exponents: [5] },
          { coefficient: '3', exponents: [0] },
        ],
      },
      normalization: 'UNIT_AND_MONIC_IRREDUCIBLES',
    },
  },
  {
    name: 'constant',
    description: 'A constant has no irreducible factor.',
    input: { polynomial: '-3/4' },
    output: {
      coefficient: q('-3', '4'),
      factors: [],
      reconstructed: { domain: 'QQ', variables: [], terms: [{ coefficient: q('-3', '4'), exponents: [] }] },
      normalization: 'CONTENT_AND_MONIC_IRREDUCIBLES',
    },
  },
  {
    name: 'zero',
    description: 'Zero has no factorisation.',
    input: { polynomial: '0' },
    error: { code: 'INVALID_REQUEST' },
  },
  {
    name: 'not_prime',
    description: 'GF(p) needs a prime.',
    input: { polynomial: { expression: 'x^2+1', domain: 'GF(9)' } },
    error: { code: 'INVALID_REQUEST' },
  },
];
