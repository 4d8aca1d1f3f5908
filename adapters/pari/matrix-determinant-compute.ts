import { asInteger, asRational, call, readReply } from '../../backends/pari/dialect.js';
import type { Input, Output } from '../../catalog/matrix/determinant-compute.js';
import type { Adapter } from '../../src/contracts/adapter.js';
import { ok } from '../../src/contracts/outcome.js';
import { characteristic } from '../../src/values/domain.js';

export const adapter: Adapter<Input, Output> = {
  operation: 'matrix.determinant.compute',
  backend: 'pari',
  kernels: ['pari'],
  encode: ({ matrix }) => {
    const p = String(characteristic(matrix.domain) ?? 0n);
    return call('matrix_determinant_compute', matrix.entries, matrix.row_count, p);
  },
  decode: (reply, { matrix }) => {
    const value = readReply(reply);
    return ok({ determinant: matrix.domain === 'QQ' ? asRational(value) : asInteger(value) });
  },
};
