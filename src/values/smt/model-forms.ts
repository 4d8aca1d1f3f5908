import { realRoot } from '../algebraic-number.js';
import { bindVariables } from './binders.js';
import { trim, type IntegerPolynomial } from './integer-polynomial.js';
import type { ModelValue } from './model.js';
import { ourNames } from './print.js';
import { createGlobals, type Globals } from './scope.js';
import { headOf, indexOf, itemsOf, symbolOf, type Sexpr } from './sexpr.js';
import { readSort } from './sort-reader.js';
import { readOf } from './term-reader.js';
import { real, type Binding, type DeclaredSymbol, type Problem, type Sort, type Term } from './term.js';

/** A model that an engine printed under names of ours cannot be understood. */
export class ModelError extends Error {
  override readonly name = 'ModelError';
}

export interface Definition {
  readonly variables: readonly Binding[];
  readonly result: Sort;
  readonly body: Term;
}

/** The script's tables under our names, and what engines write beyond SMT-LIB. Symbols of the model are added behind. */
export function modelGlobals(problem: Problem): Globals {
  const globals = createGlobals();
  globals.sorts.push(...problem.sorts);
  globals.symbols.push(...problem.symbols);
  for (const id of problem.sorts.keys()) globals.sortNames.set(ourNames.sort(id), id);
  for (const id of problem.symbols.keys()) globals.symbolNames.set(ourNames.symbol(id), id);
  globals.extra = (given) => elementOf(given, globals) ?? rootObject(given, globals) ?? asArray(given, globals);
  return globals;
}

/** Symbols beyond this are elements of uninterpreted sorts: `t0!val!3`, read as a symbol of its own. */
function elementOf(form: Sexpr, globals: Globals): Term | null {
  const name = symbolOf(form);
  const match = name === null ? null : /^t(\d+)!val!(\d+)$/.exec(name);
  if (match === null || name === null) return null;
  const sort: Sort = { kind: 'declared', id: Number(match[1]), args: [] };
  return { kind: 'call', symbol: addSymbol(name, [], sort, 'declared', globals), args: [], sort };
}

/** `(root-obj (+ (^ x 2) (- 2)) 1)`: a real root, counted from 1. It stands as a constant of its own. */
function rootObject(form: Sexpr, globals: Globals): Term | null {
  if (headOf(form) !== 'root-obj') return null;
  const [, polynomialForm, indexForm] = itemsOf(form) ?? [];
  const index = indexOf(indexForm, 1_000_000);
  if (polynomialForm === undefined || index === null) throw new ModelError('a root-obj of another form');
  const value = realRoot(readPolynomial(polynomialForm), index - 1);
  if (value === null) throw new ModelError('a root-obj that names no real root');
  if ('num' in value) {
    return {
      kind: 'literal',
      literal: { kind: 'real', value: { num: BigInt(value.num), den: BigInt(value.den) } },
      sort: real,
    };
  }
  const name = `root!${JSON.stringify([value.polynomial, value.real_root_index])}`;
  return { kind: 'call', symbol: addSymbol(name, [], real, 'declared', globals, value), args: [], sort: real };
}

const constants = new WeakMap<DeclaredSymbol, ModelValue>();

/** The algebraic number that stands behind a symbol of its own. */
export function constantOf(symbol: DeclaredSymbol | undefined): ModelValue | undefined {
  return symbol === undefined ? undefined : constants.get(symbol);
}

function addSymbol(
  name: string,
  parameters: readonly Sort[],
  result: Sort,
  role: 'declared' | 'defined',
  globals: Globals,
  constant?: ModelValue,
): number {
  const known = globals.symbolNames.get(name);
  if (known !== undefined) return known;
  const symbol: DeclaredSymbol = { name, parameters, result, role, definition: null };
  if (constant !== undefined) constants.set(symbol, constant);
  globals.symbols.push(symbol);
  globals.symbolNames.set(name, globals.symbols.length - 1);
  return globals.symbols.length - 1;
}

function readPolynomial(form: Sexpr): IntegerPolynomial {
  const [head, ...rest] = itemsOf(form) ?? [];
  const operator = symbolOf(head);
  if (form.kind === 'numeral') return trim([BigInt(form.text)]);
  if (symbolOf(form) === 'x') return [0n, 1n];
  const [first, second] = rest;
  if (operator === '^' && symbolOf(first) === 'x') {
    const power = indexOf(second, 100_000);
    if (power !== null) return [...new Array<bigint>(power).fill(0n), 1n];
  }
  const parts = rest.map(readPolynomial);
  const [a, b] = parts;
  if (operator === '+') return parts.reduce(addPolynomials, []);
  if (operator === '-' && a !== undefined && parts.length === 1) return a.map((c) => -c);
  if (operator === '*' && a?.length === 1 && b !== undefined && parts.length === 2)
    return b.map((c) => c * (a[0] ?? 0n));
  throw new ModelError('a polynomial of another form');
}

function addPolynomials(f: IntegerPolynomial, g: IntegerPolynomial): IntegerPolynomial {
  return trim(Array.from({ length: Math.max(f.length, g.length) }, (_, i) => (f[i] ?? 0n) + (g[i] ?? 0n)));
}

/** `(_ as-array f)`: the array that f tabulates, written as a lambda over it. */
function asArray(form: Sexpr, globals: Globals): Term | null {
  const items = itemsOf(form);
  if (headOf(form) !== '_' || symbolOf(items?.[1]) !== 'as-array') return null;
  const symbol = globals.symbolNames.get(symbolOf(items?.[2]) ?? '');
  const declared = symbol === undefined ? undefined : globals.symbols[symbol];
  const index = declared?.parameters[0];
  if (symbol === undefined || declared === undefined || index === undefined || declared.parameters.length !== 1)
    return null;
  globals.nextVariable += 1;
  const variable = { id: globals.nextVariable, sort: index };
  const body: Term = { kind: 'call', symbol, args: [{ kind: 'variable', ...variable }], sort: declared.result };
  return {
    kind: 'lambda',
    variables: [variable],
    body,
    patterns: [],
    sort: { kind: 'Array', index, element: declared.result },
  };
}

/** Heads first, then bodies: a definition may use one that is printed after it. */
export function readDefinitions(form: Sexpr, globals: Globals): ReadonlyMap<number, Definition> {
  const items = itemsOf(form);
  if (items === null) throw new ModelError('no model');
  const heads = items
    .filter((item) => ['define-fun', 'define-fun-rec', 'define-const'].includes(headOf(item) ?? ''))
    .map((item) => {
      const [, nameForm, list, resultForm, bodyForm] = itemsOf(item) ?? [];
      const name = symbolOf(nameForm);
      if (name === null || list === undefined || resultForm === undefined || bodyForm === undefined) {
        throw new ModelError('a definition of another form');
      }
      const { variables, inner } = bindVariables(list, null, globals);
      const result = readSort(resultForm, globals);
      const parameters = variables.map(({ sort }) => sort);
      return { symbol: addSymbol(name, parameters, result, 'defined', globals), variables, inner, result, bodyForm };
    });
  const definitions = new Map<number, Definition>();
  for (const { symbol, variables, inner, result, bodyForm } of heads) {
    definitions.set(symbol, { variables, result, body: readOf(bodyForm, result, inner, globals) });
  }
  return definitions;
}
