import { bindVariables } from './binders.js';
import { fail, ScriptError, type Globals } from './scope.js';
import { indexOf, itemsOf, symbolOf, type Sexpr } from './sexpr.js';
import { readSort } from './sort-reader.js';
import { readOf } from './term-reader.js';
import type { Command, Constructor, DeclaredSymbol, Sort } from './term.js';

type AddSymbol = (symbol: DeclaredSymbol) => number;

/** `(define-fun name ((x sort) …) sort body)`, `define-const`, and the recursive one, whose name its body may use. */
export function readDefinition(
  command: string,
  args: readonly Sexpr[],
  form: Sexpr,
  globals: Globals,
  addSymbol: AddSymbol,
): Command {
  const [nameForm, ...rest] = args;
  const [list, resultForm, bodyForm] = command === 'define-const' ? [undefined, ...rest] : rest;
  const name = symbolOf(nameForm);
  if (
    name === null ||
    resultForm === undefined ||
    bodyForm === undefined ||
    args.length !== (list === undefined ? 3 : 4)
  ) {
    return fail('invalid_command', 'A function is defined as (define-fun name ((variable sort) …) sort term).', form);
  }
  const { variables, inner } = list === undefined ? { variables: [], inner: null } : bindVariables(list, null, globals);
  const result = readSort(resultForm, globals);
  const parameters = variables.map(({ sort }) => sort);
  const recursive = command === 'define-fun-rec';
  const symbol: DeclaredSymbol = {
    name,
    parameters,
    result,
    role: recursive ? 'recursive' : 'defined',
    definition: null,
  };
  const early = recursive ? addSymbol(symbol) : null;
  symbol.definition = { variables, body: readOf(bodyForm, result, inner, globals) };
  return { kind: 'define', symbols: [early ?? addSymbol(symbol)] };
}

/** `(define-funs-rec ((f ((x sort)) sort) …) (body …))`. */
export function readDefinitions(args: readonly Sexpr[], form: Sexpr, globals: Globals, addSymbol: AddSymbol): Command {
  const heads = itemsOf(args[0]);
  const bodies = itemsOf(args[1]);
  if (heads === null || bodies === null || heads.length !== bodies.length || heads.length === 0) {
    return fail('invalid_command', 'define-funs-rec has as many bodies as functions, one at least.', form);
  }
  const open = heads.map((head) => {
    const [nameForm, list, resultForm] = itemsOf(head) ?? [];
    const name = symbolOf(nameForm);
    if (name === null || list === undefined || resultForm === undefined) {
      return fail('invalid_command', 'A function is headed (name ((variable sort) …) sort).', head);
    }
    const { variables, inner } = bindVariables(list, null, globals);
    const result = readSort(resultForm, globals);
    const parameters = variables.map(({ sort }) => sort);
    const symbol: DeclaredSymbol = { name, parameters, result, role: 'recursive', definition: null };
    return { symbol, id: addSymbol(symbol), variables, inner };
  });
  for (const [i, { symbol, variables, inner }] of open.entries()) {
    symbol.definition = { variables, body: readOf(bodies[i] ?? form, symbol.result, inner, globals) };
  }
  return { kind: 'define', symbols: open.map(({ id }) => id) };
}

interface Adding {
  readonly addSort: (name: string) => number;
  readonly addSymbol: AddSymbol;
}

/** `(declare-datatypes ((L 0) …) (((nil) (cons (head Int) (tail L))) …))`, or `declare-datatype` for one. */
export function readDatatypes(
  command: string,
  args: readonly Sexpr[],
  form: Sexpr,
  globals: Globals,
  adding: Adding,
): Command {
  const [first, second] = args;
  const single = command === 'declare-datatype';
  const heads = single ? (first === undefined ? [] : [first]) : (itemsOf(first) ?? []);
  const bodies = single ? (second === undefined ? [] : [second]) : (itemsOf(second) ?? []);
  if (heads.length === 0 || heads.length !== bodies.length || args.length !== 2) {
    return fail(
      'invalid_command',
      'Datatypes are declared as (declare-datatypes ((name 0) …) ((constructor …) …)).',
      form,
    );
  }
  const ids = heads.map((head) => {
    const name = single ? symbolOf(head) : symbolOf(itemsOf(head)?.[0]);
    const arity = single ? 0 : indexOf(itemsOf(head)?.[1], 64);
    if (name === null || arity === null) return fail('invalid_command', 'A datatype is headed (name 0).', head);
    if (arity > 0)
      throw new ScriptError('unsupported', 'Datatypes with parameters are not read; declare each instance.', head.line);
    return adding.addSort(name);
  });
  for (const [i, id] of ids.entries()) {
    const sort = globals.sorts[id];
    const body = bodies[i];
    const constructors = itemsOf(body);
    if (sort === undefined || body === undefined || constructors === null || constructors.length === 0) {
      return fail('invalid_command', 'A datatype has one constructor at least.', form);
    }
    if (symbolOf(constructors[0]) === 'par') {
      return fail('unsupported', 'Datatypes with parameters are not read; declare each instance.', body);
    }
    sort.constructors = constructors.map((item) =>
      readConstructor(item, { kind: 'declared', id, args: [] }, globals, adding),
    );
  }
  checkWellFounded(ids, form, globals);
  return { kind: 'datatypes', sorts: ids };
}

function readConstructor(form: Sexpr, own: Sort, globals: Globals, { addSymbol }: Adding): Constructor {
  const [nameForm, ...fieldForms] = itemsOf(form) ?? [form];
  const name = symbolOf(nameForm);
  if (name === null) return fail('invalid_command', 'A constructor is (name (selector sort) …).', form);
  const fields = fieldForms.map((field) => {
    const [selectorForm, sortForm, ...more] = itemsOf(field) ?? [];
    const selector = symbolOf(selectorForm);
    if (selector === null || sortForm === undefined || more.length > 0) {
      return fail('invalid_command', 'A field is (selector sort).', field);
    }
    return { selector, sort: readSort(sortForm, globals) };
  });
  const parameters = fields.map(({ sort }) => sort);
  const symbol = addSymbol({ name, parameters, result: own, role: 'constructor', definition: null });
  const selectors = fields.map(({ selector, sort }) =>
    addSymbol({ name: selector, parameters: [own], result: sort, role: 'selector', definition: null }),
  );
  return { symbol, selectors };
}

/** Each datatype must have a finite value: a constructor whose fields have one already. */
function checkWellFounded(ids: readonly number[], form: Sexpr, globals: Globals): void {
  const open = new Set(ids);
  for (let before = -1; before !== open.size;) {
    before = open.size;
    for (const id of open) {
      const constructors = globals.sorts[id]?.constructors ?? [];
      const hasValue = constructors.some(({ symbol }) =>
        (globals.symbols[symbol]?.parameters ?? []).every((sort) => sort.kind !== 'declared' || !open.has(sort.id)),
      );
      if (hasValue) open.delete(id);
    }
  }
  if (open.size > 0) fail('invalid_command', 'A datatype has no finite value.', form);
}
