import { z } from 'zod';
import { defineOperation } from '../../src/contracts/operation.js';
import { integerJsonSchema, parseIntegerOfDigits, type Integer, type IntegerInput } from '../../src/values/integer.js';
import { valueType, type Parse } from '../../src/values/value.js';
import { long } from '../budgets.js';
import { checkFactors, factorableDigits, factorsOutput, provedPrimes } from '../integer-factors.js';
import { pariThenSage } from '../requirements.js';

const parseNonzero: Parse<Integer> = (raw, at, issues) => {
  const value = parseIntegerOfDigits(factorableDigits)(raw, at, issues);
  if (value === '0') issues.add(at, 'zero', 'Zero has no factorisation; send a non-zero integer.');
  return value;
};

const input = z.strictObject({
  value: valueType<Integer, IntegerInput>(parseNonzero, {
    ...integerJsonSchema,
    description: `The non-zero integer to factor, of at most ${String(factorableDigits)} digits.`,
  }),
});

const output = z.strictObject({
  status: z.literal('COMPLETE'),
  sign: z.union([z.literal(1), z.literal(-1)]).meta({ description: 'sign of the input' }),
  factors: factorsOutput,
  proof: provedPrimes,
});

export type Input = z.output<typeof input>;
export type Output = z.output<typeof output>;

export function signOf(value: Integer): 1 | -1 {
  return value.startsWith('-') ? -1 : 1;
}

export const operation = defineOperation({
  id: 'integer.compute.prime_factorization',
  version: '1.0.0',
  title: 'Prime factorisation of an integer',
  description:
    'Factors a non-zero integer completely into proved primes, ascending, with the sign kept apart. 1 and -1 have no factors; 0 is refused.',
  discovery_terms: [
    'factorise',
    'factorize',
    'factor integer',
    'prime factors',
    'decompose into primes',
    'factorint',
    'ifactor',
    'semiprime',
  ],
  tags: ['number-theory', 'factorization', 'primes'],
  input,
  output,
  output_summary: 'sign and ascending {prime, power} factors, primes proved',
  exact_input_scope: `non-zero integers of at most ${String(factorableDigits)} digits`,
  examples: [
    {
      name: 'small',
      description: 'A smooth number.',
      input: { value: '360' },
      output: {
        status: 'COMPLETE',
        sign: 1,
        factors: [
          { prime: '2', power: 3 },
          { prime: '3', power: 2 },
          { prime: '5', power: 1 },
        ],
        proof: 'UNCONDITIONAL',
      },
    },
    {
      name: 'unit',
      description: 'The empty factorisation, sign kept apart.',
      input: { value: '-1' },
      output: { status: 'COMPLETE', sign: -1, factors: [], proof: 'UNCONDITIONAL' },
    },
    {
      name: 'zero',
      description: 'Zero has no factorisation.',
      input: { value: '0' },
      error: { code: 'INVALID_REQUEST' },
    },
  ],
  budget: long,
  runtime_requirements: pariThenSage,
  modes: ['EXPLORE'],
  input_kinds: ['STRUCTURED_REQUEST'],
  related: ['integer.decide.prime', 'integer.compute.divisors', 'integer.compute.euler_totient'],
  qualifiers: ['exact', 'deterministic'],
  equal: (a, b) => JSON.stringify([a.sign, a.factors]) === JSON.stringify([b.sign, b.factors]),
  verify: (given, answer) => {
    if (answer.sign !== signOf(given.value)) return 'the sign is that of the input';
    return checkFactors(BigInt(given.value) * BigInt(answer.sign), answer.factors);
  },
});
