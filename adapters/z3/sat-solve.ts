import {
  asBoolean,
  askClauses,
  occurring,
  readCheck,
  readValues,
  script,
  searchTime,
} from '../../backends/z3/dialect.js';
import { unsatObligation, type Input, type Output } from '../../catalog/sat/solve.js';
import { EngineError, type Adapter } from '../../src/contracts/adapter.js';
import { ok } from '../../src/contracts/outcome.js';

export const adapter: Adapter<Input, Output> = {
  operation: 'sat.solve',
  backend: 'z3',
  kernels: ['z3'],
  encode: ({ cnf }, { budget, soft_ms }) => {
    const { commands } = askClauses(cnf.clauses, budget.solver_steps);
    return script({ logic: 'QF_FD', soft_ms: searchTime(soft_ms, commands) }, commands);
  },
  decode: (reply, { cnf }) => {
    const check = readCheck(reply);
    if (check.verdict === 'rejected') throw new EngineError(check.message);
    // Propositional logic is decidable: whatever reason the engine gives, it stopped before the end.
    if (check.verdict === 'unknown') return { kind: 'exhausted', resource: check.resource ?? 'work' };
    if (check.verdict === 'unsat') return ok({ outcome: 'UNSAT' }, { obligations: [unsatObligation] });
    const asked = occurring(cnf.clauses);
    const assignment = cnf.variables.map(() => false);
    if (asked.length > 0) {
      readValues(check.forms, asked.length).forEach((value, i) => {
        assignment[asked[i] ?? 0] = asBoolean(value);
      });
    }
    return ok({ outcome: 'SAT', assignment });
  },
};
