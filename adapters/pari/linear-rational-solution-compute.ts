import { asIndex, asRational, asText, asVector, call, readReply, type GpValue } from '../../backends/pari/dialect.js';
import { inconsistent, solution, type Input, type Output } from '../../catalog/linear/rational-solution-compute.js';
import { ReplyError, type Adapter } from '../../src/contracts/adapter.js';
import { ok } from '../../src/contracts/outcome.js';
import type { Rational } from '../../src/values/rational.js';

export const adapter: Adapter<Input, Output> = {
  operation: 'linear.rational_solution.compute',
  backend: 'pari',
  kernels: ['pari'],
  encode: ({ coefficients, rhs }) =>
    call('linear_rational_solution_compute', coefficients.entries, coefficients.column_count, rhs),
  decode: (reply, { coefficients }) => {
    const [status, first, free, kernel] = asVector(readReply(reply));
    if (asText(status) === 'INCONSISTENT') return ok(inconsistent(vector(first)));
    if (asText(status) !== 'SOLUTION') throw new ReplyError('a status was expected');
    const columns = asVector(free).map(asIndex);
    return ok(solution(coefficients, vector(first), columns, asVector(kernel).map(vector)));
  },
};

function vector(value: GpValue | undefined): Rational[] {
  return asVector(value).map(asRational);
}
