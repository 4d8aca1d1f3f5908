import { printTerm, scriptNames } from './print.js';
import { createGlobals, type Scope } from './scope.js';
import { readSexprs } from './sexpr.js';
import { readOf } from './term-reader.js';
import { engineForms, type Definition } from './model-forms.js';
import { apply, mapSubterms, substitute, type Binding, type Problem, type Sort, type Term } from './term.js';

type Tables = Pick<Problem, 'sorts' | 'symbols'>;

/**
 * Functions and arrays that are no finite table are told by a term of SMT-LIB in the script's own names. The parameters
 * of a function, and the index of an array, are called x0, x1, …; where the script has such names, xx0, xx1, …
 */
export function printDefinition(variables: readonly Binding[], body: Term, tables: Tables): string {
  const [parameter, bound] = [prefixFor('x', tables), prefixFor('y', tables)];
  return printTerm(body, {
    ...scriptNames(tables),
    variable: (id) => {
      const position = variables.findIndex((variable) => variable.id === id);
      return position < 0 ? `${bound}${String(id)}` : `${parameter}${String(position)}`;
    },
  });
}

export interface ReadDefinition {
  /** The variables that stand for the parameters, in their order. */
  readonly variables: readonly Binding[];
  readonly body: Term;
}

/** What `printDefinition` printed. Throws ScriptError or SexprError where a term is beyond what is read here. */
export function readDefinition(
  text: string,
  parameters: readonly Sort[],
  result: Sort,
  tables: Tables,
): ReadDefinition | null {
  const globals = createGlobals();
  globals.sorts.push(...tables.sorts);
  globals.symbols.push(...tables.symbols);
  for (const [id, { name, instance }] of tables.sorts.entries())
    if (instance === undefined) globals.sortNames.set(name, id);
  for (const [id, symbol] of tables.symbols.entries()) {
    // Those of an instance share their names with the other instances: terms that have them are not read.
    const own = symbol.role === 'selector' ? symbol.parameters[0] : symbol.result;
    const shared = own?.kind === 'declared' && tables.sorts[own.id]?.instance !== undefined;
    if (!shared || (symbol.role !== 'constructor' && symbol.role !== 'selector'))
      globals.symbolNames.set(symbol.name, id);
  }
  globals.extra = (form) => engineForms(form, globals);
  globals.nextVariable = 1_000_000_000;
  const prefix = prefixFor('x', tables);
  const variables = parameters.map((sort, i): Binding => ({ id: -2 - i, sort }));
  const scope = variables.reduce<Scope | null>(
    (outer, variable, i) => ({ name: `${prefix}${String(i)}`, term: { kind: 'variable', ...variable }, outer }),
    null,
  );
  const [form] = readSexprs(text);
  return form === undefined ? null : { variables, body: readOf(form, result, scope, globals) };
}

/** The element of an array term at an index, without the array where that can be said. */
export function elementAt(array: Term, index: Term): Term {
  if (array.sort.kind !== 'Array') return array;
  const { element } = array.sort;
  if (array.kind === 'lambda') {
    return substitute(array.body, new Map(array.variables.map(({ id }): [number, Term] => [id, index])));
  }
  if (array.kind === 'let') return { ...array, body: elementAt(array.body, index), sort: element };
  if (array.kind !== 'apply') return apply('select', [array, index], element);
  const [first, second, third] = array.args;
  if (array.op === 'const' && first !== undefined) return first;
  if (first === undefined || second === undefined || third === undefined)
    return apply('select', [array, index], element);
  if (array.op === 'store') return apply('ite', [equation(index, second), third, elementAt(first, index)], element);
  if (array.op === 'ite') return apply('ite', [first, elementAt(second, index), elementAt(third, index)], element);
  return apply('select', [array, index], element);
}

/** Calls of the engine's own helper functions (symbols from `first` on), which nobody else could know, become their bodies. */
export function inlined(term: Term, first: number, definitions: ReadonlyMap<number, Definition>): Term {
  const inside = (inner: Term) => inlined(inner, first, definitions);
  const definition = term.kind === 'call' && term.symbol >= first ? definitions.get(term.symbol) : undefined;
  if (term.kind !== 'call' || definition === undefined) return mapSubterms(term, inside);
  const args = term.args.map(inside);
  const bindings = definition.variables.map(({ id }, i) => ({ id, term: args[i] ?? term }));
  const leaves = new Map(bindings.filter(isLeaf).map(({ id, term: arg }): [number, Term] => [id, arg]));
  const body = substitute(inside(definition.body), leaves);
  const rest = bindings.filter((binding) => !isLeaf(binding));
  return rest.length === 0 ? body : { kind: 'let', bindings: rest, body, sort: body.sort };
}

function isLeaf({ term }: { readonly term: Term }): boolean {
  return term.kind === 'variable' || term.kind === 'literal';
}

function equation(a: Term, b: Term): Term {
  return apply('=', [a, b], { kind: 'Bool' });
}

function prefixFor(letter: string, { symbols }: Tables): string {
  let prefix = letter;
  while (symbols.some(({ name }) => name.startsWith(prefix) && /^[0-9]+$/.test(name.slice(prefix.length))))
    prefix += letter;
  return prefix;
}
