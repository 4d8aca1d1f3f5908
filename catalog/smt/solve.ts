import { z } from 'zod';
import { defineOperation } from '../../src/contracts/operation.js';
import type { ExhaustedResource } from '../../src/contracts/outcome.js';
import { checkModel } from '../../src/values/smt/check-model.js';
import { modelOutput } from '../../src/values/smt/model.js';
import { long } from '../budgets.js';
import { z3Only } from '../requirements.js';
import { checkLogic, logicField, problemOf, scriptField, timeoutField } from '../smt-problem.js';

const input = z
  .strictObject({ logic: logicField, smtlib: scriptField, timeout_ms: timeoutField })
  .superRefine(checkLogic);

const output = z.strictObject({
  outcome: z.enum(['SAT', 'UNSAT', 'UNKNOWN']),
  model: modelOutput.optional(),
  exhausted: z.enum(['time', 'work', 'memory']).optional().meta({ description: 'with UNKNOWN: what ran out' }),
  reason: z.string().optional().meta({ description: "with UNKNOWN: why, in the solver's words or ours" }),
});

export { problemOf };
export type Input = z.output<typeof input>;
export type Output = z.output<typeof output>;

/** The reason of an UNKNOWN that the solver did not explain itself. */
export function whyUnknown(resource: ExhaustedResource | null): string {
  switch (resource) {
    case 'time':
      return 'the time limit was reached';
    case 'work':
      return 'the limit of solver steps was reached';
    case 'memory':
      return 'the memory limit was reached';
    default:
      return 'the solver gave up and did not say why';
  }
}

const half = { num: '1', den: '2' };

export const operation = defineOperation({
  id: 'smt.solve',
  version: '1.0.0',
  title: 'Satisfiability modulo theories',
  description:
    'Decides whether the assertions of an SMT-LIB script can hold together: SAT with an exact model (fractions and algebraic numbers, never rounded), UNSAT, or UNKNOWN with the reason. ' +
    'The model is evaluated here, exactly, against every assertion. Division of Ints and Reals by zero is an uninterpreted function; that of bit-vectors is total.',
  discovery_terms: [
    'is this formula satisfiable',
    'satisfiability',
    'constraint solving',
    'constraints',
    'find values',
    'solver',
    'SMT-LIB',
    'check-sat',
    'linear integer arithmetic',
    'integer programming',
    'feasibility',
    'nonlinear real arithmetic',
    'bit-vectors',
    'arrays',
    'uninterpreted functions',
    'quantifiers',
    'z3',
  ],
  tags: ['smt', 'satisfiability', 'logic', 'decision'],
  input,
  output,
  output_summary: 'SAT with an exact model, UNSAT, or UNKNOWN with its reason',
  exact_input_scope: 'SMT-LIB 2.6 scripts of at most 16,000,000 characters with one check-sat',
  examples: [
    {
      name: 'fraction',
      description: 'A real that is no decimal.',
      input: { logic: 'QF_LRA', smtlib: '(declare-const r Real)(assert (= (* 2 r) 1.0))(check-sat)' },
      output: { outcome: 'SAT', model: [{ name: 'r', sort: 'Real', value: half }] },
    },
    {
      name: 'algebraic',
      description: 'The negative square root of 2: an algebraic number, not an approximation.',
      input: { logic: 'QF_NRA', smtlib: '(declare-const x Real)(assert (and (= (* x x) 2.0) (< x 0.0)))' },
      output: {
        outcome: 'SAT',
        model: [
          {
            name: 'x',
            sort: 'Real',
            value: {
              polynomial: {
                domain: 'ZZ',
                variables: ['x'],
                terms: [
                  { coefficient: '1', exponents: [2] },
                  { coefficient: '-2', exponents: [0] },
                ],
              },
              real_root_index: 0,
              interval: {
                lower: { num: '-1482911', den: '1048576' },
                upper: { num: '-741455', den: '524288' },
              },
            },
          },
        ],
      },
    },
    {
      name: 'unsatisfiable',
      description: 'Division by zero is a function: equal dividends give equal quotients.',
      input: {
        logic: 'QF_NIA',
        smtlib: '(declare-const a Int)(declare-const b Int)(assert (= a b))(assert (not (= (div a 0) (div b 0))))',
      },
      output: { outcome: 'UNSAT' },
    },
    {
      name: 'undeclared',
      description: 'A symbol that is not declared.',
      input: { logic: 'QF_LIA', smtlib: '(declare-const x Int)(assert (> x y))' },
      error: { code: 'INVALID_REQUEST' },
    },
  ],
  budget: long,
  runtime_requirements: z3Only,
  modes: ['EXPLORE'],
  input_kinds: ['STRUCTURED_REQUEST'],
  related: ['sat.solve'],
  qualifiers: ['exact'],
  // Two models of one problem are both right: `verify` checks each.
  equal: (a, b) => a.outcome === b.outcome,
  verify: (given, answer) => {
    if ((answer.outcome === 'SAT') !== (answer.model !== undefined)) return 'a model comes with SAT and only with it';
    if (answer.model === undefined) return null;
    return checkModel(problemOf(given), answer.model) === 'fails' ? 'every assertion holds under the model' : null;
  },
  exhausted: (_given, resource): Output => ({ outcome: 'UNKNOWN', exhausted: resource, reason: whyUnknown(resource) }),
  payloadBudget: (given) => (given.timeout_ms === undefined ? {} : { wall_ms: given.timeout_ms }),
});
