import { z } from 'zod';
import { defineOperation } from '../../src/contracts/operation.js';
import { integerOfDigits } from '../../src/values/integer.js';
import { bitLength } from '../../src/values/number-theory.js';
import { primality } from '../../src/values/primality.js';
import { long } from '../budgets.js';
import { pariThenSage } from '../requirements.js';

const digits = 10_000;
/** A larger number takes longer to test than a cheap check may. */
const checkedBits = 3_330;

const input = z.strictObject({
  value: integerOfDigits(digits, `The integer to decide, of at most ${String(digits)} digits; any sign.`),
});

const output = z.strictObject({
  holds: z.boolean().meta({ description: 'true exactly where the value is a prime > 1' }),
  proof: z.literal('UNCONDITIONAL').meta({ description: 'either answer is proved; no probable primes' }),
});

export type Input = z.output<typeof input>;
export type Output = z.output<typeof output>;

export const operation = defineOperation({
  id: 'integer.decide.prime',
  version: '1.0.0',
  title: 'Is this integer prime?',
  description:
    'Decides whether an integer is a prime number, by a proof and not by a probabilistic test. 0, 1 and all negative integers are not prime.',
  discovery_terms: [
    'is it prime',
    'is prime',
    'isprime',
    'primality test',
    'primality proof',
    'composite',
    'ECPP',
    'APRCL',
    'Miller-Rabin',
    'Mersenne prime',
    'pseudoprime',
    'Carmichael number',
  ],
  tags: ['number-theory', 'primes', 'primality', 'decision'],
  input,
  output,
  output_summary: 'holds: true or false, proved',
  exact_input_scope: `integers of at most ${String(digits)} digits; a proof for more than about 1000 digits takes minutes`,
  examples: [
    {
      name: 'prime',
      description: 'The prime of a well-known elliptic curve.',
      input: { value: '2^255-19' },
      output: { holds: true, proof: 'UNCONDITIONAL' },
    },
    {
      name: 'strong_pseudoprime',
      description: 'It passes the Miller-Rabin test for all thirteen prime bases up to 41, and is composite.',
      input: { value: '3317044064679887385961981' },
      output: { holds: false, proof: 'UNCONDITIONAL' },
    },
    {
      name: 'negative',
      description: 'Primes are positive.',
      input: { value: -7 },
      output: { holds: false, proof: 'UNCONDITIONAL' },
    },
    {
      name: 'not_an_integer',
      description: 'Variables are no integers.',
      input: { value: '2^n-1' },
      error: { code: 'INVALID_REQUEST' },
    },
  ],
  budget: long,
  runtime_requirements: pariThenSage,
  modes: ['EXPLORE'],
  input_kinds: ['STRUCTURED_REQUEST'],
  related: ['integer.compute.prime_factorization', 'integer.compute.next_prime'],
  qualifiers: ['exact', 'deterministic'],
  equal: (a, b) => a.holds === b.holds,
  // Exact below 3.3·10^24. Above, no composite is known that passes for a probable prime: an answer that would be the
  // first one is not believed.
  verify: (given, answer) => {
    const value = BigInt(given.value);
    if (value > 1n && bitLength(value) > checkedBits) return null;
    const holds = primality(value) !== 'COMPOSITE';
    return holds === answer.holds ? null : 'the answer agrees with the Baillie-PSW test';
  },
});
