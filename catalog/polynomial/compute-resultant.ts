import { z } from 'zod';
import { ReplyError } from '../../src/contracts/adapter.js';
import type { IssueSink } from '../../src/contracts/issue.js';
import { defineOperation } from '../../src/contracts/operation.js';
import { characteristic } from '../../src/values/domain.js';
import { bitLength, modPow } from '../../src/values/number-theory.js';
import {
  degrees,
  engineTerms,
  exactFrom,
  fromExact,
  leadingCoefficient,
  primitivePart,
  scale,
  toExact,
  type Exact,
} from '../../src/values/polynomial-arithmetic.js';
import {
  checkPrime,
  imageIn,
  maximumDenseDegree,
  resultantModulo,
  valueAt,
} from '../../src/values/polynomial-modular.js';
import {
  parseVariables,
  polynomial,
  polynomialOutput,
  scalarOf,
  scalarOutput,
  type Polynomial,
} from '../../src/values/polynomial.js';
import type { Rational } from '../../src/values/rational.js';
import { quick } from '../budgets.js';
import { crossChecked } from '../cross-check.js';
import { denseScope } from '../polynomial-bounds.js';
import { pairScope, unifyPair, type PolynomialPair } from '../polynomial-pairs.js';
import { pariThenSage } from '../requirements.js';
import { examples } from '../polynomial-resultant-examples.js';

const maximumDegreeSum = 20_000;
/** Constant factors of the result, in bits. */
const maximumBits = 3_400_000;

const fields = z.strictObject({
  left: polynomial('the first polynomial f, over QQ, ZZ or GF(p)'),
  right: polynomial('the second polynomial g, of the same domain and in the same variables'),
  elimination_variable: z.string().max(64).meta({
    description:
      'the variable that is eliminated: one of the variables, or any name where both are constants without variables',
  }),
});

const input = crossChecked(fields, checkResultant);

const output = z.strictObject({
  resultant: z.union([
    z.strictObject({ kind: z.literal('SCALAR'), value: scalarOutput('the resultant; no other variable is declared') }),
    z.strictObject({
      kind: z.literal('POLYNOMIAL'),
      value: polynomialOutput('the resultant in the remaining variables, in their order'),
    }),
  ]),
  convention: z.literal('SYLVESTER_DETERMINANT'),
});

export type Input = z.output<typeof input>;
export type Output = z.output<typeof output>;

type Terms = readonly { readonly coefficient: Rational; readonly exponents: number[] }[];

/** What an engine gets: primitive integral multiples or residues, the eliminated variable first. */
export function resultantTask(given: Input) {
  const { left, right } = given;
  const index = indexIn(given);
  const terms = (value: Polynomial) => engineTerms(primitivePart(eliminationFirst(toExact(value), index)).primitive);
  return {
    left: terms(left),
    right: terms(right),
    arity: left.variables.length,
    prime: String(characteristic(left.domain) ?? 0n),
  };
}

/** The answer from the resultant of what `resultantTask` sent, in the remaining variables. */
export function resultantAnswer(given: Input, terms: Terms): Output {
  const { left, right } = given;
  const index = indexIn(given);
  const variables = left.variables.filter((_, at) => at !== index);
  const raw = exactFrom(characteristic(left.domain), variables.length, terms);
  const factor = contentPower(given);
  const value = raw === null ? null : scale(raw, factor.num, factor.den);
  const printed = value === null ? null : fromExact(value, left.domain, variables);
  if (printed === null || value === null) throw new ReplyError('the resultant is not over the domain');
  if (variables.length > 0 || right.variables.length > 1)
    return { resultant: { kind: 'POLYNOMIAL', value: printed }, convention: 'SYLVESTER_DETERMINANT' };
  const { num, den } = leadingCoefficient(value);
  const scalar = scalarOf(left.domain, num, den);
  if (scalar === null) throw new ReplyError('the resultant is not of the domain');
  return { resultant: { kind: 'SCALAR', value: scalar }, convention: 'SYLVESTER_DETERMINANT' };
}

export const operation = defineOperation({
  id: 'polynomial.compute.resultant',
  version: '1.0.0',
  title: 'Resultant of two polynomials',
  description:
    'The determinant of the Sylvester matrix of f = left and g = right at their actual degrees m and n in the elimination variable, so Res(g,f) = (-1)^(mn) Res(f,g), Res(c,g) = c^n for a constant c, and 1 for two non-zero constants. It is 0 if f or g is 0.',
  discovery_terms: [
    'Sylvester matrix',
    'eliminate a variable',
    'elimination',
    'common root test',
    'polresultant',
    'subresultant',
    'eliminant',
  ],
  tags: ['algebra', 'polynomials', 'elimination'],
  input,
  output,
  output_summary: 'SCALAR value, or POLYNOMIAL in the remaining variables',
  exact_input_scope: `polynomials over QQ, ZZ or GF(p), ${pairScope}; each with ${denseScope}; degrees in the elimination variable adding up to at most ${String(maximumDegreeSum)}`,
  examples,
  budget: quick,
  runtime_requirements: pariThenSage,
  modes: ['EXPLORE'],
  input_kinds: ['STRUCTURED_REQUEST'],
  related: ['polynomial.compute.gcd', 'polynomial.factor.compute'],
  qualifiers: ['exact', 'deterministic'],
  equal: (a, b) => JSON.stringify(a) === JSON.stringify(b),
  verify: (given, answer) =>
    agreesModulo(given, answer) ? null : 'the resultant agrees with that of the images modulo a prime',
});

