/** Questions about integers. */
import { z } from 'zod';
import { absolute, gcd, isPrime, primeFrom, product } from './arithmetic.js';
import { integer, verdict, type Maker } from './job.js';

const backends = ['pari', 'sagemath'];
const factorList = z.array(z.looseObject({ prime: integer, power: z.int().min(1) }));

const nextPrime: Maker = {
  operation: 'integer.compute.next_prime',
  backends,
  make: (random) => {
    const n = random.digits(random.between(1, 40));
    return {
      payload: { n: String(n) },
      check: (output) => {
        const { value } = z.looseObject({ value: integer }).parse(output);
        return verdict(value > n && value === primeFrom(n + 1n), 'not the next prime');
      },
    };
  },
};

const factorization: Maker = {
  operation: 'integer.compute.prime_factorization',
  backends,
  make: (random) => {
    const primes = Array.from({ length: random.between(1, 4) }, () => primeFrom(random.digits(random.between(1, 11))));
    const n = product(primes) * BigInt(random.between(1, 5000)) * (random.chance(0.3) ? -1n : 1n);
    return {
      payload: { value: String(n) },
      check: (output) => {
        const { sign, factors } = z.looseObject({ sign: z.number(), factors: factorList }).parse(output);
        return wrongFactors(absolute(n), factors) ?? verdict(sign === (n < 0n ? -1 : 1), 'wrong sign');
      },
    };
  },
};

const totient: Maker = {
  operation: 'integer.compute.euler_totient',
  backends,
  make: (random) => {
    const n = random.digits(random.between(1, 25));
    return {
      payload: { n: String(n) },
      check: (output) => {
        const { value, factors } = z.looseObject({ value: integer, factors: factorList }).parse(output);
        const phi = factors.reduce((all, { prime }) => (all / prime) * (prime - 1n), n);
        return wrongFactors(n, factors) ?? verdict(value === phi, 'not phi(n)');
      },
    };
  },
};

const divisors: Maker = {
  operation: 'integer.compute.divisors',
  backends,
  make: (random) => {
    const n = random.between(1, 200_000);
    const expected: number[] = [];
    for (let d = 1; d <= n; d += 1) if (n % d === 0) expected.push(d);
    return {
      payload: { value: random.chance(0.5) ? n : String(-n) },
      check: (output) => {
        const found = z.looseObject({ divisors: z.array(integer) }).parse(output).divisors;
        return verdict(found.join() === expected.join(), 'not the divisors');
      },
    };
  },
};

const decidePrime: Maker = {
  operation: 'integer.decide.prime',
  backends,
  make: (random) => {
    const start = random.digits(random.between(1, 60));
    const n = random.chance(0.5) ? primeFrom(start) : start;
    return {
      payload: { value: String(n) },
      check: (output) =>
        verdict(z.looseObject({ holds: z.boolean() }).parse(output).holds === isPrime(n), 'primality is wrong'),
    };
  },
};

const extendedGcd: Maker = {
  operation: 'integer.compute.extended_gcd',
  backends,
  make: (random) => {
    // Now and then large ones: their text alone is what is hard about them.
    const size = random.chance(0.02) ? 5_000 : random.between(1, 80);
    const common = random.digits(random.between(1, 20));
    const [left, right] = [common * random.digits(size), -common * random.digits(size)];
    return {
      payload: { left: String(left), right: String(right) },
      check: (output) => {
        const answer = z
          .looseObject({ gcd: integer, left_coefficient: integer, right_coefficient: integer })
          .parse(output);
        const combined = left * answer.left_coefficient + right * answer.right_coefficient;
        return verdict(combined === answer.gcd && answer.gcd === gcd(left, right), 'not the gcd with Bezout');
      },
    };
  },
};

export const integerMakers: readonly Maker[] = [nextPrime, factorization, totient, divisors, decidePrime, extendedGcd];

function wrongFactors(n: bigint, factors: z.output<typeof factorList>): string | null {
  if (product(factors.map(({ prime, power }) => prime ** BigInt(power))) !== n) return 'factors do not multiply back';
  if (!factors.every(({ prime }) => isPrime(prime))) return 'a factor is not prime';
  const ascending = factors.every(({ prime }, at) => at === 0 || prime > (factors[at - 1]?.prime ?? 0n));
  return verdict(ascending, 'factors do not ascend');
}
