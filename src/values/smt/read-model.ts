import { elementAt, inlined, printDefinition } from './definition.js';
import { determined, evaluate, type Context } from './evaluate.js';
import { modelGlobals, ModelError, readDefinitions, type Definition } from './model-forms.js';
import type { FunctionEntry, ModelBinding, ModelValue } from './model.js';
import { anyValue, compareTexts, toModelValue } from './model-values.js';
import { scriptNames } from './print.js';
import { ScriptError, type Globals } from './scope.js';
import type { Sexpr } from './sexpr.js';
import { tabulate, withoutLambdas } from './tabulate.js';
import { printSort, type Binding, type DeclaredSymbol, type Problem, type Term } from './term.js';

export { ModelError };

/**
 * Reads `(get-model)`'s reply: `(model …)` or a plain list of define-fun. Terms are read by our own reader and evaluated
 * exactly, so every spelling of a value (stores, lets, as-array, fractions, root-obj) has one meaning.
 */
export function readModel(form: Sexpr, problem: Problem): readonly ModelBinding[] {
  const globals = modelGlobals(problem);
  try {
    const definitions = readDefinitions(form, globals);
    return bindings({ problem, globals, definitions, context: contextOf(problem, globals, definitions) });
  } catch (error) {
    if (error instanceof ScriptError) throw new ModelError(`a term of the model: ${error.message}`);
    throw error;
  }
}

interface Model {
  readonly problem: Problem;
  readonly globals: Globals;
  readonly definitions: ReadonlyMap<number, Definition>;
  readonly context: Context;
}

function contextOf(problem: Problem, globals: Globals, definitions: Model['definitions']): Context {
  const symbols = globals.symbols.map((symbol, id): DeclaredSymbol => {
    const definition = definitions.get(id);
    return definition === undefined ? symbol : { ...symbol, role: 'defined', definition };
  });
  return {
    problem: { symbols, sorts: problem.sorts },
    meanings: new Map(),
    divisionByZero: () => null,
    fuel: { left: 20_000_000 },
  };
}

function bindings(model: Model): readonly ModelBinding[] {
  const declared = [...model.problem.symbols.entries()].filter(([, { role }]) => role === 'declared');
  const own = declared.map(([id, symbol]) => bindingOf(symbol.name, symbol, model.definitions.get(id), model));
  return [...own, ...divisions(model)];
}

function bindingOf(
  name: string,
  symbol: Pick<DeclaredSymbol, 'parameters' | 'result'>,
  found: Definition | undefined,
  model: Model,
): ModelBinding {
  const nameOf = scriptNames(model.problem).sort;
  const sorts = [...symbol.parameters, symbol.result].map((sort) => printSort(sort, nameOf));
  const sort = symbol.parameters.length === 0 ? (sorts[0] ?? '') : `(-> ${sorts.join(' ')})`;
  const parameters = sorts.slice(0, -1);
  if (found === undefined) {
    const value = anyValue(symbol.result, model.problem);
    if (value === null) throw new ModelError('no value for a symbol');
    return { name, sort, value: parameters.length === 0 ? value : { parameters, entries: [], default: value } };
  }
  if (parameters.length > 0) {
    const table = tableOf(found, parameters, model) ?? tabulated(found, parameters, model);
    return { name, sort, value: table ?? definitionOf(found, parameters, model) };
  }
  return { name, sort, value: valueOf(found.body, model) ?? definitionOf(found, [], model) };
}

function valueOf(term: Term, model: Model): ModelValue | null {
  if (term.sort.kind === 'Array') {
    const array = arrayTable(term, model);
    if (array !== null) return array;
  }
  return determined(() => {
    const value = evaluate(term, model.context);
    const plain = value === null ? null : withoutLambdas(value, model.context);
    return plain === null ? null : toModelValue(plain, model.problem);
  });
}

/** A body that compares its parameters with constants, in whatever way. */
function tabulated({ variables, body }: Definition, parameters: readonly string[], model: Model): ModelValue | null {
  return determined(() => {
    const table = tabulate(variables, body, null, model.context);
    const rest = table === null ? null : toModelValue(table.rest, model.problem);
    if (table === null || rest === null) return null;
    const entries = table.rows.flatMap(({ args, value }): FunctionEntry[] => {
      const told = toModelValue(value, model.problem);
      const at = args.map((arg) => toModelValue(arg, model.problem)).filter((arg) => arg !== null);
      return told === null || at.length < args.length ? [] : [{ arguments: at, value: told }];
    });
    if (entries.length < table.rows.length) return null;
    const sorted = entries.sort((a, b) => compareTexts(JSON.stringify(a.arguments), JSON.stringify(b.arguments)));
    return { parameters, entries: sorted, default: rest };
  });
}

