import { fail, ScriptError, type Globals } from './scope.js';
import { itemsOf, symbolOf, type Sexpr } from './sexpr.js';
import { readSort, sortMade } from './sort-reader.js';
import { int, real, sameSort, type Constructor, type Sort, type Term } from './term.js';

/** A datatype with parameters, as declared: each list of sorts for them makes a datatype of its own, an instance. */
export interface Template {
  readonly name: string;
  readonly parameters: number;
  /** Set when its body is read: templates may name each other. */
  constructors: readonly TemplateConstructor[];
}

export interface TemplateConstructor {
  readonly name: string;
  readonly fields: readonly { readonly selector: string; readonly pattern: Pattern }[];
}

/** The sort of a field: a sort with holes for the parameters. */
export type Pattern =
  | { readonly kind: 'parameter'; readonly index: number }
  | { readonly kind: 'instance'; readonly template: Template; readonly args: readonly Pattern[] }
  | { readonly kind: 'array'; readonly index: Pattern; readonly element: Pattern }
  | { readonly kind: 'sequence'; readonly element: Pattern }
  | { readonly kind: 'declared'; readonly id: number; readonly args: readonly Pattern[] }
  | { readonly kind: 'closed'; readonly sort: Sort };

/** What a name shared by all instances is: a constructor, or the selector of one of its fields. */
export interface Family {
  readonly template: Template;
  readonly constructor: number;
  readonly field: number | null;
}

const maximumInstances = 1_000;

export function readPattern(form: Sexpr, parameters: ReadonlyMap<string, Pattern>, globals: Globals): Pattern {
  const name = symbolOf(form);
  const parameter = name === null ? undefined : parameters.get(name);
  if (parameter !== undefined) return parameter;
  const [head, ...rest] = itemsOf(form) ?? [];
  const sort = symbolOf(head);
  if (sort === null || sort === '_') return { kind: 'closed', sort: readSort(form, globals) };
  const args = rest.map((arg) => readPattern(arg, parameters, globals));
  const [first, second] = args;
  const macro = globals.sortMacros.get(sort);
  if (macro?.parameters.length === args.length) {
    const closed: Pattern = { kind: 'closed', sort: int };
    return readPattern(macro.body, new Map(macro.parameters.map((key, i) => [key, args[i] ?? closed])), globals);
  }
  const template = globals.templates.get(sort);
  if (template?.parameters === args.length) return { kind: 'instance', template, args };
  const id = globals.sortNames.get(sort);
  if (id !== undefined && globals.sorts[id]?.arity === args.length) return { kind: 'declared', id, args };
  if (sort === 'Array' && first !== undefined && second !== undefined && args.length === 2)
    return { kind: 'array', index: first, element: second };
  if (sort === 'Seq' && first !== undefined && args.length === 1) return { kind: 'sequence', element: first };
  return { kind: 'closed', sort: readSort(form, globals) };
}

/** The sort `(name sort …)`. Its datatype is declared at its first use, with all the instances that it needs. */
export function instanceOf(template: Template, args: readonly Sort[], globals: Globals, at: Sexpr): Sort {
  const key = JSON.stringify([template.name, args]);
  const known = globals.instances.get(key);
  if (known !== undefined) return known;
  if (globals.instances.size >= maximumInstances) {
    const message = 'A datatype with parameters needs too many instances of itself: let its recursion keep them.';
    throw new ScriptError('out_of_bounds', message, at.line, true);
  }
  const id = globals.sorts.length;
  const sort: Sort = { kind: 'declared', id, args: [] };
  const declared = { name: template.name, arity: 0, constructors: [] as readonly Constructor[], instance: args };
  globals.sorts.push(declared);
  globals.instances.set(key, sortMade(sort, args, at));
  const outermost = globals.group === null;
  const group = (globals.group ??= []);
  group.push(id);
  declared.constructors = template.constructors.map(({ name, fields }): Constructor => {
    const parameters = fields.map(({ pattern }) => fill(pattern, args, globals, at));
    const add = (symbol: string, of: readonly Sort[], result: Sort, role: 'constructor' | 'selector') =>
      globals.symbols.push({ name: symbol, parameters: of, result, role, definition: null }) - 1;
    return {
      symbol: add(name, parameters, sort, 'constructor'),
      selectors: fields.map(({ selector }, i) => add(selector, [sort], parameters[i] ?? sort, 'selector')),
    };
  });
  if (outermost) {
    globals.group = null;
    globals.onInstances?.(group, at);
  }
  return sort;
}

