import { z } from 'zod';
import { ReplyError } from '../../src/contracts/adapter.js';
import { defineOperation } from '../../src/contracts/operation.js';
import { characteristic } from '../../src/values/domain.js';
import { gcd as integerGcd } from '../../src/values/number-theory.js';
import {
  add,
  degrees,
  engineTerms,
  equalExact,
  exactFrom,
  fromExact,
  isZero,
  leadingCoefficient,
  multiply,
  normalise,
  primitivePart,
  scale,
  toExact,
  type Exact,
} from '../../src/values/polynomial-arithmetic.js';
import { checkPrime, gcdDegree, imageIn, maximumDenseDegree } from '../../src/values/polynomial-modular.js';
import { polynomial, polynomialOutput, type Polynomial } from '../../src/values/polynomial.js';
import type { Rational } from '../../src/values/rational.js';
import { quick } from '../budgets.js';
import { crossChecked } from '../cross-check.js';
import { denseScope } from '../polynomial-bounds.js';
import { jointVariables, pairScope, unifyPair } from '../polynomial-pairs.js';
import { pariThenSage } from '../requirements.js';
import { examples } from '../polynomial-gcd-examples.js';

const input = crossChecked(
  z.strictObject({
    left: polynomial('the first polynomial, over QQ, ZZ or GF(p)'),
    right: polynomial('the second polynomial, of the same domain and in the same variables'),
  }),
  unifyPair,
);

const output = z.strictObject({
  gcd: polynomialOutput(
    'the greatest common divisor: monic over QQ and GF(p); over ZZ primitive times the gcd of the contents',
  ),
  left_cofactor: polynomialOutput('left divided by the gcd; 0 when the gcd is 0'),
  right_cofactor: polynomialOutput('right divided by the gcd; 0 when the gcd is 0'),
  bezout: z
    .strictObject({
      left_multiplier: polynomialOutput('u, of degree below that of right_cofactor'),
      right_multiplier: polynomialOutput('v'),
    })
    .optional()
    .meta({
      description: 'gcd = u·left + v·right; present over a field when at most one variable occurs, absent elsewhere',
    }),
  normalization: z.enum(['MONIC', 'PRIMITIVE_TIMES_CONTENT_GCD']).meta({
    description:
      'MONIC over QQ and GF(p) (lex order of the declared variables); over ZZ the leading coefficient is positive',
  }),
});

export type Input = z.output<typeof input>;
export type Output = z.output<typeof output>;

type Terms = readonly { readonly coefficient: Rational; readonly exponents: number[] }[];

/** What an engine gets: primitive integral multiples, or residues. */
export function gcdTask(pair: Input) {
  const prime = characteristic(pair.left.domain);
  const terms = (value: Polynomial) => engineTerms(primitivePart(toExact(value)).primitive);
  return {
    left: terms(pair.left),
    right: terms(pair.right),
    arity: pair.left.variables.length,
    prime: String(prime ?? 0n),
    bezout: pair.left.domain !== 'ZZ' && jointVariables(pair) <= 1 ? 1 : 0,
  };
}

/** The answer from gcd, cofactors and multipliers of what `gcdTask` sent; constants are settled here. */
export function gcdAnswer(pair: Input, [gcd, leftCofactor, rightCofactor, u, v]: readonly Terms[]): Output {
  const { domain, variables } = pair.left;
  const read = (terms: Terms | undefined): Exact => {
    const found = exactFrom(characteristic(domain), variables.length, terms ?? []);
    if (found === null) throw new ReplyError('a coefficient is not of the domain');
    return found;
  };
  const print = (value: Exact | null): Polynomial => {
    const printed = value === null ? null : fromExact(value, domain, variables);
    if (printed === null) throw new ReplyError('a coefficient is not of the domain');
    return printed;
  };
  const raw = read(gcd);
  const [left, right] = [primitivePart(toExact(pair.left)).content, primitivePart(toExact(pair.right)).content];
  const common = domain === 'ZZ' ? integerGcd(left.num, right.num) : 1n;
  const normal = normalise(raw, domain === 'ZZ');
  // normal = ratio · raw, by the leading coefficients.
  const [top, bottom] = [leadingCoefficient(normal), leadingCoefficient(raw)];
  const ratio = { num: top.num * bottom.den, den: isZero(raw) ? 1n : top.den * bottom.num };
  const cofactor = (terms: Terms | undefined, content: { num: bigint; den: bigint }) =>
    print(scale(read(terms), content.num * ratio.den, content.den * (isZero(raw) ? 1n : ratio.num * common)));
  const multiplier = (terms: Terms | undefined, content: { num: bigint; den: bigint }) =>
    print(scale(read(terms), ratio.num * content.den, ratio.den * (content.num === 0n ? 1n : content.num)));
  const answer = {
    gcd: print(scale(normal, common, 1n)),
    left_cofactor: cofactor(leftCofactor, left),
    right_cofactor: cofactor(rightCofactor, right),
    normalization: domain === 'ZZ' ? ('PRIMITIVE_TIMES_CONTENT_GCD' as const) : ('MONIC' as const),
  };
  if (gcdTask(pair).bezout === 0) return answer;
  return { ...answer, bezout: { left_multiplier: multiplier(u, left), right_multiplier: multiplier(v, right) } };
}

