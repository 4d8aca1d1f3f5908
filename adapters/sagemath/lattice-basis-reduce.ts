import { z } from 'zod';
import { call, readReply } from '../../backends/sagemath/dialect.js';
import { answerOf, type Input, type Output } from '../../catalog/lattice/basis-reduce.js';
import type { Adapter } from '../../src/contracts/adapter.js';
import { ok } from '../../src/contracts/outcome.js';

const rows = z.array(z.array(z.string()));
const shape = z.tuple([rows, rows]);

export const adapter: Adapter<Input, Output> = {
  operation: 'lattice.basis.reduce',
  backend: 'sagemath',
  kernels: ['fplll'],
  encode: ({ basis }) => call('lattice_basis_reduce', basis.entries, basis.row_count, basis.column_count),
  decode: (reply, { basis }) => ok(answerOf(basis, ...readReply(reply, shape))),
};
