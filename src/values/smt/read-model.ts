import { evaluate, type Context } from './evaluate.js';
import { constantOf, modelGlobals, ModelError, readDefinitions, type Definition } from './model-forms.js';
import type { FunctionEntry, ModelBinding, ModelValue } from './model.js';
import { anyValue, compareTexts, fromModelValue, toModelValue } from './model-values.js';
import { printSymbol, printTerm, type Names } from './print.js';
import { ScriptError, type Globals } from './scope.js';
import type { Sexpr } from './sexpr.js';
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
    return new ModelWriter(problem, globals, definitions).bindings();
  } catch (error) {
    if (error instanceof ScriptError) throw new ModelError(`a term of the model: ${error.message}`);
    throw error;
  }
}

/** Writes each declared symbol's meaning in canonical form. */
class ModelWriter {
  private readonly context: Context;

  constructor(
    private readonly problem: Problem,
    private readonly globals: Globals,
    private readonly definitions: ReadonlyMap<number, Definition>,
  ) {
    const symbols = globals.symbols.map((symbol, id): DeclaredSymbol => {
      const definition = definitions.get(id);
      return definition === undefined ? symbol : { ...symbol, role: 'defined', definition };
    });
    this.context = {
      problem: { symbols, sorts: globals.sorts },
      meanings: new Map([...globals.symbols.keys()].map((id) => [id, () => this.constant(id)])),
      divisionByZero: () => null,
      fuel: { left: 20_000_000 },
    };
  }

  bindings(): readonly ModelBinding[] {
    const declared = [...this.problem.symbols.entries()].filter(([, { role }]) => role === 'declared');
    const own = declared.map(([id, symbol]) => this.binding(symbol.name, symbol, this.definitions.get(id)));
    return [...own, ...this.divisions()];
  }

  /** Elements of sorts and algebraic numbers: the only symbols without a definition. */
  private constant(id: number) {
    const symbol = this.globals.symbols[id];
    if (symbol === undefined) return null;
    const element = /!val!(\d+)$/.exec(symbol.name)?.[1];
    if (element !== undefined && symbol.result.kind === 'declared') {
      return { kind: 'element', sort: symbol.result.id, index: Number(element) } as const;
    }
    const value = constantOf(symbol);
    return value === undefined ? null : fromModelValue(value, symbol.result, this.problem);
  }

  private binding(
    name: string,
    symbol: Pick<DeclaredSymbol, 'parameters' | 'result'>,
    found: Definition | undefined,
  ): ModelBinding {
    const nameOf = (id: number) => printSymbol(this.problem.sorts[id]?.name ?? '');
    const sorts = [...symbol.parameters, symbol.result].map((sort) => printSort(sort, nameOf));
    const sort = symbol.parameters.length === 0 ? (sorts[0] ?? '') : `(-> ${sorts.join(' ')})`;
    const parameters = sorts.slice(0, -1);
    if (found === undefined) {
      const value = anyValue(symbol.result, this.problem);
      if (value === null) throw new ModelError('no value for a symbol');
      return { name, sort, value: parameters.length === 0 ? value : { parameters, entries: [], default: value } };
    }
    if (parameters.length > 0)
      return { name, sort, value: this.table(found, parameters) ?? this.definition(found, parameters) };
    return { name, sort, value: this.value(found.body) ?? this.definition(found, []) };
  }

  private value(term: Term): ModelValue | null {
    if (term.kind === 'call') {
      const constant = constantOf(this.globals.symbols[term.symbol]);
      if (constant !== undefined) return constant;
    }
    if (term.sort.kind === 'Array') {
      const array = this.arrayTable(term);
      if (array !== null) return array;
    }
    const value = evaluate(term, this.context);
    return value === null ? null : toModelValue(value, this.problem);
  }

