import { parseScript } from '../../../../src/values/smt/script.js';
import { readSexprs } from '../../../../src/values/smt/sexpr.js';
import { readModel } from '../../../../src/values/smt/read-model.js';
import type { ModelBinding } from '../../../../src/values/smt/model.js';
import type { Problem } from '../../../../src/values/smt/term.js';
import { mustParse } from '../../../../src/values/value.js';

export function parseProblem(text: string): Problem {
  return mustParse((raw, at, issues) => parseScript(String(raw), at, issues), text);
}

export function modelOf(problem: Problem, reply: string): readonly ModelBinding[] {
  const [form] = readSexprs(reply);
  if (form === undefined) throw new TypeError('no reply');
  return readModel(form, problem);
}
