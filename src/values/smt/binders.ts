import { constructorNamed } from './parametric.js';
import { fail, type Globals, type Scope } from './scope.js';
import { itemsOf, symbolOf, type Sexpr } from './sexpr.js';
import { readSort } from './sort-reader.js';
import { readTerm, wrongSorts } from './term-reader.js';
import { unify } from './fit.js';
import { bool, type Binding, type MatchCase, type Term } from './term.js';

/** `(let ((x t) …) body)`: the terms are read outside the new scope. */
export function readLet(rest: readonly Sexpr[], form: Sexpr, scope: Scope | null, globals: Globals): Term {
  const [list, bodyForm] = rest;
  const pairs = itemsOf(list);
  if (pairs === null || pairs.length === 0 || bodyForm === undefined || rest.length !== 2) {
    return fail('invalid_term', 'A let is (let ((name term) …) body).', form);
  }
  let inner = scope;
  const bindings = pairs.map((pair) => {
    const [nameForm, termForm, ...more] = itemsOf(pair) ?? [];
    const name = symbolOf(nameForm);
    if (name === null || termForm === undefined || more.length > 0) {
      return fail('invalid_term', 'A let binds pairs (name term).', pair);
    }
    const term = readTerm(termForm, scope, globals);
    const id = freshId(globals);
    inner = { name, term: { kind: 'variable', id, sort: term.sort }, outer: inner };
    return { id, term };
  });
  const body = readTerm(bodyForm, inner, globals);
  return { kind: 'let', bindings, body, sort: body.sort };
}

export function readBinder(
  kind: 'forall' | 'exists' | 'lambda',
  rest: readonly Sexpr[],
  form: Sexpr,
  scope: Scope | null,
  globals: Globals,
): Term {
  const [list, bodyForm] = rest;
  if (list === undefined || bodyForm === undefined || rest.length !== 2) {
    return fail('invalid_term', 'A quantifier is (forall ((name sort) …) body).', form);
  }
  const { variables, inner } = bindVariables(list, scope, globals);
  const { body, patterns } = readBody(bodyForm, inner, globals);
  const [only] = variables;
  if (only === undefined) return fail('invalid_term', 'A quantifier or a lambda binds one variable at least.', form);
  if (kind !== 'lambda') {
    if (body.sort.kind !== 'Bool') return wrongSorts(bodyForm);
    return { kind, variables, body, patterns, sort: bool };
  }
  if (variables.length > 1) return fail('invalid_term', 'A lambda binds one variable.', form);
  return { kind, variables, body, patterns: [], sort: { kind: 'Array', index: only.sort, element: body.sort } };
}

/** The variables of a quantifier or of a definition, and the scope that has them. */
export function bindVariables(
  list: Sexpr,
  scope: Scope | null,
  globals: Globals,
): { variables: readonly Binding[]; inner: Scope | null } {
  const pairs = itemsOf(list);
  if (pairs === null) return fail('invalid_term', 'A list of (name sort) was expected.', list);
  let inner = scope;
  const variables = pairs.map((pair): Binding => {
    const [nameForm, sortForm, ...more] = itemsOf(pair) ?? [];
    const name = symbolOf(nameForm);
    if (name === null || sortForm === undefined || more.length > 0) {
      return fail('invalid_term', 'A variable is declared as (name sort).', pair);
    }
    const variable = { id: freshId(globals), sort: readSort(sortForm, globals) };
    inner = { name, term: { kind: 'variable', ...variable }, outer: inner };
    return variable;
  });
  return { variables, inner };
}

