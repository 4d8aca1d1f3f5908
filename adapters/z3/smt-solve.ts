import { assert, check, readCheck, script } from '../../backends/z3/dialect.js';
import { problemOf, type Input, type Output } from '../../catalog/smt/solve.js';
import { ReplyError, type Adapter, type Reply } from '../../src/contracts/adapter.js';
import { ok, type AnswerReport, type Outcome } from '../../src/contracts/outcome.js';
import { checkModel } from '../../src/values/smt/check-model.js';
import { isWithinLogic } from '../../src/values/smt/logic.js';
import type { ModelBinding } from '../../src/values/smt/model.js';
import { printDeclarations, printTerm } from '../../src/values/smt/print.js';
import { ModelError, readModel } from '../../src/values/smt/read-model.js';
import { itemsOf, type Sexpr } from '../../src/values/smt/sexpr.js';
import type { Problem } from '../../src/values/smt/term.js';

export const adapter: Adapter<Input, Output> = {
  operation: 'smt.solve',
  backend: 'z3',
  kernels: ['z3'],
  encode: (input, grant) => {
    const problem = problemOf(input);
    const assertions = problem.assertions.map(({ term }) => assert(printTerm(term)));
    const logic = isWithinLogic(problem, input.logic) ? { logic: input.logic } : {};
    const options = { ...logic, soft_ms: grant.soft_ms, steps: grant.budget.solver_steps };
    return script(options, [...printDeclarations(problem), ...assertions, check, '(get-model)']);
  },
  decode: (reply, input) => decode(reply, problemOf(input)),
};

function decode(reply: Reply, problem: Problem): Outcome<Output> {
  const answer = readCheck(reply);
  switch (answer.verdict) {
    case 'rejected':
      return { kind: 'rejected', field: 'smtlib', message: 'The solver does not read some part of this script.' };
    case 'unsat':
      return ok({ outcome: 'UNSAT' }, { obligations: [unsatUnproved] });
    case 'unknown': {
      const reason = answer.reason === '' ? {} : { reason: answer.reason };
      const exhausted = answer.resource === null ? {} : { exhausted: answer.resource };
      return ok({ outcome: 'UNKNOWN', ...exhausted, ...reason }, { completeness: 'PARTIAL' });
    }
    case 'sat': {
      const model = divisionsAdded(problem, modelOf(answer.forms, problem));
      return ok({ outcome: 'SAT', model }, reportOf(problem, model));
    }
  }
}

const unsatUnproved = {
  code: 'UNSAT_NOT_PROVED',
  text: 'UNSAT is the word of the solver alone: no proof was produced and checked.',
};

const modelUnchecked = {
  code: 'MODEL_NOT_CHECKED',
  text: 'Some assertion could not be evaluated exactly here (quantifiers, floating-point arithmetic, regular expressions, or a value the model leaves open): that it holds is the word of the solver.',
};

function reportOf(problem: Problem, model: readonly ModelBinding[]): AnswerReport {
  return checkModel(problem, model) === 'undecided' ? { obligations: [modelUnchecked] } : {};
}

function modelOf(forms: readonly Sexpr[], problem: Problem): readonly ModelBinding[] {
  const form = forms.find((candidate) => itemsOf(candidate)?.[0]?.kind !== 'keyword');
  if (form === undefined) throw new ReplyError('no model after sat');
  try {
    return readModel(form, problem);
  } catch (error) {
    if (error instanceof ModelError) throw new ReplyError(error.message);
    throw error;
  }
}

/** Where a model says nothing of division by zero and constant 0 makes it right, it says that. */
function divisionsAdded(problem: Problem, model: readonly ModelBinding[]): readonly ModelBinding[] {
  if (checkModel(problem, model) !== 'undecided') return model;
  const added = (['/', 'div', 'mod'] as const)
    .map((op): ModelBinding => {
      const sort = op === '/' ? 'Real' : 'Int';
      const zero = op === '/' ? { num: '0', den: '1' } : '0';
      return {
        name: `(${op} x 0)`,
        sort: `(-> ${sort} ${sort})`,
        value: { parameters: [sort], entries: [], default: zero },
      };
    })
    .filter(({ name }) => !model.some((binding) => binding.name === name));
  const completed = [...model, ...added];
  return checkModel(problem, completed) === 'holds' ? completed : model;
}
