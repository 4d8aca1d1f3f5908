import { z } from 'zod';
import { defineOperation } from '../../src/contracts/operation.js';
import { integerJsonSchema, integerOfDigits, integerOutput, parseIntegerOfDigits } from '../../src/values/integer.js';
import type { Integer, IntegerInput } from '../../src/values/integer.js';
import { valueType, type Parse } from '../../src/values/value.js';
import { long } from '../budgets.js';
import { checkLogarithm } from '../discrete-logarithm-check.js';
import { pariThenSage } from '../requirements.js';

/** Beyond it, no modulus can be factored or has logarithms that can be found, unless everything is smooth. */
const modulusDigits = 1_000;
const residueDigits = 10_000;

const parseModulus: Parse<Integer> = (raw, at, issues) => {
  const value = parseIntegerOfDigits(modulusDigits)(raw, at, issues);
  if (value === '0' || value?.startsWith('-') === true)
    issues.add(at, 'not_positive', 'The modulus must be a positive integer.');
  return value;
};

const input = z.strictObject({
  base: integerOfDigits(residueDigits, 'The base b, any integer; it need not be a unit modulo the modulus.'),
  target: integerOfDigits(residueDigits, 'The target t, any integer.'),
  modulus: valueType<Integer, IntegerInput>(parseModulus, {
    ...integerJsonSchema,
    description: `The modulus, a positive integer of at most ${String(modulusDigits)} digits, prime or composite; it is factored.`,
  }),
});

const output = z.strictObject({
  status: z.enum(['SOLVED', 'UNSOLVABLE']).meta({ description: 'UNSOLVABLE: proved that no exponent exists' }),
  discrete_log: integerOutput('the least exponent x >= 0 with b^x = t; only with SOLVED').optional(),
  period: integerOutput(
    'the solutions are exactly discrete_log + k·period, k >= 0; absent where discrete_log is the only one',
  ).optional(),
});

export type Input = z.output<typeof input>;
export type Output = z.output<typeof output>;

/** The answer from what both engines return: [], [x] or [x, period]. */
export function toOutput([x, period]: readonly Integer[]): Output {
  if (x === undefined) return { status: 'UNSOLVABLE' };
  return period === undefined ? { status: 'SOLVED', discrete_log: x } : { status: 'SOLVED', discrete_log: x, period };
}

export const operation = defineOperation({
  id: 'modular.compute.discrete_logarithm',
  version: '1.0.0',
  title: 'Discrete logarithm modulo n',
  description:
    'The least exponent x >= 0 with base^x congruent to target modulo the modulus, or the proved answer that there is none. Any base, also one that shares factors with the modulus; any modulus >= 1; base^0 = 1.',
  discovery_terms: [
    'discrete log',
    'znlog',
    'discrete_log',
    'index of an integer modulo a prime',
    'exponent modulo',
    'solve b^x = t mod n',
    'Pohlig-Hellman',
    'baby-step giant-step',
    'index calculus',
    'Diffie-Hellman',
  ],
  tags: ['number-theory', 'modular-arithmetic', 'logarithm'],
  input,
  output,
  output_summary: 'SOLVED with the least exponent and the period, or UNSOLVABLE',
  exact_input_scope: `moduli of at most ${String(modulusDigits)} digits; a prime p where p-1 has a prime factor of 30 digits takes seconds, of 40 minutes`,
  examples: [
    {
      name: 'prime_modulus',
      description: 'Base 2 modulo a prime of seven digits.',
      input: { base: '2', target: '3', modulus: '1000003' },
      output: { status: 'SOLVED', discrete_log: '254277', period: '1000002' },
    },
    {
      name: 'base_not_a_unit',
      description: 'The powers of 2 modulo 12 are 1, 2, 4, 8, 4, 8, …',
      input: { base: 2, target: 8, modulus: 12 },
      output: { status: 'SOLVED', discrete_log: '3', period: '2' },
    },
    {
      name: 'unsolvable',
      description: 'The powers of 2 modulo 7 are 1, 2 and 4.',
      input: { base: 2, target: 3, modulus: 7 },
      output: { status: 'UNSOLVABLE' },
    },
    {
      name: 'negative_modulus',
      description: 'Moduli are positive.',
      input: { base: 2, target: 1, modulus: -7 },
      error: { code: 'INVALID_REQUEST' },
    },
  ],
  budget: long,
  runtime_requirements: pariThenSage,
  modes: ['EXPLORE'],
  input_kinds: ['STRUCTURED_REQUEST'],
  related: ['modular.solve.chinese_remainder', 'integer.compute.euler_totient'],
  qualifiers: ['exact', 'deterministic'],
  equal: (a, b) => a.status === b.status && a.discrete_log === b.discrete_log && a.period === b.period,
  verify: checkLogarithm,
});