/** A body with the patterns that its annotation names; other annotations say nothing about its meaning. */
function readBody(
  form: Sexpr,
  scope: Scope | null,
  globals: Globals,
): { body: Term; patterns: readonly (readonly Term[])[] } {
  const items = itemsOf(form);
  if (items === null || symbolOf(items[0]) !== '!' || items[1] === undefined) {
    return { body: readTerm(form, scope, globals), patterns: [] };
  }
  const patterns: Term[][] = [];
  for (const [i, item] of items.entries()) {
    if (item.kind !== 'keyword' || item.text !== ':pattern') continue;
    const terms = itemsOf(items[i + 1]);
    if (terms === null || terms.length === 0)
      return fail('invalid_term', ':pattern is followed by a list of terms.', item);
    patterns.push(terms.map((term) => readTerm(term, scope, globals)));
  }
  const named = items.find((item) => item.kind === 'keyword' && item.text === ':named');
  if (named !== undefined) return fail('invalid_term', ':named cannot be used inside a binder.', named);
  return { body: readTerm(items[1], scope, globals), patterns };
}

/** `(match t (((cons h r) body) (nil body) (x body)))`. */
export function readMatch(rest: readonly Sexpr[], form: Sexpr, scope: Scope | null, globals: Globals): Term {
  const [subjectForm, list] = rest;
  const caseForms = itemsOf(list);
  if (subjectForm === undefined || caseForms === null || caseForms.length === 0 || rest.length !== 2) {
    return fail('invalid_term', 'A match is (match term ((pattern term) …)).', form);
  }
  const subject = readTerm(subjectForm, scope, globals);
  const read = caseForms.map((item) => readCase(item, subject, scope, globals));
  const bodies = unify(read.map(({ body }) => body));
  const sort = bodies?.[0]?.sort;
  if (bodies === null || sort === undefined) return wrongSorts(form);
  const cases = read.map((one, i) => ({ ...one, body: bodies[i] ?? one.body }));
  checkComplete(subject, cases, form, globals);
  return { kind: 'match', subject, cases, sort };
}

function readCase(form: Sexpr, subject: Term, scope: Scope | null, globals: Globals): MatchCase {
  const [pattern, bodyForm] = itemsOf(form) ?? [];
  if (pattern === undefined || bodyForm === undefined) return fail('invalid_term', 'A case is (pattern term).', form);
  const names = pattern.kind === 'list' ? pattern.items.map(symbolOf) : [symbolOf(pattern)];
  const [head, ...fields] = names;
  if (head === undefined || head === null)
    return fail('invalid_term', 'A pattern is a symbol or (constructor name …).', form);
  const symbol = constructorNamed(head, subject.sort, globals);
  const declared = symbol === null ? undefined : globals.symbols[symbol];
  if (symbol === null || declared === undefined) {
    if (pattern.kind === 'list')
      return fail('unknown_symbol', 'A pattern names no constructor of this datatype.', form);
    const variable = { id: freshId(globals), sort: subject.sort };
    const inner: Scope = { name: head, term: { kind: 'variable', ...variable }, outer: scope };
    return { constructor: null, variables: [variable], body: readTerm(bodyForm, inner, globals) };
  }
  if (fields.length !== declared.parameters.length) return wrongSorts(form);
  let inner = scope;
  const variables = declared.parameters.map((sort, i): Binding => {
    const variable = { id: freshId(globals), sort };
    inner = { name: fields[i] ?? '', term: { kind: 'variable', ...variable }, outer: inner };
    return variable;
  });
  return { constructor: symbol, variables, body: readTerm(bodyForm, inner, globals) };
}

function checkComplete(subject: Term, cases: readonly MatchCase[], form: Sexpr, globals: Globals): void {
  const constructors = subject.sort.kind === 'declared' ? globals.sorts[subject.sort.id]?.constructors : null;
  if (constructors === null || constructors === undefined) return wrongSorts(form);
  const catchesAll = cases.some(({ constructor }) => constructor === null);
  const covered = constructors.every(({ symbol }) => cases.some((one) => one.constructor === symbol));
  if (!catchesAll && !covered) fail('invalid_term', 'A match leaves out a constructor.', form);
}

function freshId(globals: Globals): number {
  globals.nextVariable += 1;
  return globals.nextVariable;
}
