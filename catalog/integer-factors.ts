import { z } from 'zod';
import { integerOutput } from '../src/values/integer.js';
import { bitLength } from '../src/values/number-theory.js';
import { primality } from '../src/values/primality.js';

/** Longest integer that is factored: beyond it, only smooth numbers could be. */
export const factorableDigits = 5_000;

/** Testing a larger prime takes longer than a cheap check may (1,000 digits: about 0.2 s). */
const checkedBits = 3_330;

export const factorsOutput = z
  .array(
    z.strictObject({
      prime: integerOutput('a proved prime'),
      power: z.int().min(1).meta({ description: 'its multiplicity' }),
    }),
  )
  .meta({ description: 'primes ascending; empty for 1 and -1' });

export type Factors = z.output<typeof factorsOutput>;

/** Shared text of every result that rests on a complete factorisation. */
export const provedPrimes = z
  .literal('UNCONDITIONAL')
  .meta({ description: 'every prime is proved, not a probable prime' });

/** Null, or what is wrong with a factorisation of the positive integer `value`. */
export function checkFactors(value: bigint, factors: Factors): string | null {
  let product = 1n;
  let previous = 1n;
  for (const { prime, power } of factors) {
    const p = BigInt(prime);
    if (p <= previous) return 'the primes ascend';
    previous = p;
    if (!mayBePrime(p)) return 'every factor is a prime';
    if (bitLength(p) * power > bitLength(value) + power) return 'the product of the factors is the input';
    product *= p ** BigInt(power);
  }
  return product === value ? null : 'the product of the factors is the input';
}

/** False where a composite is recognised within the time of a cheap check. */
export function mayBePrime(p: bigint): boolean {
  return bitLength(p) > checkedBits || primality(p) !== 'COMPOSITE';
}
