import { checkWithModel, readCheck, script, type Check } from '../../backends/z3/dialect.js';
import { problemOf, whyUnknown, type Input, type Output } from '../../catalog/smt/solve.js';
import { ReplyError, type Adapter, type Reply } from '../../src/contracts/adapter.js';
import { ok, type AnswerReport, type Outcome } from '../../src/contracts/outcome.js';
import { checkModel } from '../../src/values/smt/check-model.js';
import { isWithinLogic } from '../../src/values/smt/logic.js';
import type { ModelBinding } from '../../src/values/smt/model.js';
import { printCommands } from '../../src/values/smt/print.js';
import { ModelError, readModel } from '../../src/values/smt/read-model.js';
import { itemsOf, type Sexpr } from '../../src/values/smt/sexpr.js';
import type { Problem } from '../../src/values/smt/term.js';

export const adapter: Adapter<Input, Output> = {
  operation: 'smt.solve',
  backend: 'z3',
  kernels: ['z3'],
  encode: (input, grant) => {
    const problem = problemOf(input);
    const logic = isWithinLogic(problem, input.logic) ? { logic: input.logic } : {};
    const options = { ...logic, soft_ms: grant.soft_ms, steps: grant.budget.solver_steps };
    return script(options, [...printCommands(problem), checkWithModel]);
  },
  decode: (reply, input) => decode(reply, problemOf(input)),
};

function decode(reply: Reply, problem: Problem): Outcome<Output> {
  const answer = readCheck(reply);
  switch (answer.verdict) {
    case 'rejected':
      return { kind: 'rejected', field: 'smtlib', message: refusal(answer, problem) };
    case 'unsat':
      return ok({ outcome: 'UNSAT' }, { obligations: [unsatUnproved] });
    case 'unknown': {
      const reason = answer.reason === '' ? whyUnknown(answer.resource) : answer.reason;
      const exhausted = answer.resource === null ? {} : { exhausted: answer.resource };
      return ok({ outcome: 'UNKNOWN', ...exhausted, reason }, { completeness: 'PARTIAL' });
    }
    case 'sat': {
      if (problem.symbols.some(({ role }) => role === 'recursive'))
        return ok(unfoldedOnly, { completeness: 'PARTIAL' });
      const model = divisionsAdded(problem, modelOf(answer.forms, problem));
      return ok({ outcome: 'SAT', model }, reportOf(problem, model));
    }
  }
}

/**
 * A recursive definition says that an equation holds for all arguments, and some equations no function satisfies:
 * f(n) = 1 + f(n). Z3 only unfolds it where it needs a value, so its `sat` does not tell that there is a model.
 */
const unfoldedOnly: Output = {
  outcome: 'UNKNOWN',
  reason:
    'a model of what the solver unfolded was found, but that the recursive definitions hold for all arguments was not shown',
};

/** The command that the engine refused by the script's own line, the engine's words without our names. */
function refusal({ message, commandsBack }: Extract<Check, { verdict: 'rejected' }>, { commands }: Problem): string {
  const line = commandsBack === null ? undefined : commands[commands.length - commandsBack]?.line;
  const where = line === undefined ? '' : `Line ${String(line)}: `;
  const words = message
    .replace(/\bs\d+\b/g, '<symbol>')
    .replace(/\bt\d+\b/g, '<sort>')
    .replace(/\bv\d+\b/g, '<variable>');
  return `${where}The solver does not read ${line === undefined ? 'some part of the script' : 'this command'}${words === '' ? '.' : `: ${words}`}`;
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