  /** `(_ as-array f)` and a lambda over a chain of ite: a table like that of a function. */
  private arrayTable(term: Term): ModelValue | null {
    if (term.kind !== 'lambda') return null;
    const called = term.body.kind === 'call' ? this.definitions.get(term.body.symbol) : undefined;
    const definition = called ?? { variables: term.variables, result: term.body.sort, body: term.body };
    const table = this.table(definition, ['']);
    if (table === null || typeof table !== 'object' || !('entries' in table) || !('parameters' in table)) return null;
    const entries = table.entries.flatMap(({ arguments: args, value }) =>
      args.slice(0, 1).map((index) => ({ index, value })),
    );
    return { default: table.default, entries };
  }

  /** A chain of ite on equalities of the parameters with values; null for anything else. */
  private table({ variables, body }: Definition, parameters: readonly string[]): ModelValue | null {
    const entries = new Map<string, FunctionEntry>();
    let rest = body;
    while (rest.kind === 'apply' && rest.op === 'ite') {
      const [condition, yes, no] = rest.args;
      if (condition === undefined || yes === undefined || no === undefined) return null;
      const args = this.caseOf(condition, variables);
      const value = args === null ? null : this.value(yes);
      if (args === null || value === null) return null;
      const key = JSON.stringify(args);
      if (!entries.has(key)) entries.set(key, { arguments: args, value });
      rest = no;
    }
    const value = this.value(rest);
    if (value === null) return null;
    const same = JSON.stringify(value);
    const sorted = [...entries]
      .filter(([, entry]) => JSON.stringify(entry.value) !== same)
      .sort(([a], [b]) => compareTexts(a, b));
    return { parameters, entries: sorted.map(([, entry]) => entry), default: value };
  }

  private caseOf(condition: Term, variables: readonly Binding[]): readonly ModelValue[] | null {
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
        if (a.kind === 'variable' && a.id === id) return this.value(b);
        if (b.kind === 'variable' && b.id === id) return this.value(a);
      }
      return null;
    });
    const known = args.filter((arg) => arg !== null);
    return known.length === args.length ? known : null;
  }

  /** The term itself, its parameters called x0, x1, …; helper functions of the engine are let into it as they stand. */
  private definition({ variables, body }: Definition, parameters: readonly string[]): ModelValue {
    const names: Names = {
      sort: (id) => printSymbol(this.problem.sorts[id]?.name ?? ''),
      symbol: (id) => printSymbol(this.globals.symbols[id]?.name ?? ''),
      variable: (id) => {
        const position = variables.findIndex((variable) => variable.id === id);
        return position < 0 ? `y${String(id)}` : `x${String(position)}`;
      },
    };
    return { parameters, definition: printTerm(this.inline(body), names) };
  }

  /** Calls of the engine's own helper functions, which nobody else could know, become their bodies. */
  private inline(term: Term): Term {
    if (term.kind === 'apply') return { ...term, args: term.args.map((arg) => this.inline(arg)) };
    if (term.kind !== 'call') return term;
    const args = term.args.map((arg) => this.inline(arg));
    const definition = term.symbol < this.problem.symbols.length ? undefined : this.definitions.get(term.symbol);
    if (definition === undefined) return { ...term, args };
    const bindings = definition.variables.map(({ id }, i) => ({ id, term: args[i] ?? term }));
    const body = this.inline(definition.body);
    return bindings.length === 0 ? body : { kind: 'let', bindings, body, sort: body.sort };
  }

  /** What the engine chose for division by zero, where it says so: `div0`, `mod0`, `/0` of one or two arguments. */
  private divisions(): readonly ModelBinding[] {
    const found: ModelBinding[] = [];
    for (const [symbol, name] of [
      ['/0', '(/ x 0)'],
      ['div0', '(div x 0)'],
      ['mod0', '(mod x 0)'],
    ] as const) {
      const id = this.globals.symbolNames.get(symbol);
      const definition = id === undefined ? undefined : this.definitions.get(id);
      if (definition === undefined) continue;
      const binding = this.binding(
        name,
        { parameters: definition.variables.map(({ sort }) => sort), result: definition.result },
        definition,
      );
      found.push(binding);
    }
    return found;
  }
}
