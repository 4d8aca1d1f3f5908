import { asIndex, asTerms, asVector, call, readReply } from '../../backends/pari/dialect.js';
import type { Adapter } from '../../src/contracts/adapter.js';
import { ok } from '../../src/contracts/outcome.js';
import { factorAnswer, factorTask, type Input, type Output } from '../../catalog/polynomial/factor-compute.js';

export const adapter: Adapter<Input, Output> = {
  operation: 'polynomial.factor.compute',
  backend: 'pari',
  kernels: ['pari'],
  // Beyond this size the engine's own multivariate method is all there is, and it is slow and hungry (see the .gp).
  rank: (input) => {
    const { terms, arity } = factorTask(input);
    const sizes = Array.from(
      { length: arity },
      (_, i) => 1 + terms.reduce((most, [, e]) => Math.max(most, e[i] ?? 0), 0),
    );
    return arity >= 3 && sizes.reduce((product, size) => product * size, 1) > 4_000 ? 1 : 0;
  },
  encode: (input) => {
    const { terms, arity, prime } = factorTask(input);
    return call('polynomial_factor_compute', terms, arity, prime);
  },
  decode: (reply, input) => {
    const factors = asVector(readReply(reply)).map((pair) => {
      const [terms, multiplicity] = asVector(pair, 2);
      return { terms: asTerms(terms), multiplicity: asIndex(multiplicity) };
    });
    return ok(factorAnswer(input, factors));
  },
};
