import { asTerms, asVector, call, readReply } from '../../backends/pari/dialect.js';
import type { Adapter } from '../../src/contracts/adapter.js';
import { ok } from '../../src/contracts/outcome.js';
import { gcdAnswer, gcdTask, type Input, type Output } from '../../catalog/polynomial/compute-gcd.js';

export const adapter: Adapter<Input, Output> = {
  operation: 'polynomial.compute.gcd',
  backend: 'pari',
  kernels: ['pari'],
  encode: (input) => {
    const { left, right, arity, prime, bezout } = gcdTask(input);
    return call('polynomial_compute_gcd', left, right, arity, prime, bezout);
  },
  decode: (reply, input) => ok(gcdAnswer(input, asVector(readReply(reply), 5).map(asTerms))),
};
