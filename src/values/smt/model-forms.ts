import { realRoot, rootOf } from '../algebraic-number.js';
import { bindVariables } from './binders.js';
import { trim, type IntegerPolynomial } from './integer-polynomial.js';
import { ourNames } from './print.js';
import { atomExpression, rationalExpression } from './real-value.js';
import { createGlobals, type Globals } from './scope.js';
import { headOf, indexOf, itemsOf, symbolOf, type Sexpr } from './sexpr.js';
import { readSort } from './sort-reader.js';
import { readOf } from './term-reader.js';
import { real, realTerm, type Binding, type Problem, type Sort, type Term } from './term.js';

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
  globals.extra = (given) => elementOf(given) ?? engineForms(given, globals) ?? asArray(given, globals);
  return globals;
}

/** Constants that no script can have: `(root-obj …)`, and `(as @3 U)`, the element 3 of an uninterpreted sort. */
export function engineForms(form: Sexpr, globals: Globals): Term | null {
  const head = headOf(form);
  if (head === 'root-obj') return rootObject(form);
  if (head !== 'as') return null;
  const [, nameForm, sortForm] = itemsOf(form) ?? [];
  const index = /^@(\d{1,9})$/.exec(symbolOf(nameForm) ?? '')?.[1];
  if (index === undefined || sortForm === undefined) return null;
  const sort = readSort(sortForm, globals);
  if (sort.kind !== 'declared' || globals.sorts[sort.id]?.constructors !== null) return null;
  return { kind: 'literal', literal: { kind: 'element', sort: sort.id, index: Number(index) }, sort };
}

/** Elements as they are printed under our names: `t0!val!3`. */
function elementOf(form: Sexpr): Term | null {
  const match = /^t(\d+)!val!(\d+)$/.exec(symbolOf(form) ?? '');
  if (match === null) return null;
  const [id, index] = [Number(match[1]), Number(match[2])];
  return {
    kind: 'literal',
    literal: { kind: 'element', sort: id, index },
    sort: { kind: 'declared', id, args: [] },
  };
}

/** `(root-obj (+ (^ x 2) (- 2)) 1)`: a real root, counted from 1. */
function rootObject(form: Sexpr): Term {
  const [, polynomialForm, indexForm] = itemsOf(form) ?? [];
  const index = indexOf(indexForm, 1_000_000);
  if (polynomialForm === undefined || index === null) throw new ModelError('a root-obj of another form');
  const told = realRoot(readPolynomial(polynomialForm), index - 1);
  if (told === null) throw new ModelError('a root-obj that names no real root');
  if ('num' in told) return realTerm({ num: BigInt(told.num), den: BigInt(told.den) });
  const root = rootOf(told);
  if (root === null) throw new ModelError('a root-obj that names no real root');
  const num = atomExpression(root);
  const den = rationalExpression({ num: 1n, den: 1n });
  return { kind: 'literal', literal: { kind: 'algebraic', num, den, told }, sort: real };
}

/** The number of a symbol of the model; one that the script does not have is added. */
function symbolOfModel(name: string, parameters: readonly Sort[], result: Sort, globals: Globals): number {
  const known = globals.symbolNames.get(name);
  if (known !== undefined) return known;
  globals.symbols.push({ name, parameters, result, role: 'defined', definition: null });
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
      return { symbol: symbolOfModel(name, parameters, result, globals), variables, inner, result, bodyForm };
    });
  const definitions = new Map<number, Definition>();
  for (const { symbol, variables, inner, result, bodyForm } of heads) {
    definitions.set(symbol, { variables, result, body: readOf(bodyForm, result, inner, globals) });
  }
  return definitions;
}
