import type { Input, Output } from '../../catalog/sat/assignment-check.js';
import type { DirectAdapter } from '../../src/contracts/adapter.js';
import { ok } from '../../src/contracts/outcome.js';
import { firstFalseClause } from '../../src/values/cnf.js';

export const adapter: DirectAdapter<Input, Output> = {
  operation: 'sat.assignment.check',
  compute: ({ cnf, assignment }) => {
    const first = firstFalseClause(cnf, assignment);
    return ok(first === null ? { satisfies: true } : { satisfies: false, first_unsatisfied_clause: first });
  },
};
