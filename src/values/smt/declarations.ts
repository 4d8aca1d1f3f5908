import { bindVariables } from './binders.js';
import { readPattern, type Pattern, type Template } from './parametric.js';
import { declaredName, fail, type Globals } from './scope.js';
import { indexOf, itemsOf, symbolOf, type Sexpr } from './sexpr.js';
import { readSort } from './sort-reader.js';
import { readOf } from './term-reader.js';
import type { Constructor, DeclaredSymbol, Sort, Statement } from './term.js';

type AddSymbol = (symbol: DeclaredSymbol) => number;

/** `(define-fun name ((x sort) …) sort body)`, `define-const`, and the recursive one, whose name its body may use. */
export function readDefinition(
  command: string,
  args: readonly Sexpr[],
  form: Sexpr,
  globals: Globals,
  addSymbol: AddSymbol,
): Statement {
  const [nameForm, ...rest] = args;
  const [list, resultForm, bodyForm] = command === 'define-const' ? [undefined, ...rest] : rest;
  const name = declaredName(nameForm);
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
export function readDefinitions(
  args: readonly Sexpr[],
  form: Sexpr,
  globals: Globals,
  addSymbol: AddSymbol,
): Statement {
  const heads = itemsOf(args[0]);
  const bodies = itemsOf(args[1]);
  if (heads === null || bodies === null || heads.length !== bodies.length || heads.length === 0) {
    return fail('invalid_command', 'define-funs-rec has as many bodies as functions, one at least.', form);
  }
  const open = heads.map((head) => {
    const [nameForm, list, resultForm] = itemsOf(head) ?? [];
    const name = declaredName(nameForm);
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
  readonly addTemplate: (name: string) => void;
  readonly addSymbol: AddSymbol;
  /** Takes a name for all instances of a datatype with parameters. */
  readonly claim: (name: string) => void;
}

interface Head {
  readonly sort: number | null;
  readonly template: Template | null;
  readonly body: Sexpr;
}

/**
 * `(declare-datatypes ((L 0) …) (((nil) (cons (head Int) (tail L))) …))`, or `declare-datatype` for one. Those with
 * parameters, `(par (T) …)`, are declared at their uses: null where there are no others.
 */
export function readDatatypes(
  command: string,
  args: readonly Sexpr[],
  form: Sexpr,
  globals: Globals,
  adding: Adding,
): Statement | null {
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
  const read = heads.map((head, i): Head => {
    const body = bodies[i] ?? form;
    const parameters = parametersOf(body)?.length ?? 0;
    const name = declaredName(single ? head : itemsOf(head)?.[0]);
    const arity = single ? parameters : indexOf(itemsOf(head)?.[1], 64);
    if (name === null || arity === null) return fail('invalid_command', 'A datatype is headed (name arity).', head);
    if (arity !== parameters)
      return fail('invalid_command', 'A datatype has as many parameters in (par (…) …) as in its head.', head);
    if (arity === 0) return { sort: adding.addSort(name), template: null, body };
    const template: Template = { name, parameters, constructors: [] };
    adding.addTemplate(name);
    globals.templates.set(name, template);
    return { sort: null, template, body };
  });
  for (const { template, body } of read) if (template !== null) readTemplate(template, body, globals, adding);
  const ids = read.map(({ sort }) => sort).filter((sort) => sort !== null);
  // Instances that these datatypes have in their fields, and that may have them in turn, belong to one declaration.
  globals.group = ids.length === 0 ? null : [...ids];
  for (const { sort: id, body } of read) {
    const sort = id === null ? undefined : globals.sorts[id];
    if (id === null || sort === undefined) continue;
    sort.constructors = constructorsOf(body, form).map((item) =>
      readConstructor(item, { kind: 'declared', id, args: [] }, globals, adding),
    );
  }
  const sorts = globals.group ?? [];
  globals.group = null;
  checkWellFounded(sorts, form, globals);
  return sorts.length === 0 ? null : { kind: 'datatypes', sorts };
}

/** The names after `par`; null where the body has none. */
function parametersOf(body: Sexpr): readonly string[] | null {
  const items = itemsOf(body);
  if (symbolOf(items?.[0]) !== 'par') return null;
  const names = itemsOf(items?.[1])?.map(declaredName) ?? [];
  const known = names.filter((name) => name !== null);
  if (known.length === 0 || new Set(known).size !== names.length || items?.length !== 3)
    return fail('invalid_command', 'Parameters are written (par (name …) ((constructor …) …)).', body);
  return known;
}

function constructorsOf(body: Sexpr, form: Sexpr): readonly Sexpr[] {
  const constructors = itemsOf(body);
  if (constructors === null || constructors.length === 0)
    return fail('invalid_command', 'A datatype has one constructor at least.', form);
  return constructors;
}

function readTemplate(template: Template, body: Sexpr, globals: Globals, { claim }: Adding): void {
  const parameters = new Map(
    (parametersOf(body) ?? []).map((name, index): [string, Pattern] => [name, { kind: 'parameter', index }]),
  );
  template.constructors = constructorsOf(itemsOf(body)?.[2] ?? body, body).map((item, constructor) => {
    const { name, fields } = constructorForm(item);
    [name, ...fields.map(({ selector }) => selector)].forEach((member, i) => {
      claim(member);
      globals.families.set(member, { template, constructor, field: i === 0 ? null : i - 1 });
    });
    const patterns = fields.map(({ selector, sort }) => ({
      selector,
      pattern: readPattern(sort, parameters, globals),
    }));
    return { name, fields: patterns };
  });
}

function readConstructor(form: Sexpr, own: Sort, globals: Globals, { addSymbol }: Adding): Constructor {
  const constructor = constructorForm(form);
  const fields = constructor.fields.map(({ selector, sort }) => ({ selector, sort: readSort(sort, globals) }));
  const parameters = fields.map(({ sort }) => sort);
  const { name } = constructor;
  const symbol = addSymbol({ name, parameters, result: own, role: 'constructor', definition: null });
  const selectors = fields.map(({ selector, sort }) =>
    addSymbol({ name: selector, parameters: [own], result: sort, role: 'selector', definition: null }),
  );
  return { symbol, selectors };
}

function constructorForm(form: Sexpr): {
  readonly name: string;
  readonly fields: readonly { readonly selector: string; readonly sort: Sexpr }[];
} {
  const [nameForm, ...fieldForms] = itemsOf(form) ?? [form];
  const name = declaredName(nameForm);
  if (name === null) return fail('invalid_command', 'A constructor is (name (selector sort) …).', form);
  const fields = fieldForms.map((field) => {
    const [selectorForm, sort, ...more] = itemsOf(field) ?? [];
    const selector = declaredName(selectorForm);
    if (selector === null || sort === undefined || more.length > 0) {
      return fail('invalid_command', 'A field is (selector sort).', field);
    }
    return { selector, sort };
  });
  return { name, fields };
}

/** Each datatype must have a finite value: a constructor whose fields have one already. */
export function checkWellFounded(ids: readonly number[], form: Sexpr, globals: Globals): void {
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
