import { z } from 'zod';
import { defineOperation } from '../../src/contracts/operation.js';
import { integerOfDigits, integerOutput } from '../../src/values/integer.js';
import { mod } from '../../src/values/number-theory.js';
import { quick } from '../budgets.js';
import { pariThenSage } from '../requirements.js';

/** The coefficients of more digits take the gateway itself, which serves others meanwhile, more than half a second. */
const digits = 200_000;

const input = z.strictObject({
  left: integerOfDigits(digits, `The first integer, of at most ${String(digits)} digits and any sign; 0 allowed.`),
  right: integerOfDigits(digits, `The second integer, of at most ${String(digits)} digits and any sign; 0 allowed.`),
});

const output = z.strictObject({
  gcd: integerOutput('the greatest common divisor, >= 0; 0 only for 0 and 0'),
  left_coefficient: integerOutput(
    'u in left·u + right·v = gcd, in the half-open range -m/2 < u <= m/2, m = |right|/gcd',
  ),
  right_coefficient: integerOutput('v in left·u + right·v = gcd'),
});

export type Input = z.output<typeof input>;
export type Output = z.output<typeof output>;

/** The one pair of coefficients that we print, from any pair of an engine. */
export function canonicalCoefficients(given: Input, gcd: string, u: string): Output {
  const [left, right, divisor] = [BigInt(given.left), BigInt(given.right), BigInt(gcd)];
  if (divisor === 0n) return { gcd: '0', left_coefficient: '0', right_coefficient: '0' };
  if (right === 0n) return { gcd, left_coefficient: left < 0n ? '-1' : '1', right_coefficient: '0' };
  const m = (right < 0n ? -right : right) / divisor;
  const rest = mod(BigInt(u), m);
  const coefficient = 2n * rest > m ? rest - m : rest;
  return {
    gcd,
    left_coefficient: String(coefficient),
    right_coefficient: String((divisor - left * coefficient) / right),
  };
}

export const operation = defineOperation({
  id: 'integer.compute.extended_gcd',
  version: '1.0.0',
  title: 'Extended greatest common divisor',
  description:
    'The greatest common divisor of two integers with coefficients of Bezout: left·u + right·v = gcd >= 0. Of all pairs the one whose u is smallest in size (the positive of two) is returned; gcd(0, 0) = 0 with coefficients 0.',
  discovery_terms: [
    'GCD',
    'gcd',
    'greatest common factor',
    'highest common factor',
    'hcf',
    'Bezout identity',
    'Bézout coefficients',
    'extended Euclidean algorithm',
    'xgcd',
    'gcdext',
    'bezout',
    'coprime',
    'linear Diophantine equation',
  ],
  tags: ['number-theory', 'gcd', 'divisibility'],
  input,
  output,
  output_summary: 'gcd >= 0 and the two Bezout coefficients',
  exact_input_scope: `two integers of at most ${String(digits)} digits`,
  examples: [
    {
      name: 'ordinary',
      description: '84·(-1) + 30·3 = 6.',
      input: { left: '84', right: '30' },
      output: { gcd: '6', left_coefficient: '-1', right_coefficient: '3' },
    },
    {
      name: 'zero_and_negative',
      description: 'The divisor is never negative.',
      input: { left: 0, right: -4 },
      output: { gcd: '4', left_coefficient: '0', right_coefficient: '-1' },
    },
    {
      name: 'fraction',
      description: 'A number with a fraction is no integer.',
      input: { left: 8.5, right: '2' },
      error: { code: 'INVALID_REQUEST' },
    },
  ],
  budget: quick,
  runtime_requirements: pariThenSage,
  modes: ['EXPLORE'],
  input_kinds: ['STRUCTURED_REQUEST'],
  related: ['modular.solve.chinese_remainder', 'integer.compute.prime_factorization'],
  qualifiers: ['exact', 'deterministic'],
  equal: (a, b) => a.gcd === b.gcd,
  // A common divisor that is a combination of both is the greatest one.
  verify: (given, answer) => {
    const [left, right, divisor] = [BigInt(given.left), BigInt(given.right), BigInt(answer.gcd)];
    if (divisor < 0n) return 'the gcd is not negative';
    if (left * BigInt(answer.left_coefficient) + right * BigInt(answer.right_coefficient) !== divisor)
      return 'left·u + right·v is the gcd';
    if (divisor === 0n) return left === 0n && right === 0n ? null : 'the gcd divides both integers';
    return left % divisor === 0n && right % divisor === 0n ? null : 'the gcd divides both integers';
  },
});
