import { asIndex, asInteger, asVector, call, readReply } from '../../backends/pari/dialect.js';
import { ok, type Outcome } from '../../src/contracts/outcome.js';
import type { Adapter } from '../../src/contracts/adapter.js';
import { signOf, type Input, type Output } from '../../catalog/integer/compute-prime-factorization.js';

export const adapter: Adapter<Input, Output> = {
  operation: 'integer.compute.prime_factorization',
  backend: 'pari',
  kernels: ['pari'],
  encode: (input) => call('integer_compute_prime_factorization', input.value),
  decode: (reply, input): Outcome<Output> => {
    const factors = asVector(readReply(reply)).map((pair) => {
      const [prime, power] = asVector(pair, 2);
      return { prime: asInteger(prime), power: asIndex(power) };
    });
    return ok({ status: 'COMPLETE', sign: signOf(input.value), factors, proof: 'UNCONDITIONAL' });
  },
};
