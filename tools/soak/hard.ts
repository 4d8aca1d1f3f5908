/** Questions that are hard or large on purpose. */
import { z } from 'zod';
import { primeFrom } from './arithmetic.js';
import { integer, verdict, type Question } from './job.js';
import type { Random } from './random.js';

/** A product of two large primes: no engine finds them within a soak. */
export function hardSemiprime(random: Random): Question {
  const [p, q] = [primeFrom(random.digits(48)), primeFrom(random.digits(50))];
  return {
    payload: { value: String(p * q) },
    check: (output) => {
      const { factors } = z.looseObject({ factors: z.array(z.looseObject({ prime: integer })) }).parse(output);
      return verdict(factors.map(({ prime }) => prime).join() === [p, q].join(), 'not the two primes');
    },
  };
}

const firstPrimes = [2n, 3n, 5n, 7n, 11n, 13n, 17n, 19n, 23n, 29n, 31n, 37n];

/** Squares of products of the first primes: 3^k divisors. Those of twelve primes are more than a message holds. */
export function manyDivisors(random: Random): Question & { readonly fits: boolean } {
  const count = random.pick([10, 12]);
  const n = firstPrimes.slice(0, count).reduce((all, p) => all * p, 1n) ** 2n;
  const fits = count < 12;
  return {
    payload: { value: String(n) },
    fits,
    check: (output) => {
      if (!fits) return 'an answer of more bytes than a message may have';
      const { divisors } = z.looseObject({ divisors: z.array(integer) }).parse(output);
      const right = divisors.every((d, at) => n % d === 0n && (at === 0 || d > (divisors[at - 1] ?? 0n)));
      return verdict(right && divisors.length === 3 ** count, 'not the divisors');
    },
  };
}
