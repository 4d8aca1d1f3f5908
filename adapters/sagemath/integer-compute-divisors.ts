import { z } from 'zod';
import { call, readReply } from '../../backends/sagemath/dialect.js';
import type { Adapter } from '../../src/contracts/adapter.js';
import { ok } from '../../src/contracts/outcome.js';
import { divisorLimit, listDivisors, type Input, type Output } from '../../catalog/integer/compute-divisors.js';

const reply = z.union([z.array(z.string()), z.literal('TOO_MANY')]);

export const adapter: Adapter<Input, Output> = {
  operation: 'integer.compute.divisors',
  backend: 'sagemath',
  // Sage's Integer.factor ends in PARI.
  kernels: ['pari'],
  encode: (input) => call('integer_compute_divisors', input.value, divisorLimit(input.value)),
  decode: (answer, input) => {
    const all = readReply(answer, reply);
    return all === 'TOO_MANY' ? { kind: 'exhausted', resource: 'memory' } : ok(listDivisors(input, all));
  },
};
