import { z } from 'zod';
import { call, readReply } from '../../backends/sagemath/dialect.js';
import type { Adapter } from '../../src/contracts/adapter.js';
import { ok } from '../../src/contracts/outcome.js';
import type { Input, Output } from '../../catalog/integer/compute-next-prime.js';

export const adapter: Adapter<Input, Output> = {
  operation: 'integer.compute.next_prime',
  backend: 'sagemath',
  // Sage's primes are PARI's.
  kernels: ['pari'],
  encode: (input) => call('integer_compute_next_prime', input.n),
  decode: (answer) => {
    return ok({ value: readReply(answer, z.string()), proof: 'UNCONDITIONAL' });
  },
};
