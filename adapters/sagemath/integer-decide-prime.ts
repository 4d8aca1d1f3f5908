import { z } from 'zod';
import { call, readReply } from '../../backends/sagemath/dialect.js';
import type { Adapter } from '../../src/contracts/adapter.js';
import { ok } from '../../src/contracts/outcome.js';
import type { Input, Output } from '../../catalog/integer/decide-prime.js';

export const adapter: Adapter<Input, Output> = {
  operation: 'integer.decide.prime',
  backend: 'sagemath',
  // Sage's proofs of primality are PARI's.
  kernels: ['pari'],
  encode: (input) => call('integer_decide_prime', input.value),
  decode: (answer) => {
    return ok({ holds: readReply(answer, z.boolean()), proof: 'UNCONDITIONAL' });
  },
};
