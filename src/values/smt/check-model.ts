import { readDefinition, type ReadDefinition } from './definition.js';
import { evaluate, evaluateIn, type Context, type Interpretation } from './evaluate.js';
import { ModelError } from './model-forms.js';
import type { ModelBinding, ModelValue } from './model.js';
import { fromModelValue } from './model-values.js';
import { ScriptError } from './scope.js';
import { SexprError } from './sexpr.js';
import { int, real, sameSort, type DeclaredSymbol, type Problem, type Sort } from './term.js';
import { equalValues, type Environment, type Value } from './value.js';

/** What exact evaluation says of a model: each assertion true, one false, or some that it cannot decide. */
export type ModelCheck = 'holds' | 'fails' | 'undecided';

const fuel = 5_000_000;

export function checkModel(problem: Problem, model: readonly ModelBinding[]): ModelCheck {
  const context = contextOf(problem, model);
  if (context === null) return 'fails';
  let undecided = false;
  for (const term of problem.assertions) {
    const value = evaluate(term, context);
    if (value?.kind !== 'bool') undecided = true;
    else if (!value.value) return 'fails';
  }
  return undecided ? 'undecided' : 'holds';
}

/** Null where a declared symbol has no value of its sort. */
function contextOf(problem: Problem, model: readonly ModelBinding[]): Context | null {
  const byName = new Map(model.map((binding) => [binding.name, binding.value]));
  const meanings = new Map<number, Interpretation>();
  const context: Context = { problem, meanings, divisionByZero: divisions(byName, problem), fuel: { left: fuel } };
  for (const [id, symbol] of problem.symbols.entries()) {
    if (symbol.role !== 'declared') continue;
    const raw = byName.get(symbol.name);
    const meaning = raw === undefined ? null : meaningOf(raw, symbol, problem, context);
    if (meaning === null) return null;
    meanings.set(id, meaning);
  }
  return context;
}

function meaningOf(
  raw: ModelValue,
  symbol: Pick<DeclaredSymbol, 'parameters' | 'result'>,
  problem: Problem,
  context: Context,
): Interpretation | null {
  if (typeof raw === 'object' && 'definition' in raw) return definitionOf(raw, symbol, problem, context);
  if (symbol.parameters.length === 0) {
    const value = fromModelValue(raw, symbol.result, problem);
    return value === null ? null : () => value;
  }
  if (typeof raw !== 'object' || !('parameters' in raw) || !('entries' in raw)) return null;
  return tableOf(raw, symbol, problem);
}

function tableOf(
  raw: Extract<ModelValue, { readonly parameters: readonly string[]; readonly default: unknown }>,
  { parameters, result }: Pick<DeclaredSymbol, 'parameters' | 'result'>,
  problem: Problem,
): Interpretation | null {
  const rest = fromModelValue(raw.default, result, problem);
  const rows: { args: Value[]; value: Value }[] = [];
  for (const entry of raw.entries) {
    const value = fromModelValue(entry.value, result, problem);
    const args = entry.arguments.map((arg, i) => fromModelValue(arg, parameters[i] ?? result, problem));
    const known = args.filter((arg) => arg !== null);
    if (value === null || known.length !== parameters.length) return null;
    rows.push({ args: known, value });
  }
  if (rest === null) return null;
  return (args) => {
    for (const row of rows) {
      const same = row.args.map((arg, i) => {
        const given = args[i];
        return given === undefined ? null : equalValues(arg, given);
      });
      if (same.includes(false)) continue;
      return same.includes(null) ? null : row.value;
    }
    return rest;
  };
}

/** A term over x0, x1, … in the script's own names. What cannot be read back is not checked; it is not wrong for that. */
function definitionOf(
  raw: Extract<ModelValue, { readonly definition: string }>,
  { parameters, result }: Pick<DeclaredSymbol, 'parameters' | 'result'>,
  problem: Problem,
  context: Context,
): Interpretation {
  const isArray = parameters.length === 0 && result.kind === 'Array' && raw.parameters.length === 1;
  const [own, of] = isArray ? [[result.index], result.element] : [parameters, result];
  const read = readBack(raw.definition, own, of, problem);
  const [index] = read?.variables ?? [];
  if (read === null) return () => null;
  if (isArray) {
    const { body } = read;
    return () =>
      index === undefined ? null : { kind: 'closure', sort: result, variable: index.id, body, environment: null };
  }
  return (args) => {
    const environment = read.variables.reduce<Environment | null>(
      (outer, { id }, i) => ({ id, value: args[i] ?? null, outer }),
      null,
    );
    return evaluateIn(read.body, environment, context, 0);
  };
}

function readBack(text: string, parameters: readonly Sort[], result: Sort, problem: Problem): ReadDefinition | null {
  try {
    return readDefinition(text, parameters, result, problem);
  } catch (error) {
    if (error instanceof ScriptError || error instanceof SexprError || error instanceof ModelError) return null;
    throw error;
  }
}

/** Division by zero as the model says. Where it says nothing any function would do, but one and the same: undecided. */
function divisions(byName: ReadonlyMap<string, ModelValue>, problem: Problem): Context['divisionByZero'] {
  const tables = new Map<string, Interpretation | null>();
  return (op, dividend) => {
    const sort: Sort = op === '/' ? real : int;
    const raw = byName.get(`(${op} x 0)`);
    if (raw === undefined || typeof raw !== 'object' || !('parameters' in raw) || !('entries' in raw)) return null;
    const count = raw.parameters.length;
    const symbol = { parameters: new Array<Sort>(count).fill(sort), result: sort };
    const table = tables.get(op) ?? tableOf(raw, symbol, problem);
    tables.set(op, table);
    const zero: Value = sameSort(sort, int)
      ? { kind: 'int', value: 0n }
      : { kind: 'real', value: { num: 0n, den: 1n } };
    return table?.([dividend, zero].slice(0, count)) ?? null;
  };
}
