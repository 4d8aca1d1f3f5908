import { z } from 'zod';
import { defineOperation } from '../../src/contracts/operation.js';
import { cnf, cnfBounds, firstFalseClause } from '../../src/values/cnf.js';
import { quick } from '../budgets.js';
import { noEngine } from '../requirements.js';

const input = z
  .strictObject({
    cnf: cnf('The formula: variables and clauses in any order, or a DIMACS text.'),
    assignment: z
      .array(z.boolean())
      .meta({ description: 'one value for each variable, in the order of cnf.variables' }),
  })
  .superRefine((given, context) => {
    if (given.assignment.length === given.cnf.variables.length) return;
    const message = 'Send one truth value for each variable of the formula.';
    context.addIssue({ code: 'custom', path: ['assignment'], message, params: { code: 'wrong_length' } });
  });

const output = z.strictObject({
  satisfies: z.boolean(),
  first_unsatisfied_clause: z.int().min(0).optional().meta({
    description: '0-based index of the first false clause, in the order as sent; left out when there is none',
  }),
});

export type Input = z.output<typeof input>;
export type Output = z.output<typeof output>;

export const operation = defineOperation({
  id: 'sat.assignment.check',
  version: '1.0.0',
  title: 'Check of an assignment against a formula in CNF',
  description:
    'Evaluates a formula in conjunctive normal form under a total assignment and names the first clause that is false, by its 0-based index as sent.',
  discovery_terms: [
    'evaluate formula',
    'verify model',
    'satisfying assignment',
    'check solution of SAT',
    'truth values',
  ],
  tags: ['sat', 'logic', 'check'],
  input,
  output,
  output_summary: 'whether the assignment satisfies the formula, else the first false clause',
  exact_input_scope: `at most ${String(cnfBounds.variables)} variables, ${String(cnfBounds.clauses)} clauses`,
  examples: [
    {
      name: 'satisfied',
      description: 'Both clauses hold.',
      input: { cnf: { variables: ['a', 'b'], clauses: [[-1, 2], [1]] }, assignment: [true, true] },
      output: { satisfies: true },
    },
    {
      name: 'violated',
      description: 'The clause with index 1 is false.',
      input: { cnf: { variables: ['a', 'b'], clauses: [[1, 2], [-2], [-1]] }, assignment: [false, true] },
      output: { satisfies: false, first_unsatisfied_clause: 1 },
    },
    {
      name: 'too_few_values',
      description: 'An assignment has a value for every variable.',
      input: { cnf: { variables: ['a', 'b'], clauses: [[1, 2]] }, assignment: [true] },
      error: { code: 'INVALID_REQUEST' },
    },
  ],
  budget: quick,
  runtime_requirements: noEngine,
  modes: ['EXPLORE'],
  input_kinds: ['STRUCTURED_REQUEST'],
  related: ['sat.solve'],
  qualifiers: ['exact', 'deterministic'],
  equal: (a, b) => a.satisfies === b.satisfies && a.first_unsatisfied_clause === b.first_unsatisfied_clause,
  verify: (given, answer) => {
    const first = firstFalseClause(given.cnf, given.assignment);
    const right = answer.satisfies === (first === null) && answer.first_unsatisfied_clause === (first ?? undefined);
    return right ? null : 'the verdict follows from the values of the clauses';
  },
});