function fill(pattern: Pattern, by: readonly Sort[], globals: Globals, at: Sexpr): Sort {
  const inside = (inner: Pattern) => fill(inner, by, globals, at);
  switch (pattern.kind) {
    case 'parameter':
      return by[pattern.index] ?? int;
    case 'closed':
      return pattern.sort;
    case 'instance':
      return instanceOf(pattern.template, pattern.args.map(inside), globals, at);
    case 'array': {
      const [index, element] = [inside(pattern.index), inside(pattern.element)];
      return sortMade({ kind: 'Array', index, element }, [index, element], at);
    }
    case 'sequence': {
      const element = inside(pattern.element);
      return sortMade({ kind: 'Seq', element }, [element], at);
    }
    case 'declared': {
      const args = pattern.args.map(inside);
      return sortMade({ kind: 'declared', id: pattern.id, args }, args, at);
    }
  }
}

/** The symbol that a shared name means at an instance; null where the sort is none of its template. */
export function memberOf({ template, constructor, field }: Family, sort: Sort, globals: Globals): number | null {
  if (!isInstance(sort, template, globals)) return null;
  const own = globals.sorts[sort.id]?.constructors?.[constructor];
  return (field === null ? own?.symbol : own?.selectors[field]) ?? null;
}

/** The constructor that a pattern or a tester names, for subjects of a sort; null where there is none. */
export function constructorNamed(name: string, sort: Sort, globals: Globals): number | null {
  const family = globals.families.get(name);
  const symbol = family === undefined ? globals.symbolNames.get(name) : memberOf(family, sort, globals);
  const declared = symbol === undefined || symbol === null ? undefined : globals.symbols[symbol];
  return declared?.role === 'constructor' && sameSort(declared.result, sort) ? (symbol ?? null) : null;
}

/** The symbol that a shared name means before its arguments; null where their sorts do not fit. */
export function resolve(family: Family, args: readonly Term[], globals: Globals, at: Sexpr): number | null {
  const { template, constructor, field } = family;
  const [first] = args;
  if (field !== null) return first === undefined ? null : memberOf(family, first.sort, globals);
  const fields = template.constructors[constructor]?.fields ?? [];
  if (fields.length !== args.length) return null;
  const found: (Sort | undefined)[] = new Array<Sort | undefined>(template.parameters).fill(undefined);
  const fits = fields.every(({ pattern }, i) => match(pattern, args[i]?.sort ?? int, found, globals));
  if (!fits) return null;
  const sorts = found.filter((sort) => sort !== undefined);
  if (sorts.length < found.length) {
    const message =
      'Its arguments do not say of which sort a constructor is: write (as nil (List Int)), ((as left (Either Int Bool)) 1).';
    return fail('ambiguous_constructor', message, at);
  }
  return memberOf(family, instanceOf(template, sorts, globals, at), globals);
}

/** Whether a sort is of a pattern; what the parameters are then stands in `found`. A Real beside an Int wins. */
function match(pattern: Pattern, sort: Sort, found: (Sort | undefined)[], globals: Globals): boolean {
  switch (pattern.kind) {
    case 'parameter': {
      const known = found[pattern.index];
      if (known === undefined || (known.kind === 'Int' && sort.kind === 'Real')) found[pattern.index] = sort;
      else return sameSort(known, sort) || (known.kind === 'Real' && sort.kind === 'Int');
      return true;
    }
    case 'closed':
      return sameSort(pattern.sort, sort) || (sort.kind === 'Int' && sameSort(pattern.sort, real));
    case 'array':
      return (
        sort.kind === 'Array' &&
        match(pattern.index, sort.index, found, globals) &&
        match(pattern.element, sort.element, found, globals)
      );
    case 'sequence':
      return sort.kind === 'Seq' && match(pattern.element, sort.element, found, globals);
    case 'declared':
      return sort.kind === 'declared' && sort.id === pattern.id && matchAll(pattern.args, sort.args, found, globals);
    case 'instance':
      if (!isInstance(sort, pattern.template, globals)) return false;
      return matchAll(pattern.args, globals.sorts[sort.id]?.instance ?? [], found, globals);
  }
}

function matchAll(
  patterns: readonly Pattern[],
  sorts: readonly Sort[],
  found: (Sort | undefined)[],
  globals: Globals,
): boolean {
  return patterns.every((pattern, i) => match(pattern, sorts[i] ?? int, found, globals));
}

function isInstance(sort: Sort, template: Template, globals: Globals): sort is Extract<Sort, { kind: 'declared' }> {
  if (sort.kind !== 'declared') return false;
  const declared = globals.sorts[sort.id];
  return declared?.instance !== undefined && declared.name === template.name;
}
