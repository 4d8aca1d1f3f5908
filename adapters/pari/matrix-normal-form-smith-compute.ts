import { asInteger, asVector, call, readReply } from '../../backends/pari/dialect.js';
import { answerOf, type Input, type Output } from '../../catalog/matrix/normal-form-smith-compute.js';
import type { Adapter } from '../../src/contracts/adapter.js';
import { ok } from '../../src/contracts/outcome.js';

export const adapter: Adapter<Input, Output> = {
  operation: 'matrix.normal_form.smith.compute',
  backend: 'pari',
  kernels: ['pari'],
  encode: ({ matrix }) => call('matrix_normal_form_smith_compute', matrix.entries, matrix.column_count),
  decode: (reply, { matrix }) =>
    ok(
      answerOf(
        matrix,
        asVector(readReply(reply)).map((factor) => BigInt(asInteger(factor))),
      ),
    ),
};