/** `(_ as-array f)` and a lambda over a chain of ite: a table like that of a function. */
function arrayTable(term: Term, model: Model): ModelValue | null {
  if (term.kind !== 'lambda') return null;
  const { body } = term;
  const [arg, ...more] = body.kind === 'call' ? body.args : [];
  const isWhole = arg?.kind === 'variable' && arg.id === term.variables[0]?.id && more.length === 0;
  const called = isWhole && body.kind === 'call' ? model.definitions.get(body.symbol) : undefined;
  const definition = called ?? { variables: term.variables, result: body.sort, body };
  const table = tableOf(definition, [''], model);
  if (table === null || typeof table !== 'object' || !('entries' in table) || !('parameters' in table)) return null;
  const entries = table.entries.flatMap(({ arguments: args, value }) =>
    args.slice(0, 1).map((index) => ({ index, value })),
  );
  return { default: table.default, entries };
}

/** A chain of ite on equalities of the parameters with values; null for anything else. */
function tableOf({ variables, body }: Definition, parameters: readonly string[], model: Model): ModelValue | null {
  const entries = new Map<string, FunctionEntry>();
  let rest = body;
  while (rest.kind === 'apply' && rest.op === 'ite') {
    const [condition, yes, no] = rest.args;
    if (condition === undefined || yes === undefined || no === undefined) return null;
    const args = caseOf(condition, variables, model);
    const value = args === null ? null : valueOf(yes, model);
    if (args === null || value === null) return null;
    const key = JSON.stringify(args);
    if (!entries.has(key)) entries.set(key, { arguments: args, value });
    rest = no;
  }
  const value = valueOf(rest, model);
  if (value === null) return null;
  const same = JSON.stringify(value);
  const sorted = [...entries]
    .filter(([, entry]) => JSON.stringify(entry.value) !== same)
    .sort(([a], [b]) => compareTexts(a, b));
  return { parameters, entries: sorted.map(([, entry]) => entry), default: value };
}

function caseOf(condition: Term, variables: readonly Binding[], model: Model): readonly ModelValue[] | null {
  const equations = condition.kind === 'apply' && condition.op === 'and' ? condition.args : [condition];
  if (equations.length !== variables.length) return null;
  const args = variables.map(({ id, sort }): ModelValue | null => {
    for (const equation of equations) {
      // A Bool parameter stands for itself.
      if (equation.kind === 'variable' && equation.id === id && sort.kind === 'Bool') return true;
      if (equation.kind !== 'apply') continue;
      const [a, b] = equation.args;
      if (equation.op === 'not' && a?.kind === 'variable' && a.id === id) return false;
      if (equation.op !== '=' || a === undefined || b === undefined) continue;
      if (a.kind === 'variable' && a.id === id) return valueOf(b, model);
      if (b.kind === 'variable' && b.id === id) return valueOf(a, model);
    }
    return null;
  });
  const known = args.filter((arg) => arg !== null);
  return known.length === args.length ? known : null;
}

/** The term itself; helper functions of the engine are let into it as they stand. An array is told by its elements. */
function definitionOf({ variables, body }: Definition, parameters: readonly string[], model: Model): ModelValue {
  const tables = { sorts: model.problem.sorts, symbols: model.globals.symbols };
  const whole = inlined(body, model.problem.symbols.length, model.definitions);
  if (variables.length > 0 || body.sort.kind !== 'Array')
    return { parameters, definition: printDefinition(variables, whole, tables) };
  const index: Binding = { id: -1, sort: body.sort.index };
  const element = elementAt(whole, { kind: 'variable', ...index });
  const sort = printSort(index.sort, scriptNames(model.problem).sort);
  return { parameters: [sort], definition: printDefinition([index], element, tables) };
}

/** What the engine chose for division by zero, where it says so: `div0`, `mod0`, `/0` of one or two arguments. */
function divisions(model: Model): readonly ModelBinding[] {
  const found: ModelBinding[] = [];
  for (const [symbol, name] of [
    ['/0', '(/ x 0)'],
    ['div0', '(div x 0)'],
    ['mod0', '(mod x 0)'],
  ] as const) {
    const id = model.globals.symbolNames.get(symbol);
    const definition = id === undefined ? undefined : model.definitions.get(id);
    if (definition === undefined) continue;
    const binding = bindingOf(
      name,
      { parameters: definition.variables.map(({ sort }) => sort), result: definition.result },
      definition,
      model,
    );
    found.push(binding);
  }
  return found;
}