function checkResultant(
  given: z.output<typeof fields>,
  issues: IssueSink,
): (PolynomialPair & { readonly elimination_variable: string }) | undefined {
  const unified = unifyPair(given, issues);
  if (unified === undefined) return undefined;
  const pair =
    unified.left.variables.length === 0 ? inEliminated(unified, given.elimination_variable, issues) : unified;
  if (pair === undefined) return undefined;
  if (!pair.left.variables.includes(given.elimination_variable)) {
    issues.add(['elimination_variable'], 'unknown_variable', 'Name one of the variables of the polynomials.');
    return undefined;
  }
  const checked = { ...pair, elimination_variable: given.elimination_variable };
  const [left, right] = degreesOf(checked);
  if (left + right > maximumDegreeSum) {
    issues.bound(
      ['elimination_variable'],
      `The degrees in this variable may add up to ${String(maximumDegreeSum)} at most.`,
    );
  }
  const [contentLeft, contentRight] = contentsOf(checked);
  const bits =
    right * bitLength(contentLeft.num * contentLeft.den) + left * bitLength(contentRight.num * contentRight.den);
  if (bits > maximumBits) issues.bound(['left'], 'The coefficients are too large for these degrees.');
  return checked;
}

/** Two constants without variables, as polynomials in the eliminated one. */
function inEliminated({ left, right }: PolynomialPair, name: string, issues: IssueSink): PolynomialPair | undefined {
  const variables = parseVariables([name], ['elimination_variable'], issues);
  if (variables === undefined) return undefined;
  const lifted = (value: Polynomial): Polynomial => ({
    ...value,
    variables,
    terms: value.terms.map(({ coefficient }) => ({ coefficient, exponents: [0] })),
  });
  return { left: lifted(left), right: lifted(right) };
}

function indexIn({ left, elimination_variable: name }: Input): number {
  return left.variables.indexOf(name);
}

function degreesOf(given: Input): [number, number] {
  const { left, right } = given;
  const index = indexIn(given);
  return [degrees(toExact(left))[index] ?? 0, degrees(toExact(right))[index] ?? 0];
}

function contentsOf({ left, right }: Input) {
  return [primitivePart(toExact(left)).content, primitivePart(toExact(right)).content] as const;
}

/** Res(c·f, d·g) = c^deg(g) · d^deg(f) · Res(f, g). */
function contentPower(given: Input): { num: bigint; den: bigint } {
  const [left, right] = contentsOf(given);
  const [m, n] = degreesOf(given).map(BigInt);
  if (m === undefined || n === undefined || left.num === 0n || right.num === 0n) return { num: 0n, den: 1n };
  return { num: left.num ** n * right.num ** m, den: left.den ** n * right.den ** m };
}

function eliminationFirst(value: Exact, index: number): Exact {
  const moved = [...value.terms].map(([key, coefficient]): [string, bigint] => {
    const exponents = key.split(',');
    return [[exponents[index], ...exponents.filter((_, at) => at !== index)].join(','), coefficient];
  });
  return { ...value, terms: new Map(moved) };
}

/**
 * Both sides at two points modulo a prime that keeps the degrees. In GF(p) the prime is p, and points where a leading
 * coefficient vanishes are passed over.
 */
function agreesModulo(given: Input, { resultant }: Output): boolean {
  const [f, g] = [toExact(given.left), toExact(given.right)];
  const index = indexIn(given);
  const [m, n] = degreesOf(given);
  if (Math.max(m, n) > maximumDenseDegree) return true;
  const prime = f.modulus ?? checkPrime;
  return [3n, 5n].every((seed) => {
    const point = given.left.variables.map((_, at) => modPow(seed + BigInt(at), 41n, prime));
    const [a, b] = [imageIn(f, index, point, prime), imageIn(g, index, point, prime)];
    const zero = f.terms.size === 0 || g.terms.size === 0;
    if (a === null || b === null) return true;
    if (!zero && (a.length !== m + 1 || b.length !== n + 1)) return true;
    const wanted = resultantModulo(a, b, prime);
    return (
      wanted ===
      outputAt(
        resultant,
        point.filter((_, at) => at !== index),
        prime,
        given,
      )
    );
  });
}

function outputAt(
  resultant: Output['resultant'],
  point: readonly bigint[],
  prime: bigint,
  { left }: Input,
): bigint | null {
  if (resultant.kind === 'POLYNOMIAL') return valueAt(toExact(resultant.value), point, prime);
  const scalar = typeof resultant.value === 'string' ? { num: resultant.value, den: '1' } : resultant.value;
  const value = exactFrom(characteristic(left.domain), 0, [{ coefficient: scalar, exponents: [] }]);
  return value === null ? null : valueAt(value, [], prime);
}
