import { z } from 'zod';
import { call, readReply } from '../../backends/sagemath/dialect.js';
import type { Adapter } from '../../src/contracts/adapter.js';
import { ok } from '../../src/contracts/outcome.js';
import { canonicalCoefficients, type Input, type Output } from '../../catalog/integer/compute-extended-gcd.js';

const reply = z.tuple([z.string(), z.string(), z.string()]);

export const adapter: Adapter<Input, Output> = {
  operation: 'integer.compute.extended_gcd',
  backend: 'sagemath',
  // Both engines leave large numbers to GMP.
  kernels: ['gmp'],
  encode: (input) => call('integer_compute_extended_gcd', input.left, input.right),
  decode: (answer, input) => {
    const [gcd, u] = readReply(answer, reply);
    return ok(canonicalCoefficients(input, gcd, u));
  },
};
