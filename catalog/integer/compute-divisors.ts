import { z } from 'zod';
import { defineOperation } from '../../src/contracts/operation.js';
import { digitCount, integerJsonSchema, integerOutput, parseIntegerOfDigits } from '../../src/values/integer.js';
import type { Integer, IntegerInput } from '../../src/values/integer.js';
import { smallPrimes } from '../../src/values/primality.js';
import { valueType, type Parse } from '../../src/values/value.js';
import { long } from '../budgets.js';
import { factorableDigits, mayBePrime } from '../integer-factors.js';
import { pariThenSage } from '../requirements.js';

/** Most divisors that are listed, and most digits that all of them may have. */
const maximumCount = 1_000_000;
const maximumTotalDigits = 200_000_000;

/** How many divisors of this value are listed at most. */
export function divisorLimit(value: Integer): number {
  return Math.min(maximumCount, Math.floor(maximumTotalDigits / digitCount(value)));
}

const parseListable: Parse<Integer> = (raw, at, issues) => {
  const value = parseIntegerOfDigits(factorableDigits)(raw, at, issues);
  if (value === '0') issues.add(at, 'zero', 'Every integer divides 0; send a non-zero integer.');
  else if (value !== undefined && smoothDivisorCount(value) > divisorLimit(value))
    issues.bound(at, `At most ${String(maximumCount)} divisors are listed; the value has more.`);
  return value;
};

const convention = z.enum(['ALL_POSITIVE_DIVISORS', 'PROPER_DIVISORS']);

const input = z.strictObject({
  value: valueType<Integer, IntegerInput>(parseListable, {
    ...integerJsonSchema,
    description: `A non-zero integer of at most ${String(factorableDigits)} digits with at most ${String(maximumCount)} divisors; its sign does not matter. It is factored.`,
  }),
  convention: convention.optional().meta({
    description: 'ALL_POSITIVE_DIVISORS (default) lists 1 and |value| too; PROPER_DIVISORS leaves |value| out.',
  }),
});

const output = z.strictObject({
  status: z.literal('COMPLETE'),
  divisors: z.array(integerOutput('a positive divisor')).meta({ description: 'ascending, each once' }),
  convention: convention.meta({ description: 'which divisors are listed' }),
});

export type Input = z.output<typeof input>;
export type Output = z.output<typeof output>;

/** The answer from all positive divisors, ascending. */
export function listDivisors(given: Input, all: readonly Integer[]): Output {
  const listed = given.convention ?? 'ALL_POSITIVE_DIVISORS';
  return {
    status: 'COMPLETE',
    divisors: listed === 'PROPER_DIVISORS' ? all.slice(0, -1) : [...all],
    convention: listed,
  };
}

export const operation = defineOperation({
  id: 'integer.compute.divisors',
  version: '1.0.0',
  title: 'Divisors of an integer',
  description:
    'All positive divisors of a non-zero integer, ascending; with convention PROPER_DIVISORS all but the absolute value itself. The sign of the input does not matter; 0 is refused.',
  discovery_terms: ['list divisors', 'factors of a number', 'aliquot parts', 'divides', 'perfect number'],
  tags: ['number-theory', 'divisibility', 'enumeration'],
  input,
  output,
  output_summary: 'ascending positive divisors',
  exact_input_scope: `non-zero integers of at most ${String(factorableDigits)} digits with at most ${String(maximumCount)} divisors`,
  examples: [
    {
      name: 'ordinary',
      description: 'All positive divisors.',
      input: { value: '12' },
      output: {
        status: 'COMPLETE',
        divisors: ['1', '2', '3', '4', '6', '12'],
        convention: 'ALL_POSITIVE_DIVISORS',
      },
    },
    {
      name: 'proper',
      description: '28 is perfect: the sum of its proper divisors.',
      input: { value: '-28', convention: 'PROPER_DIVISORS' },
      output: { status: 'COMPLETE', divisors: ['1', '2', '4', '7', '14'], convention: 'PROPER_DIVISORS' },
    },
    {
      name: 'unit',
      description: 'The only positive divisor of 1 is 1.',
      input: { value: 1 },
      output: { status: 'COMPLETE', divisors: ['1'], convention: 'ALL_POSITIVE_DIVISORS' },
    },
    {
      name: 'zero',
      description: 'Every integer divides 0.',
      input: { value: 0 },
      error: { code: 'INVALID_REQUEST' },
    },
    {
      name: 'too_many',
      description: 'More divisors than are listed.',
      input: { value: '100!' },
      error: { code: 'RESOURCE_ADMISSION_REJECTED' },
    },
  ],
  budget: long,
  runtime_requirements: pariThenSage,
  modes: ['EXPLORE'],
  input_kinds: ['STRUCTURED_REQUEST'],
  related: ['integer.compute.prime_factorization', 'integer.compute.euler_totient'],
  qualifiers: ['exact', 'deterministic', 'exhaustive'],
  equal: (a, b) => a.convention === b.convention && a.divisors.join() === b.divisors.join(),
  verify: (given, answer) => {
    if (answer.convention !== (given.convention ?? 'ALL_POSITIVE_DIVISORS'))
      return 'the convention is the one asked for';
    const n = BigInt(given.value.replace('-', ''));
    const divisors = answer.divisors.map(BigInt);
    if (answer.convention === 'PROPER_DIVISORS') divisors.push(n);
    return checkDivisors(n, divisors);
  },
});

/** Ascending divisors are complete where their number is that of the factorisation, whose primes are among them. */
function checkDivisors(n: bigint, divisors: readonly bigint[]): string | null {
  let previous = 0n;
  let rest = n;
  let count = 1;
  for (const divisor of divisors) {
    if (divisor <= previous) return 'the divisors ascend';
    if (n % divisor !== 0n) return 'every number listed divides the input';
    previous = divisor;
    if (divisor === 1n || rest % divisor !== 0n) continue;
    // Smaller primes are divided out already, so this one has no smaller factor in the list.
    if (!mayBePrime(divisor)) return 'every prime divisor is listed';
    let power = 0;
    for (; rest % divisor === 0n; power += 1) rest /= divisor;
    count *= power + 1;
  }
  if (rest !== 1n) return 'every prime divisor is listed';
  return count === divisors.length ? null : 'the number of divisors is the product of the powers plus one';
}

/** Number of divisors with primes below 1000 only: a lower bound of the number of all. */
function smoothDivisorCount(value: Integer): number {
  let rest = BigInt(value.replace('-', ''));
  let count = 1;
  for (const p of smallPrimes) {
    let power = 0;
    for (; rest % p === 0n; power += 1) rest /= p;
    count *= power + 1;
  }
  return count;
}
