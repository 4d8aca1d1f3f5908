import { z } from 'zod';
import { call, readReply } from '../../backends/sagemath/dialect.js';
import type { Adapter } from '../../src/contracts/adapter.js';
import { ok } from '../../src/contracts/outcome.js';
import { signOf, type Input, type Output } from '../../catalog/integer/compute-prime-factorization.js';

const reply = z.array(z.tuple([z.string(), z.number()]));

export const adapter: Adapter<Input, Output> = {
  operation: 'integer.compute.prime_factorization',
  backend: 'sagemath',
  // Sage's Integer.factor ends in PARI.
  kernels: ['pari'],
  encode: (input) => call('integer_compute_prime_factorization', input.value),
  decode: (answer, input) => {
    const factors = readReply(answer, reply).map(([prime, power]) => ({ prime, power }));
    return ok({ status: 'COMPLETE', sign: signOf(input.value), factors, proof: 'UNCONDITIONAL' });
  },
};
