import { z } from 'zod';
import { defineOperation } from '../../src/contracts/operation.js';
import { integerJsonSchema, integerOutput, parseIntegerOfDigits } from '../../src/values/integer.js';
import type { Integer, IntegerInput } from '../../src/values/integer.js';
import { valueType, type Parse } from '../../src/values/value.js';
import { long } from '../budgets.js';
import { checkFactors, factorableDigits, factorsOutput, provedPrimes } from '../integer-factors.js';
import { pariThenSage } from '../requirements.js';

const parsePositive: Parse<Integer> = (raw, at, issues) => {
  const value = parseIntegerOfDigits(factorableDigits)(raw, at, issues);
  if (value === '0' || value?.startsWith('-') === true)
    issues.add(at, 'not_positive', 'The totient counts residues modulo n: send a positive integer.');
  return value;
};

const input = z.strictObject({
  n: valueType<Integer, IntegerInput>(parsePositive, {
    ...integerJsonSchema,
    description: `A positive integer of at most ${String(factorableDigits)} digits. It is factored.`,
  }),
});

const output = z.strictObject({
  value: integerOutput('phi(n), the number of units modulo n; phi(1) = 1'),
  factors: factorsOutput.meta({
    description: 'the prime factorisation of n that the value rests on, primes ascending',
  }),
  proof: provedPrimes,
});

export type Input = z.output<typeof input>;
export type Output = z.output<typeof output>;

export const operation = defineOperation({
  id: 'integer.compute.euler_totient',
  version: '1.0.0',
  title: 'Euler totient of a positive integer',
  description:
    'The number of integers in 1..n that are coprime to n, with the factorisation it rests on. phi(1) = 1; n <= 0 is refused.',
  discovery_terms: [
    'phi function',
    "Euler's phi",
    'eulerphi',
    'euler_phi',
    'totient',
    'count coprime integers',
    'how many numbers are coprime to n',
    'order of the group of units modulo n',
    'RSA',
  ],
  tags: ['number-theory', 'arithmetic-function'],
  input,
  output,
  output_summary: 'phi(n) and the factorisation of n',
  exact_input_scope: `positive integers of at most ${String(factorableDigits)} digits that can be factored in the time given`,
  examples: [
    {
      name: 'ordinary',
      description: '1, 5, 7 and 11 are coprime to 12.',
      input: { n: 12 },
      output: {
        value: '4',
        factors: [
          { prime: '2', power: 2 },
          { prime: '3', power: 1 },
        ],
        proof: 'UNCONDITIONAL',
      },
    },
    {
      name: 'one',
      description: '1 is coprime to itself.',
      input: { n: '1' },
      output: { value: '1', factors: [], proof: 'UNCONDITIONAL' },
    },
    {
      name: 'zero',
      description: 'Systems disagree about 0 and negative integers; they are refused.',
      input: { n: '0' },
      error: { code: 'INVALID_REQUEST' },
    },
  ],
  budget: long,
  runtime_requirements: pariThenSage,
  modes: ['EXPLORE'],
  input_kinds: ['STRUCTURED_REQUEST'],
  related: ['integer.compute.prime_factorization', 'integer.compute.divisors', 'modular.compute.discrete_logarithm'],
  qualifiers: ['exact', 'deterministic'],
  equal: (a, b) => a.value === b.value,
  verify: (given, answer) => {
    const wrong = checkFactors(BigInt(given.n), answer.factors);
    if (wrong !== null) return wrong;
    let phi = 1n;
    for (const { prime, power } of answer.factors) phi *= BigInt(prime) ** BigInt(power - 1) * (BigInt(prime) - 1n);
    return phi === BigInt(answer.value) ? null : 'phi(n) is the product of p^(e-1)·(p-1)';
  },
});
