import { z } from 'zod';
import { call, readReply } from '../../backends/sagemath/dialect.js';
import type { Adapter } from '../../src/contracts/adapter.js';
import { ok } from '../../src/contracts/outcome.js';
import type { Input, Output } from '../../catalog/integer/compute-euler-totient.js';

const reply = z.tuple([z.string(), z.array(z.tuple([z.string(), z.number()]))]);

export const adapter: Adapter<Input, Output> = {
  operation: 'integer.compute.euler_totient',
  backend: 'sagemath',
  // Sage's Integer.factor ends in PARI.
  kernels: ['pari'],
  encode: (input) => call('integer_compute_euler_totient', input.n),
  decode: (answer) => {
    const [value, pairs] = readReply(answer, reply);
    const factors = pairs.map(([prime, power]) => ({ prime, power }));
    return ok({ value, factors, proof: 'UNCONDITIONAL' });
  },
};
