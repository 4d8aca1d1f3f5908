import { z } from 'zod';
import { defineOperation } from '../../src/contracts/operation.js';
import { cnf, cnfBounds, firstFalseClause } from '../../src/values/cnf.js';
import { long } from '../budgets.js';
import { z3Only } from '../requirements.js';

const input = z.strictObject({
  cnf: cnf(
    'The formula: variables and clauses in any order, or a DIMACS text. An empty clause is false, a formula without clauses true.',
  ),
  timeout_ms: z.int().min(1).optional().meta({ description: 'wall time in ms, as in budget.wall_ms' }),
});

const output = z.strictObject({
  outcome: z.enum(['SAT', 'UNSAT', 'UNKNOWN']),
  assignment: z
    .array(z.boolean())
    .optional()
    .meta({ description: 'for SAT: the values of cnf.variables, in their order as sent' }),
  exhausted: z.enum(['time', 'work', 'memory']).optional().meta({ description: 'for UNKNOWN: what ran out' }),
});

export type Input = z.output<typeof input>;
export type Output = z.output<typeof output>;

/** What an UNSAT answer still owes. */
export const unsatObligation = {
  code: 'UNSAT_NOT_CHECKED',
  text: 'Unsatisfiability rests on the engine alone: replay a refutation in an independent proof checker.',
};

export const operation = defineOperation({
  id: 'sat.solve',
  version: '1.0.0',
  title: 'Satisfiability of a propositional formula in CNF',
  description:
    'Decides whether a formula in conjunctive normal form has a satisfying assignment and gives one. Assignments follow the order of cnf.variables as sent; a solver that runs out answers UNKNOWN, never UNSAT.',
  discovery_terms: [
    'satisfiable',
    'satisfiability',
    'SAT solver',
    'boolean formula',
    'propositional logic',
    'DIMACS',
    'is this formula satisfiable',
    'clauses',
    'CDCL',
    'minisat',
  ],
  tags: ['sat', 'logic', 'decision'],
  input,
  output,
  output_summary: 'SAT with an assignment, UNSAT, or UNKNOWN with what ran out',
  exact_input_scope: `at most ${String(cnfBounds.variables)} variables, ${String(cnfBounds.clauses)} clauses, ${String(cnfBounds.literals)} literals`,
  examples: [
    {
      name: 'implication',
      description: 'a implies b, and a.',
      input: {
        cnf: {
          variables: ['a', 'b'],
          clauses: [[-1, 2], [1]],
        },
      },
      output: { outcome: 'SAT', assignment: [true, true] },
    },
    {
      name: 'all_four_clauses',
      description: 'The four clauses over two variables exclude every assignment.',
      input: {
        cnf: {
          variables: ['a', 'b'],
          clauses: [
            [1, 2],
            [-1, 2],
            [1, -2],
            [-1, -2],
          ],
        },
      },
      output: { outcome: 'UNSAT' },
    },
    {
      name: 'dimacs',
      description: 'A DIMACS text; tautologies and repeated literals are allowed.',
      input: { cnf: { dimacs: 'c example\np cnf 3 3\n1 -1 0\n2 2 0\n-2 -3 0\n' } },
      output: { outcome: 'SAT', assignment: [false, true, false] },
    },
    {
      name: 'literal_beyond_the_header',
      description: 'The DIMACS header must tell the truth.',
      input: { cnf: { dimacs: 'p cnf 2 1\n1 3 0\n' } },
      error: { code: 'INVALID_REQUEST' },
    },
  ],
  budget: long,
  runtime_requirements: z3Only,
  modes: ['EXPLORE'],
  input_kinds: ['STRUCTURED_REQUEST', 'FORMAL_PROPOSITION'],
  related: ['sat.assignment.check', 'smt.solve', 'graph.coloring.k_colorability.decide'],
  qualifiers: ['exact'],
  equal: (a, b) => a.outcome === b.outcome,
  verify: ({ cnf: formula }, { outcome, assignment }) => {
    if (outcome !== 'SAT') return null;
    if (assignment?.length !== formula.variables.length) return 'the assignment has a value for every variable';
    return firstFalseClause(formula, assignment) === null ? null : 'the assignment satisfies every clause';
  },
  exhausted: (_input, resource): Output => ({ outcome: 'UNKNOWN', exhausted: resource }),
  payloadBudget: ({ timeout_ms }) => (timeout_ms === undefined ? {} : { wall_ms: timeout_ms }),
});