export const operation = defineOperation({
  id: 'polynomial.compute.gcd',
  version: '1.0.0',
  title: 'Greatest common divisor of two polynomials',
  description:
    'The gcd of two polynomials in any number of variables over QQ, ZZ or GF(p): monic over a field, over ZZ primitive times the gcd of the contents; gcd(0,0) = 0. Both cofactors come with it, and Bezout multipliers where at most one variable occurs over a field.',
  discovery_terms: [
    'greatest common factor',
    'common divisor of polynomials',
    'GCD',
    'extended Euclid polynomials',
    'Bezout identity',
    'xgcd',
    'gcdex',
    'coprime polynomials',
    'common roots',
  ],
  tags: ['algebra', 'polynomials', 'gcd'],
  input,
  output,
  output_summary: 'normalised gcd with both cofactors, Bezout multipliers in one variable over a field',
  exact_input_scope: `polynomials over QQ, ZZ or GF(p), ${pairScope}; each with ${denseScope}`,
  examples,
  budget: quick,
  runtime_requirements: pariThenSage,
  modes: ['EXPLORE'],
  input_kinds: ['STRUCTURED_REQUEST'],
  related: ['polynomial.factor.compute', 'polynomial.compute.resultant', 'integer.compute.extended_gcd'],
  qualifiers: ['exact', 'deterministic'],
  equal: (a, b) => JSON.stringify([a.gcd, a.normalization]) === JSON.stringify([b.gcd, b.normalization]),
  verify: ({ left, right }, answer) => {
    const [f, g, d] = [toExact(left), toExact(right), toExact(answer.gcd)];
    const [a, b] = [toExact(answer.left_cofactor), toExact(answer.right_cofactor)];
    if (isZero(d)) return isZero(f) && isZero(g) ? null : 'the gcd is 0 only for two zeros';
    if (left.domain !== 'ZZ' && !equalExact(normalise(d, false), d)) return 'the gcd is monic';
    if (leadingCoefficient(d).num < 0n) return 'the leading coefficient of the gcd is positive';
    if (!equalExact(multiply(d, a), f) || !equalExact(multiply(d, b), g)) return 'the gcd divides both';
    if (left.domain === 'ZZ' && integerGcd(primitivePart(a).content.num, primitivePart(b).content.num) !== 1n)
      return 'the contents of the cofactors are coprime';
    if (answer.bezout === undefined) return coprime(a, b) ? null : 'the cofactors are coprime';
    const [u, v] = [toExact(answer.bezout.left_multiplier), toExact(answer.bezout.right_multiplier)];
    return equalExact(add(multiply(u, f), multiply(v, g)), d) ? null : 'gcd = u·left + v·right';
  },
});

/**
 * Coprimality by images in one variable, the others at fixed points modulo a large prime: constant gcd of the images and
 * unchanged degree prove it. An image can be unlucky with a chance near 2^-89, so three in a row refute it. Over small
 * fields, where bad luck is likely, nothing is refuted.
 */
function coprime(a: Exact, b: Exact): boolean {
  if (a.modulus !== null) return true;
  const [left, right] = [degrees(a), degrees(b)];
  return left.every((degree, index) => {
    const other = right[index] ?? 0;
    if (degree === 0 || other === 0 || Math.max(degree, other) > maximumDenseDegree) return true;
    return [3n, 5n, 7n].some((seed) => {
      const point = left.map((_, at) => (seed ** 40n * BigInt(at + 1) + seed) % checkPrime);
      const [f, g] = [imageIn(a, index, point, checkPrime), imageIn(b, index, point, checkPrime)];
      return f?.length === degree + 1 && g !== null && gcdDegree(f, g, checkPrime) === 0;
    });
  });
}
