import { asIndex, call, readReply } from '../../backends/pari/dialect.js';
import { ReplyError, type Adapter } from '../../src/contracts/adapter.js';
import { ok } from '../../src/contracts/outcome.js';
import type { Input, Output } from '../../catalog/integer/decide-prime.js';

export const adapter: Adapter<Input, Output> = {
  operation: 'integer.decide.prime',
  backend: 'pari',
  kernels: ['pari'],
  encode: (input) => call('integer_decide_prime', input.value),
  decode: (reply) => {
    const holds = asIndex(readReply(reply));
    if (holds !== 0 && holds !== 1) throw new ReplyError('0 or 1 was expected');
    return ok({ holds: holds === 1, proof: 'UNCONDITIONAL' });
  },
};
