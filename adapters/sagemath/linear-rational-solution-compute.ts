import { z } from 'zod';
import { call, readReply } from '../../backends/sagemath/dialect.js';
import { inconsistent, solution, type Input, type Output } from '../../catalog/linear/rational-solution-compute.js';
import type { Adapter } from '../../src/contracts/adapter.js';
import { ok } from '../../src/contracts/outcome.js';
import { printRational, type Rational } from '../../src/values/rational.js';

const vector = z.array(z.string());
const shape = z.union([
  z.tuple([z.literal('SOLUTION'), vector, z.array(z.int()), z.array(vector)]),
  z.tuple([z.literal('INCONSISTENT'), vector]),
]);

export const adapter: Adapter<Input, Output> = {
  operation: 'linear.rational_solution.compute',
  backend: 'sagemath',
  kernels: ['flint'],
  encode: ({ coefficients, rhs }) => {
    const rows = coefficients.entries.map((row) => row.map(printRational));
    const { row_count, column_count } = coefficients;
    return call('linear_rational_solution_compute', rows, row_count, column_count, rhs.map(printRational));
  },
  decode: (reply, { coefficients }) => {
    const answer = readReply(reply, shape);
    if (answer[0] === 'INCONSISTENT') return ok(inconsistent(rationals(answer[1])));
    const [, values, free, kernel] = answer;
    return ok(solution(coefficients, rationals(values), free, kernel.map(rationals)));
  },
};

/** Sage prints fractions reduced, and integers without a denominator. */
function rationals(texts: readonly string[]): Rational[] {
  return texts.map((text) => {
    const [num = '', den = '1'] = text.split('/');
    return { num, den };
  });
}
