import { z } from 'zod';
import { defineOperation } from '../../src/contracts/operation.js';
import { ReplyError } from '../../src/contracts/adapter.js';
import { characteristic } from '../../src/values/domain.js';
import {
  constant,
  degrees,
  engineTerms,
  equalExact,
  exactFrom,
  fromExact,
  leadingCoefficient,
  multiply,
  normalise,
  primitivePart,
  productOfPowers,
  toExact,
} from '../../src/values/polynomial-arithmetic.js';
import {
  comparePolynomials,
  parsePolynomial,
  polynomialJsonSchema,
  polynomialOutput,
  samePolynomial,
  scalarOf,
  scalarOutput,
  totalDegree,
  type Polynomial,
  type PolynomialInput,
} from '../../src/values/polynomial.js';
import type { Rational } from '../../src/values/rational.js';
import { valueType, type Parse } from '../../src/values/value.js';
import { long } from '../budgets.js';
import { checkDense, denseScope, occurringVariables } from '../polynomial-bounds.js';
import { pariThenSage } from '../requirements.js';
import { examples } from '../polynomial-factor-examples.js';

const parseFactorable: Parse<Polynomial> = (raw, at, issues) => {
  const value = parsePolynomial(raw, at, issues);
  if (value === undefined) return undefined;
  if (value.terms.length === 0) issues.add(at, 'zero', 'Zero has no factorisation; send a non-zero polynomial.');
  if (characteristic(value.domain) !== null && occurringVariables(value) > 1) {
    issues.bound(at, 'Over GF(p) only one variable may occur; several variables are factored over QQ and ZZ.');
  }
  checkDense(value, at, issues);
  return value;
};

const input = z.strictObject({
  polynomial: valueType<Polynomial, PolynomialInput>(parseFactorable, {
    ...polynomialJsonSchema,
    description: `The non-zero polynomial over QQ, ZZ (any number of variables) or GF(p) (one variable); ${denseScope}.`,
  }),
});

const normalizations = [
  'CONTENT_AND_MONIC_IRREDUCIBLES',
  'SIGNED_CONTENT_AND_PRIMITIVE_IRREDUCIBLES',
  'UNIT_AND_MONIC_IRREDUCIBLES',
] as const;

const output = z.strictObject({
  coefficient: scalarOutput('the constant factor: leading coefficient over QQ and GF(p), signed content over ZZ'),
  factors: z
    .array(z.strictObject({ factor: polynomialOutput('an irreducible factor'), multiplicity: z.int().min(1) }))
    .meta({
      description:
        'distinct irreducible factors by total degree, then term by term (greater monomial first, then smaller coefficient); empty for a constant',
    }),
  reconstructed: polynomialOutput('coefficient times the product of the factor powers: the input'),
  normalization: z.enum(normalizations).meta({ description: 'over QQ, ZZ and GF(p), in this order' }),
});

export type Input = z.output<typeof input>;
export type Output = z.output<typeof output>;

/** What an engine gets: the primitive integral multiple, or residues. */
export function factorTask({ polynomial }: Input): { terms: [string, number[]][]; arity: number; prime: string } {
  const prime = characteristic(polynomial.domain);
  const { primitive } = primitivePart(toExact(polynomial));
  return { terms: engineTerms(primitive), arity: polynomial.variables.length, prime: String(prime ?? 0n) };
}

/** The answer from an engine's factors, which may be any associates of the irreducible ones, in any order and repeated. */
export function factorAnswer(
  { polynomial }: Input,
  raw: readonly { terms: readonly { coefficient: Rational; exponents: number[] }[]; multiplicity: number }[],
): Output {
  const { domain, variables } = polynomial;
  const factors = raw.map(({ terms, multiplicity }) => {
    const found = exactFrom(characteristic(domain), variables.length, terms);
    const normal = found === null ? null : fromExact(normalise(found, domain === 'ZZ'), domain, variables);
    if (normal === null) throw new ReplyError('a factor is not over the domain');
    return { factor: normal, multiplicity };
  });
  factors.sort((a, b) => comparePolynomials(a.factor, b.factor));
  const merged = factors.filter(({ factor }, at) => {
    const next = factors[at + 1];
    if (next === undefined || comparePolynomials(factor, next.factor) !== 0) return true;
    next.multiplicity += factors[at]?.multiplicity ?? 0;
    return false;
  });
  const normalization = normalizations[domain === 'QQ' ? 0 : domain === 'ZZ' ? 1 : 2];
  return { coefficient: coefficientOf(polynomial), factors: merged, reconstructed: polynomial, normalization };
}

