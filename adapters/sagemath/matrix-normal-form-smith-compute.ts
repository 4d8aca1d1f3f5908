import { z } from 'zod';
import { call, readReply } from '../../backends/sagemath/dialect.js';
import { answerOf, type Input, type Output } from '../../catalog/matrix/normal-form-smith-compute.js';
import type { Adapter } from '../../src/contracts/adapter.js';
import { ok } from '../../src/contracts/outcome.js';
import { integerOutput } from '../../src/values/integer.js';

const shape = z.array(integerOutput('invariant factor'));

export const adapter: Adapter<Input, Output> = {
  operation: 'matrix.normal_form.smith.compute',
  backend: 'sagemath',
  // elementary_divisors of a dense integer matrix ends in PARI's matsnf, or in LinBox where Sage chooses it.
  kernels: ['pari', 'linbox'],
  encode: ({ matrix }) =>
    call('matrix_normal_form_smith_compute', matrix.entries, matrix.row_count, matrix.column_count),
  decode: (reply, { matrix }) => ok(answerOf(matrix, readReply(reply, shape).map(BigInt))),
};
