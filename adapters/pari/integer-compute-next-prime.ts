import { asInteger, call, readReply } from '../../backends/pari/dialect.js';
import type { Adapter } from '../../src/contracts/adapter.js';
import { ok } from '../../src/contracts/outcome.js';
import type { Input, Output } from '../../catalog/integer/compute-next-prime.js';

export const adapter: Adapter<Input, Output> = {
  operation: 'integer.compute.next_prime',
  backend: 'pari',
  kernels: ['pari'],
  encode: (input) => call('integer_compute_next_prime', input.n),
  decode: (reply) => {
    return ok({ value: asInteger(readReply(reply)), proof: 'UNCONDITIONAL' });
  },
};
