import { z } from 'zod';
import { parseScript } from '../src/values/smt/script.js';
import type { Problem } from '../src/values/smt/term.js';
import { mustParse, valueType, type Parse } from '../src/values/value.js';

/** Names of logics are put together from the theories' abbreviations: QF_LIA, AUFNIRA, QF_ABVFP. */
const logicName =
  /^(?:ALL|(?:QF_)?(?=[A-Z])(?:AX|A)?(?:UF)?(?:BV)?(?:FP)?(?:DT)?(?:S)?(?:IDL|RDL|LIA|LRA|LIRA|NIA|NRA|NIRA)?)$/;

const parseLogic: Parse<string> = (raw, at, issues) => {
  if (typeof raw !== 'string') {
    issues.add(
      at,
      raw === undefined ? 'missing' : 'wrong_type',
      'Send the name of a logic, such as "QF_LIA"; "ALL" for any.',
    );
    return undefined;
  }
  if (!logicName.test(raw) || raw === 'QF_') {
    issues.add(
      at,
      'unknown_logic',
      'Send the name of an SMT-LIB logic, such as "QF_LIA", "QF_NRA" or "QF_BV"; "ALL" for any.',
    );
    return undefined;
  }
  return raw;
};

const parseText: Parse<string> = (raw, at, issues) => {
  if (typeof raw !== 'string') {
    issues.add(at, raw === undefined ? 'missing' : 'wrong_type', 'Send the script as text.');
    return undefined;
  }
  return parseScript(raw, at, issues) === undefined ? undefined : raw;
};

export const logicField = valueType<string, string>(parseLogic, {
  type: 'string',
  description:
    'SMT-LIB logic such as QF_UF, QF_LIA, QF_LRA, QF_NRA, QF_BV; ALL for any. It chooses a strategy, never a meaning.',
});

export const scriptField = valueType<string, string>(parseText, {
  type: 'string',
  description:
    'SMT-LIB 2.6: declare-const, declare-fun, declare-sort, declare-datatypes (without parameters), define-fun, define-fun-rec, define-sort, assert. ' +
    'set-logic (the same logic), set-info, :produce- options and one final (check-sat), (get-model) are read and dropped; ' +
    'push, pop, include, other options and a check-sat in the middle are refused.',
});

/** Accepted and mapped to the call's budget. */
export const timeoutField = z
  .int()
  .min(1)
  .optional()
  .meta({ description: 'wall time in ms; the smaller of this and budget.wall_ms counts' });

interface WithScript {
  readonly logic: string;
  readonly smtlib: string;
}

/** An issue of the whole payload: the script must not name another logic. */
export function checkLogic(payload: WithScript, context: z.RefinementCtx): void {
  const named = problemOf(payload).logic;
  if (named === null || named === payload.logic) return;
  context.addIssue({
    code: 'custom',
    path: ['smtlib'],
    message: 'The script sets another logic than the field logic: make them the same, or leave set-logic out.',
    params: { code: 'logic_mismatch', bound: false },
  });
}

const problems = new WeakMap<WithScript, Problem>();

/** The parsed script of a canonical input; parsed once as long as the input lives. */
export function problemOf(input: WithScript): Problem {
  const known = problems.get(input);
  if (known !== undefined) return known;
  const problem = mustParse<Problem>(
    (raw, at, issues) => (typeof raw === 'string' ? parseScript(raw, at, issues) : undefined),
    input.smtlib,
  );
  problems.set(input, problem);
  return problem;
}
