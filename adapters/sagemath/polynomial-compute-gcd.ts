import { z } from 'zod';
import { call, readReply, termsReply } from '../../backends/sagemath/dialect.js';
import type { Adapter } from '../../src/contracts/adapter.js';
import { ok } from '../../src/contracts/outcome.js';
import { gcdAnswer, gcdTask, type Input, type Output } from '../../catalog/polynomial/compute-gcd.js';

export const adapter: Adapter<Input, Output> = {
  operation: 'polynomial.compute.gcd',
  backend: 'sagemath',
  // One variable ends in FLINT or NTL, several in Singular.
  kernels: ['flint', 'ntl', 'singular'],
  encode: (input) => {
    const { left, right, arity, prime, bezout } = gcdTask(input);
    return call('polynomial_compute_gcd', left, right, arity, prime, bezout);
  },
  decode: (answer, input) => ok(gcdAnswer(input, readReply(answer, z.array(termsReply).length(5)))),
};
