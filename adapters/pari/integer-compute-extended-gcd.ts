import { asInteger, asVector, call, readReply } from '../../backends/pari/dialect.js';
import type { Adapter } from '../../src/contracts/adapter.js';
import { ok } from '../../src/contracts/outcome.js';
import { canonicalCoefficients, type Input, type Output } from '../../catalog/integer/compute-extended-gcd.js';

export const adapter: Adapter<Input, Output> = {
  operation: 'integer.compute.extended_gcd',
  backend: 'pari',
  kernels: ['pari', 'gmp'],
  encode: (input) => call('integer_compute_extended_gcd', input.left, input.right),
  decode: (reply, input) => {
    const [gcd, u] = asVector(readReply(reply), 3);
    return ok(canonicalCoefficients(input, asInteger(gcd), asInteger(u)));
  },
};
