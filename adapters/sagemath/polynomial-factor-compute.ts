import { z } from 'zod';
import { call, readReply, termsReply } from '../../backends/sagemath/dialect.js';
import type { Adapter } from '../../src/contracts/adapter.js';
import { ok } from '../../src/contracts/outcome.js';
import { factorAnswer, factorTask, type Input, type Output } from '../../catalog/polynomial/factor-compute.js';

const reply = z.array(z.tuple([termsReply, z.int()]));

export const adapter: Adapter<Input, Output> = {
  operation: 'polynomial.factor.compute',
  backend: 'sagemath',
  // One variable ends in PARI, NTL or FLINT, several in Singular.
  kernels: ['pari', 'ntl', 'flint', 'singular'],
  encode: (input) => {
    const { terms, arity, prime } = factorTask(input);
    return call('polynomial_factor_compute', terms, arity, prime);
  },
  decode: (answer, input) =>
    ok(
      factorAnswer(
        input,
        readReply(answer, reply).map(([terms, multiplicity]) => ({ terms, multiplicity })),
      ),
    ),
};
