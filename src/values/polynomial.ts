import { z } from 'zod';
import { domainDescription, domainOutput, type Domain } from './domain.js';
import { integerJsonSchema, integerOutput, type Integer } from './integer.js';
import { compareExponents } from './polynomial-arithmetic.js';
import { maximumExponent } from './polynomial-expression.js';
import { maximumTerms, maximumVariables, parsePolynomial } from './polynomial-parse.js';
import { rationalJsonSchema, rationalOutput, type Rational } from './rational.js';
import { valueType, type JsonSchema } from './value.js';

export { polynomialFrom, scalarOf } from './polynomial-arithmetic.js';
export { parsePolynomial, parseVariables } from './polynomial-parse.js';

/** `coefficient` is a Rational over QQ, an Integer over ZZ, a residue 0..p-1 over GF(p). */
export interface Term {
  readonly coefficient: Rational | Integer;
  /** One exponent for each variable. */
  readonly exponents: readonly number[];
}

/** Terms in descending lex order (the first variable is the greatest), none of them zero. */
export interface Polynomial {
  readonly domain: Domain;
  readonly variables: readonly string[];
  readonly terms: readonly Term[];
}

/** What callers may send: an expression, `{expression, variables, domain?}`, or terms in the canonical or public form. */
export type PolynomialInput = string | number | Readonly<Record<string, unknown>>;

const termJsonSchema: JsonSchema = {
  type: 'object',
  properties: {
    coefficient: { anyOf: [rationalJsonSchema, integerJsonSchema] },
    exponents: { type: 'array', items: { type: 'integer', minimum: 0, maximum: maximumExponent } },
  },
  required: ['coefficient', 'exponents'],
  additionalProperties: false,
};
const headJsonSchema = {
  domain: { type: 'string', description: `${domainDescription}; default QQ` },
  variables: {
    type: 'array',
    items: { type: 'string' },
    maxItems: maximumVariables,
    description: 'names of letters, digits 0-9, _ and final primes, the greatest first',
  },
};
const termsJsonSchema = { type: 'array', items: termJsonSchema, maxItems: maximumTerms };

const undeclared = 'an undeclared variable is one letter, optionally with an index: x, x1, x_1';

export const polynomialJsonSchema: JsonSchema = {
  anyOf: [
    {
      type: 'string',
      description: `expression over QQ in at most one variable, such as x^2 - 3/4*x + 1; ${undeclared}`,
    },
    {
      type: 'object',
      properties: { expression: { type: 'string' }, ...headJsonSchema },
      required: ['expression'],
      additionalProperties: false,
      description: `expression in declared variables, such as {"expression":"x^2-x*y","variables":["x","y"]}; ${undeclared}`,
    },
    {
      type: 'object',
      properties: { ...headJsonSchema, terms: termsJsonSchema },
      required: ['variables', 'terms'],
      additionalProperties: false,
    },
    {
      type: 'object',
      properties: {
        ...headJsonSchema,
        polynomial: { type: 'object', properties: { terms: termsJsonSchema }, additionalProperties: false },
      },
      required: ['variables', 'polynomial'],
      additionalProperties: false,
    },
  ],
  description: 'Polynomial: an expression string, {expression, variables, domain?}, or {domain?, variables, terms}.',
};

export function polynomial(description: string): z.ZodType<Polynomial, PolynomialInput> {
  return valueType<Polynomial, PolynomialInput>(parsePolynomial, { ...polynomialJsonSchema, description });
}

const termOutput = z.strictObject({
  coefficient: z.union([rationalOutput('over QQ'), integerOutput('over ZZ, or a residue 0..p-1 over GF(p)')]),
  exponents: z.array(z.int().min(0)),
});

export function polynomialOutput(description: string): z.ZodType<Polynomial> {
  return z
    .strictObject({ domain: domainOutput, variables: z.array(z.string()), terms: z.array(termOutput) })
    .meta({ description: `${description}; terms in descending lex order, the first variable greatest` });
}

/** A scalar of a polynomial's domain in a result. */
export function scalarOutput(description: string): z.ZodType<Rational | Integer> {
  return z
    .union([rationalOutput('over QQ'), integerOutput('over ZZ, or a residue 0..p-1 over GF(p)')])
    .meta({ description: `${description}; of the polynomial's domain: {num, den} over QQ, else a decimal string` });
}

/** The expression that `{expression, variables, domain}` reads back as the same polynomial. */
export function printPolynomial({ variables, terms }: Polynomial): string {
  const texts = terms.map(({ coefficient, exponents }) => {
    const powers = exponents.flatMap((exponent, at) =>
      exponent === 0 ? [] : [`${variables[at] ?? ''}${exponent === 1 ? '' : `^${String(exponent)}`}`],
    );
    const scalar =
      typeof coefficient === 'string'
        ? coefficient
        : coefficient.den === '1'
          ? coefficient.num
          : `${coefficient.num}/${coefficient.den}`;
    if (powers.length === 0) return scalar;
    if (scalar === '1' || scalar === '-1') return `${scalar.slice(0, -1)}${powers.join('*')}`;
    return `${scalar}*${powers.join('*')}`;
  });
  return texts.length === 0 ? '0' : texts.join(' + ').replaceAll(' + -', ' - ');
}

/** Sum of exponents of the greatest term by that sum; -1 for zero. */
export function totalDegree({ terms }: Polynomial): number {
  return terms.reduce(
    (best, { exponents }) =>
      Math.max(
        best,
        exponents.reduce((sum, each) => sum + each, 0),
      ),
    -1,
  );
}

/** By total degree, then term by term: the greater monomial first, then the smaller coefficient. */
export function comparePolynomials(a: Polynomial, b: Polynomial): number {
  const degree = totalDegree(a) - totalDegree(b);
  if (degree !== 0) return degree;
  for (const [at, left] of a.terms.entries()) {
    const right = b.terms[at];
    if (right === undefined) return 1;
    const order = compareExponents(right.exponents, left.exponents) || compareScalars(left, right);
    if (order !== 0) return order;
  }
  return a.terms.length - b.terms.length;
}

export function samePolynomial(a: Polynomial, b: Polynomial): boolean {
  return (
    a.domain === b.domain &&
    a.variables.join('\n') === b.variables.join('\n') &&
    a.terms.length === b.terms.length &&
    comparePolynomials(a, b) === 0
  );
}

function compareScalars({ coefficient: a }: Term, { coefficient: b }: Term): number {
  const [left, right] = [a, b].map((each) =>
    typeof each === 'string' ? { num: BigInt(each), den: 1n } : { num: BigInt(each.num), den: BigInt(each.den) },
  );
  if (left === undefined || right === undefined) return 0;
  const difference = left.num * right.den - right.num * left.den;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}
