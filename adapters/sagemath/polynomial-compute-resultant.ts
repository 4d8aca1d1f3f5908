import { call, readReply, termsReply } from '../../backends/sagemath/dialect.js';
import type { Adapter } from '../../src/contracts/adapter.js';
import { ok } from '../../src/contracts/outcome.js';
import { resultantAnswer, resultantTask, type Input, type Output } from '../../catalog/polynomial/compute-resultant.js';

export const adapter: Adapter<Input, Output> = {
  operation: 'polynomial.compute.resultant',
  backend: 'sagemath',
  // One variable ends in FLINT or NTL, several in Singular.
  kernels: ['flint', 'ntl', 'singular'],
  encode: (input) => {
    const { left, right, arity, prime } = resultantTask(input);
    return call('polynomial_compute_resultant', left, right, arity, prime);
  },
  decode: (answer, input) => ok(resultantAnswer(input, readReply(answer, termsReply))),
};
