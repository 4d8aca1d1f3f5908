import { asTerms, call, readReply } from '../../backends/pari/dialect.js';
import type { Adapter } from '../../src/contracts/adapter.js';
import { ok } from '../../src/contracts/outcome.js';
import { resultantAnswer, resultantTask, type Input, type Output } from '../../catalog/polynomial/compute-resultant.js';

export const adapter: Adapter<Input, Output> = {
  operation: 'polynomial.compute.resultant',
  backend: 'pari',
  kernels: ['pari'],
  encode: (input) => {
    const { left, right, arity, prime } = resultantTask(input);
    return call('polynomial_compute_resultant', left, right, arity, prime);
  },
  decode: (reply, input) => ok(resultantAnswer(input, asTerms(readReply(reply)))),
};
