import { asIndex, asInteger, asVector, call, readReply } from '../../backends/pari/dialect.js';
import type { Adapter } from '../../src/contracts/adapter.js';
import { ok } from '../../src/contracts/outcome.js';
import type { Input, Output } from '../../catalog/integer/compute-euler-totient.js';

export const adapter: Adapter<Input, Output> = {
  operation: 'integer.compute.euler_totient',
  backend: 'pari',
  kernels: ['pari'],
  encode: (input) => call('integer_compute_euler_totient', input.n),
  decode: (reply) => {
    const [value, pairs] = asVector(readReply(reply), 2);
    const factors = asVector(pairs).map((pair) => {
      const [prime, power] = asVector(pair, 2);
      return { prime: asInteger(prime), power: asIndex(power) };
    });
    return ok({ value: asInteger(value), factors, proof: 'UNCONDITIONAL' });
  },
};
