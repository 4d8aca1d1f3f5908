import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Domain } from '../../../src/values/domain.js';
import {
  comparePolynomials,
  parsePolynomial,
  polynomialFrom,
  polynomialJsonSchema,
  polynomialOutput,
  printPolynomial,
  type Polynomial,
} from '../../../src/values/polynomial.js';
import { mustParse, tryParse } from '../../../src/values/value.js';

const parse = (raw: unknown): Polynomial => mustParse(parsePolynomial, raw);
const codes = (raw: unknown): string[] => {
  const result = tryParse(parsePolynomial, raw);
  return 'issues' in result ? result.issues.kept.map(({ code }) => code) : [];
};

const coefficient = fc.record({ num: fc.bigInt({ min: -50n, max: 50n }), den: fc.bigInt({ min: 1n, max: 6n }) });
const term = fc.record({ coefficient, exponents: fc.array(fc.nat(7), { minLength: 3, maxLength: 3 }) });

const polynomials = (domain: Domain): fc.Arbitrary<Polynomial> =>
  fc
    .array(term, { maxLength: 6 })
    .map((terms) =>
      polynomialFrom(
        domain,
        ['x', 'y_1', "z'"],
        terms.map(({ coefficient: { num, den }, exponents }) => ({
          coefficient: { num: String(num), den: domain === 'QQ' ? String(den) : '1' },
          exponents,
        })),
      ),
    )
    .filter((value) => value !== null);

describe.each<Domain>(['QQ', 'ZZ', 'GF(7)'])('over %s', (domain) => {
  test('the canonical form is a fixed point', () => {
    fc.assert(
      fc.property(polynomials(domain), (value) => {
        expect(parse(value)).toEqual(value);
      }),
    );
  });

  test('the printed expression reads back as the same polynomial', () => {
    fc.assert(
      fc.property(polynomials(domain), (value) => {
        const { variables } = value;
        expect(parse({ expression: printPolynomial(value), variables, domain })).toEqual(value);
      }),
    );
  });

  test('the public form means the same', () => {
    fc.assert(
      fc.property(polynomials(domain), ({ variables, terms }) => {
        expect(parse({ domain, variables, polynomial: { terms } })).toEqual(parse({ domain, variables, terms }));
      }),
    );
  });

  test('results pass their own schema', () => {
    fc.assert(fc.property(polynomials(domain), (value) => polynomialOutput('a polynomial').safeParse(value).success));
  });

  test('the order is total', () => {
    fc.assert(
      fc.property(polynomials(domain), polynomials(domain), (a, b) => {
        expect(Math.sign(comparePolynomials(a, b))).toBe(-Math.sign(comparePolynomials(b, a)) + 0);
        expect(comparePolynomials(a, a)).toBe(0);
      }),
    );
  });
});

test('terms are collected, sorted and freed of zeros', () => {
  const terms = [
    { coefficient: '1/2', exponents: [0, 3] },
    { coefficient: 1, exponents: [1, 0] },
    { coefficient: { num: '2', den: '4' }, exponents: [0, 3] },
    { coefficient: 5, exponents: [2, 0] },
    { coefficient: '-5', exponents: [2, 0] },
  ];
  expect(parse({ variables: ['x', 'y'], terms })).toEqual({
    domain: 'QQ',
    variables: ['x', 'y'],
    terms: [
      { coefficient: { num: '1', den: '1' }, exponents: [1, 0] },
      { coefficient: { num: '1', den: '1' }, exponents: [0, 3] },
    ],
  });
});

test.each([
  ['x+y', 'undeclared_variables'],
  [{ expression: 'x+y' }, 'missing'],
  [{ expression: 'x+y', variables: ['x'] }, 'unknown_variable'],
  [{ expression: 'x', variables: ['x', 'x'] }, 'duplicate'],
  [{ expression: 'x', variables: ['1x'] }, 'invalid_name'],
  ...['x²', 'x₁', 'x٢', 'xⁿ', 'xª', 'x y', '', "x'1"].map((name): [unknown, string] => [
    { variables: [name], terms: [] },
    'invalid_name',
  ]),
  ['xy-1', 'ambiguous_name'],
  [{ expression: 'xy-1', domain: 'ZZ' }, 'ambiguous_name'],
  ['theta^2', 'ambiguous_name'],
  ['x2y', 'ambiguous_name'],
  ["x'", 'ambiguous_name'],
  ['_1', 'ambiguous_name'],
  [{ expression: 'x/2', domain: 'ZZ' }, 'not_integral'],
  [{ expression: 'x/7', domain: 'GF(7)' }, 'zero_denominator'],
  [{ expression: 'x', domain: 'GF(9)' }, 'not_prime'],
  [{ expression: 'x', domain: 'RR' }, 'unknown_domain'],
  [{ variables: ['x'], terms: [{ coefficient: 1, exponents: [-1] }] }, 'invalid_exponents'],
  [{ variables: ['x'], terms: [{ coefficient: 1, exponents: [1, 2] }] }, 'invalid_exponents'],
  [{ variables: ['x'], terms: [{ coefficient: 0.5, exponents: [1] }] }, 'not_integral'],
  [{ variables: ['x'], terms: [{ coefficient: '1/2', exponents: [1] }], domain: 'ZZ' }, 'not_in_domain'],
  [{ variables: ['x'], terms: [{ coefficient: 1, exponents: [2e9] }] }, 'out_of_bounds'],
  [{ variables: ['x'], terms: [], other: 1 }, 'unknown_key'],
  [undefined, 'missing'],
  [null, 'wrong_type'],
])('%j is refused as %s', (raw, code) => {
  expect(codes(raw)).toContain(code);
});

test.each(['x', 'X1', 'x_12', 'α', 'ж_0'])('%s may stand undeclared', (name) => {
  expect(parse(`${name}^2-1`).variables).toEqual([name]);
  expect(parse({ expression: `2${name}`, domain: 'ZZ' }).variables).toEqual([name]);
});

test.each(['theta', 'xy', 'x_max', "f''", '_', 'größe'])('%s is a name where it is declared', (name) => {
  expect(parse({ expression: `3${name}^2`, variables: [name] }).terms).toHaveLength(1);
});

test('the schema and the message say what names may stand undeclared', () => {
  const result = tryParse(parsePolynomial, 'xy-1');
  const message = 'issues' in result ? result.issues.kept.map(({ message }) => message).join() : '';
  expect(message).toContain('x*y');
  expect(message).toContain('"variables"');
  expect(JSON.stringify(polynomialJsonSchema)).toContain('one letter');
});
