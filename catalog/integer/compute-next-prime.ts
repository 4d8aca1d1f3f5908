import { z } from 'zod';
import { defineOperation } from '../../src/contracts/operation.js';
import { integerOfDigits, integerOutput } from '../../src/values/integer.js';
import { nextPrimeDecided } from '../../src/values/primality.js';
import { long } from '../budgets.js';
import { mayBePrime } from '../integer-factors.js';
import { pariThenSage } from '../requirements.js';

/** A proof of primality for more digits takes longer than the largest budget. */
const digits = 3_000;

const input = z.strictObject({
  n: integerOfDigits(digits, `The integer to start above, of at most ${String(digits)} digits; any sign.`),
});

const output = z.strictObject({
  value: integerOutput('the least prime > n; 2 for every n < 2'),
  proof: z.literal('UNCONDITIONAL').meta({ description: 'the prime is proved, not a probable prime' }),
});

export type Input = z.output<typeof input>;
export type Output = z.output<typeof output>;

export const operation = defineOperation({
  id: 'integer.compute.next_prime',
  version: '1.0.0',
  title: 'Next prime',
  description:
    'The least prime strictly greater than n, proved prime. A prime n is not its own answer: 13 gives 17. Every n < 2 gives 2.',
  discovery_terms: ['nextprime', 'following prime', 'smallest prime above', 'smallest prime greater than', 'prime gap'],
  tags: ['number-theory', 'primes'],
  input,
  output,
  output_summary: 'the least prime above n, proved',
  exact_input_scope: `integers of at most ${String(digits)} digits`,
  examples: [
    {
      name: 'ordinary',
      description: 'Strictly greater: 13 is a prime itself.',
      input: { n: 13 },
      output: { value: '17', proof: 'UNCONDITIONAL' },
    },
    {
      name: 'large',
      description: 'Just above 10^30, written as an expression.',
      input: { n: '10^30' },
      output: { value: '1000000000000000000000000000057', proof: 'UNCONDITIONAL' },
    },
    {
      name: 'negative',
      description: 'The least prime of all.',
      input: { n: '-10' },
      output: { value: '2', proof: 'UNCONDITIONAL' },
    },
    {
      name: 'too_many_digits',
      description: 'Larger than can be proved.',
      input: { n: '10^10000' },
      error: { code: 'RESOURCE_ADMISSION_REJECTED' },
    },
  ],
  budget: long,
  runtime_requirements: pariThenSage,
  modes: ['EXPLORE'],
  input_kinds: ['STRUCTURED_REQUEST'],
  related: ['integer.decide.prime', 'integer.compute.prime_factorization'],
  qualifiers: ['exact', 'deterministic'],
  equal: (a, b) => a.value === b.value,
  verify: (given, answer) => {
    const [n, p] = [BigInt(given.n), BigInt(answer.value)];
    if (p <= n) return 'the answer is greater than n';
    const expected = nextPrimeDecided(n);
    if (expected !== null) return p === expected ? null : 'no prime lies between n and the answer, which is prime';
    return mayBePrime(p) ? null : 'the answer is prime';
  },
});
