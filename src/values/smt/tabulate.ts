import { evaluateIn, type Context } from './evaluate.js';
import type { Binding, Term } from './term.js';
import { equalValues, type Environment, type Value } from './value.js';

/** A function as a finite table: `rest` everywhere but at the rows. */
export interface Table {
  readonly rows: readonly { readonly args: readonly Value[]; readonly value: Value }[];
  readonly rest: Value;
}

type Closure = Extract<Value, { kind: 'closure' }>;

/** Larger tables are read from chains of ite, which takes no grid of points. */
const maximumPoints = 1_000;
const maximumSteps = 100_000;

/** A lambda as an array; null where its body does more with the index than compare it with constants. */
export function arrayOf(closure: Closure, context: Context): Extract<Value, { kind: 'array' }> | null {
  const { variable, body, environment, sort } = closure;
  if (sort.kind !== 'Array') return null;
  const table = tabulate([{ id: variable, sort: sort.index }], body, environment, context);
  if (table === null) return null;
  const entries = table.rows.flatMap(({ args: [index], value }) =>
    index === undefined ? [] : [[index, value] as const],
  );
  return { kind: 'array', sort, default: table.rest, entries };
}

/** A value whose lambdas, also inside, are arrays; null where one of them is no table. */
export function withoutLambdas(value: Value, context: Context): Value | null {
  const all = (values: readonly Value[]) => {
    const plain = values.map((one) => withoutLambdas(one, context));
    const known = plain.filter((one) => one !== null);
    return known.length === plain.length ? known : null;
  };
  switch (value.kind) {
    case 'closure':
      return arrayOf(value, context);
    case 'datatype': {
      const fields = all(value.fields);
      return fields === null ? null : { ...value, fields };
    }
    case 'sequence': {
      const items = all(value.items);
      return items === null ? null : { ...value, items };
    }
    case 'array': {
      const rest = withoutLambdas(value.default, context);
      const elements = all(value.entries.map(([, element]) => element));
      if (rest === null || elements === null) return null;
      const entries = value.entries.map(([index], i) => [index, elements[i] ?? rest] as const);
      return { ...value, default: rest, entries };
    }
    default:
      return value;
  }
}

/**
 * A body that only compares its variables with constants is a table: its value changes at those constants alone. It is
 * evaluated at each of them and at a value that differs from all. Bool variables have two values, false is the rest.
 */
export function tabulate(
  variables: readonly Binding[],
  body: Term,
  environment: Environment | null,
  context: Context,
): Table | null {
  const search: Search = {
    points: variables.map(({ sort }): Value[] => (sort.kind === 'Bool' ? [{ kind: 'bool', value: true }] : [])),
    environment,
    context,
    steps: maximumSteps,
  };
  const tracked = new Map(
    variables.flatMap(({ id, sort }, i): [number, number][] => (sort.kind === 'Bool' ? [] : [[id, i]])),
  );
  if (!collect(body, tracked, search)) return null;
  const choices = variables.map(({ sort }, i): Value[] => [
    sort.kind === 'Bool' ? { kind: 'bool', value: false } : { kind: 'fresh' },
    ...(search.points[i] ?? []),
  ]);
  if (choices.reduce((product, { length }) => product * length, 1) > maximumPoints) return null;
  const at = (args: readonly Value[]) => {
    const inner = args.reduce<Environment | null>(
      (outer, value, i) => ({ id: variables[i]?.id ?? -1, value, outer }),
      environment,
    );
    const value = evaluateIn(body, inner, context, 0);
    return value === null ? null : withoutLambdas(value, context);
  };
  const rest = at(choices.flatMap(([first]) => (first === undefined ? [] : [first])));
  if (rest === null) return null;
  const rows: { args: readonly Value[]; value: Value }[] = [];
  for (const args of grid(choices)) {
    const value = at(args);
    const same = value === null ? null : equalValues(value, rest);
    if (value === null || same === null) return null;
    if (same) continue;
    // A row for infinitely many arguments is none of a table.
    if (args.some(({ kind }) => kind === 'fresh')) return null;
    rows.push({ args, value });
  }
  return { rows, rest };
}

function grid(choices: readonly (readonly Value[])[]): readonly (readonly Value[])[] {
  return choices.reduce<readonly (readonly Value[])[]>(
    (lists, values) => lists.flatMap((list) => values.map((value) => [...list, value])),
    [[]],
  );
}

interface Search {
  /** For each variable the constants that it is compared with. */
  readonly points: readonly Value[][];
  readonly environment: Environment | null;
  readonly context: Context;
  steps: number;
}

/** Collects the constants; false where a variable is used in any other way. `tracked`: which variable is which. */
function collect(term: Term, tracked: ReadonlyMap<number, number>, search: Search): boolean {
  search.steps -= 1;
  // Lambdas in lambdas are searched again for each value of the outer index: that counts as evaluation does.
  search.context.fuel.left -= 1;
  if (search.steps < 0 || search.context.fuel.left < 0) return false;
  const all = (terms: readonly Term[]) => terms.every((inner) => collect(inner, tracked, search));
  switch (term.kind) {
    case 'variable':
      return !tracked.has(term.id);
    case 'apply': {
      const places = term.args.map((arg) => placeOf(arg, tracked));
      if (term.op !== '=' && term.op !== 'distinct') return all(term.args);
      return term.args.every((arg, i) => {
        const place = places[i];
        if (place === undefined) return collect(arg, tracked, search);
        return term.args.every((other, k) => i === k || addPoint(place, other, search));
      });
    }
    case 'call': {
      const definition = search.context.problem.symbols[term.symbol]?.definition;
      const inner = new Map<number, number>();
      const fits = term.args.every((arg, i) => {
        const place = placeOf(arg, tracked);
        if (place === undefined) return collect(arg, tracked, search);
        const parameter = definition?.variables[i];
        if (parameter !== undefined) inner.set(parameter.id, place);
        return parameter !== undefined;
      });
      return fits && (definition == null || collect(definition.body, inner, search));
    }
    case 'test':
      return collect(term.arg, tracked, search);
    case 'let':
      return all(term.bindings.map(({ term: bound }) => bound)) && collect(term.body, tracked, search);
    case 'match':
      return collect(term.subject, tracked, search) && all(term.cases.map(({ body }) => body));
    case 'forall':
    case 'exists':
    case 'lambda':
      return collect(term.body, tracked, search);
    default:
      return true;
  }
}

function placeOf(term: Term, tracked: ReadonlyMap<number, number>): number | undefined {
  return term.kind === 'variable' ? tracked.get(term.id) : undefined;
}

function addPoint(place: number, term: Term, { points, environment, context }: Search): boolean {
  const value = evaluateIn(term, environment, context, 0);
  const plain = value === null ? null : withoutLambdas(value, context);
  if (plain === null) return false;
  const known = points[place] ?? [];
  if (!known.some((point) => equalValues(point, plain) === true)) known.push(plain);
  return true;
}
