import { z } from 'zod';
import { call, readReply } from '../../backends/sagemath/dialect.js';
import type { Input, Output } from '../../catalog/matrix/determinant-compute.js';
import { ReplyError, type Adapter } from '../../src/contracts/adapter.js';
import { ok } from '../../src/contracts/outcome.js';
import { characteristic } from '../../src/values/domain.js';
import { printRational } from '../../src/values/rational.js';

const shape = z.tuple([z.string(), z.string()]);

export const adapter: Adapter<Input, Output> = {
  operation: 'matrix.determinant.compute',
  backend: 'sagemath',
  kernels: ['linbox', 'flint', 'pari'],
  encode: ({ matrix }) => {
    const rows = matrix.domain === 'QQ' ? matrix.entries.map((row) => row.map(printRational)) : matrix.entries;
    const p = String(characteristic(matrix.domain) ?? 0n);
    return call('matrix_determinant_compute', rows, matrix.row_count, p);
  },
  decode: (reply, { matrix }) => {
    const [num, den] = readReply(reply, shape);
    if (matrix.domain === 'QQ') return ok({ determinant: { num, den } });
    if (den !== '1') throw new ReplyError('an integer was expected');
    return ok({ determinant: num });
  },
};