export const operation = defineOperation({
  id: 'polynomial.factor.compute',
  version: '1.0.0',
  title: 'Factorisation of a polynomial',
  description:
    'Factors a non-zero polynomial into irreducibles over its own domain. QQ: leading coefficient times monic irreducibles (for the lex order of the declared variables); ZZ: signed integer content, itself not factored, times primitive irreducibles with positive leading coefficient; GF(p): unit times monic irreducibles.',
  discovery_terms: [
    'factorise polynomial',
    'factorize',
    'factor over the rationals',
    'irreducible factors',
    'factor modulo p',
    'finite field factorization',
    'Berlekamp',
    'Cantor-Zassenhaus',
    'multivariate factorization',
    'factor_list',
    'factormod',
  ],
  tags: ['algebra', 'polynomials', 'factorization'],
  input,
  output,
  output_summary: 'constant factor and sorted {factor, multiplicity}, normalised by domain',
  exact_input_scope: `non-zero polynomials over QQ and ZZ in up to 32 variables, over GF(p) in one; ${denseScope}`,
  examples,
  budget: long,
  runtime_requirements: pariThenSage,
  modes: ['EXPLORE'],
  input_kinds: ['STRUCTURED_REQUEST'],
  related: ['polynomial.compute.gcd', 'polynomial.compute.resultant', 'polynomial.map.evaluate'],
  qualifiers: ['exact', 'deterministic'],
  equal: (a, b) => JSON.stringify([a.coefficient, a.factors]) === JSON.stringify([b.coefficient, b.factors]),
  verify: ({ polynomial }, answer) => {
    if (!samePolynomial(answer.reconstructed, polynomial)) return 'reconstructed is the input';
    for (const [at, { factor }] of answer.factors.entries()) {
      const next = answer.factors[at + 1]?.factor;
      if (totalDegree(factor) < 1) return 'a factor is not constant';
      if (next !== undefined && comparePolynomials(factor, next) >= 0) return 'the factors are distinct and sorted';
      const exact = toExact(factor);
      if (!equalExact(normalise(exact, polynomial.domain === 'ZZ'), exact)) return 'the factors are normalised';
    }
    return productIs(polynomial, answer) ? null : 'the product of the factors is the input';
  },
});

/** Degrees first: they bound the cost of the product. */
function productIs(polynomial: Polynomial, { coefficient, factors }: Output): boolean {
  const wanted = toExact(polynomial);
  const powers = factors.map(({ factor, multiplicity }) => ({ base: toExact(factor), exponent: multiplicity }));
  const degreesFit = degrees(wanted).every(
    (degree, at) => degree === powers.reduce((sum, { base, exponent }) => sum + (degrees(base)[at] ?? 0) * exponent, 0),
  );
  if (!degreesFit) return false;
  const [num, den] = typeof coefficient === 'string' ? [coefficient, '1'] : [coefficient.num, coefficient.den];
  const unit = constant(BigInt(num), BigInt(den), wanted.arity, wanted.modulus);
  const product = productOfPowers(powers);
  return unit !== null && equalExact(product === null ? unit : multiply(product, unit), wanted);
}

function coefficientOf(polynomial: Polynomial): Output['coefficient'] {
  const exact = toExact(polynomial);
  const lead = leadingCoefficient(exact);
  const content = primitivePart(exact).content;
  const value =
    polynomial.domain === 'ZZ'
      ? scalarOf('ZZ', lead.num < 0n ? -content.num : content.num, content.den)
      : scalarOf(polynomial.domain, lead.num, lead.den);
  if (value === null) throw new TypeError('a coefficient is of its domain');
  return value;
}
