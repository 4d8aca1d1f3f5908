import { asInteger, asVector, call, readReply, type GpValue } from '../../backends/pari/dialect.js';
import { answerOf, type Input, type Output } from '../../catalog/lattice/basis-reduce.js';
import type { Adapter } from '../../src/contracts/adapter.js';
import { ok } from '../../src/contracts/outcome.js';
import type { Integer } from '../../src/values/integer.js';

export const adapter: Adapter<Input, Output> = {
  operation: 'lattice.basis.reduce',
  backend: 'pari',
  kernels: ['pari'],
  encode: ({ basis }) => call('lattice_basis_reduce', basis.entries, basis.column_count),
  decode: (reply, { basis }) => {
    const [reduced, transformation] = asVector(readReply(reply), 2);
    return ok(answerOf(basis, rowsOf(reduced), rowsOf(transformation)));
  },
};

function rowsOf(value: GpValue | undefined): Integer[][] {
  return asVector(value).map((row) => asVector(row).map(asInteger));
}
