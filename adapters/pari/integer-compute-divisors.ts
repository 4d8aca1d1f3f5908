import { asInteger, asVector, call, readReply } from '../../backends/pari/dialect.js';
import type { Adapter } from '../../src/contracts/adapter.js';
import { ok } from '../../src/contracts/outcome.js';
import { divisorLimit, listDivisors, type Input, type Output } from '../../catalog/integer/compute-divisors.js';

export const adapter: Adapter<Input, Output> = {
  operation: 'integer.compute.divisors',
  backend: 'pari',
  kernels: ['pari'],
  encode: (input) => call('integer_compute_divisors', input.value, divisorLimit(input.value)),
  decode: (reply, input) => {
    const all = asVector(readReply(reply));
    if (all[0] === 'TOO_MANY') return { kind: 'exhausted', resource: 'memory' };
    return ok(listDivisors(input, all.map(asInteger)));
  },
};
