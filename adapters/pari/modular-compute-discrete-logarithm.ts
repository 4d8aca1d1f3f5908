import { asInteger, asVector, call, readReply } from '../../backends/pari/dialect.js';
import type { Adapter } from '../../src/contracts/adapter.js';
import { ok } from '../../src/contracts/outcome.js';
import { toOutput, type Input, type Output } from '../../catalog/modular/compute-discrete-logarithm.js';

export const adapter: Adapter<Input, Output> = {
  operation: 'modular.compute.discrete_logarithm',
  backend: 'pari',
  kernels: ['pari'],
  encode: (input) => call('modular_compute_discrete_logarithm', input.base, input.target, input.modulus),
  decode: (reply) => {
    return ok(toOutput(asVector(readReply(reply)).map(asInteger)));
  },
};
