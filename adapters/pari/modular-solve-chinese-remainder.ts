import { asIndex, asInteger, asText, asVector, call, readReply } from '../../backends/pari/dialect.js';
import type { Adapter } from '../../src/contracts/adapter.js';
import { ok } from '../../src/contracts/outcome.js';
import type { Input, Output } from '../../catalog/modular/solve-chinese-remainder.js';

export const adapter: Adapter<Input, Output> = {
  operation: 'modular.solve.chinese_remainder',
  backend: 'pari',
  kernels: ['pari'],
  encode: (input) => call('modular_solve_chinese_remainder', input.residues, input.moduli),
  decode: (reply) => {
    const [status, first, second] = asVector(readReply(reply), 3);
    if (asText(status) === 'INCONSISTENT')
      return ok({ status: 'INCONSISTENT', conflict: [asIndex(first) - 1, asIndex(second) - 1] });
    return ok({ status: 'SOLUTION', residue: asInteger(first), modulus: asInteger(second) });
  },
};
