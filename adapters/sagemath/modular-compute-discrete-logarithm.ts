import { z } from 'zod';
import { call, readReply } from '../../backends/sagemath/dialect.js';
import type { Adapter } from '../../src/contracts/adapter.js';
import { ok } from '../../src/contracts/outcome.js';
import { toOutput, type Input, type Output } from '../../catalog/modular/compute-discrete-logarithm.js';

export const adapter: Adapter<Input, Output> = {
  operation: 'modular.compute.discrete_logarithm',
  backend: 'sagemath',
  // The factorisation and the logarithms modulo primes are PARI's.
  kernels: ['pari'],
  encode: (input) => call('modular_compute_discrete_logarithm', input.base, input.target, input.modulus),
  decode: (answer) => {
    return ok(toOutput(readReply(answer, z.array(z.string()))));
  },
};
