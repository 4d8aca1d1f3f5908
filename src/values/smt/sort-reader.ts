import { instanceOf } from './parametric.js';
import { maximumWidth } from './operators-bitvector.js';
import { shapeFrom } from './operators-float.js';
import { fail, ScriptError, type Globals, type SortParameters } from './scope.js';
import { indexOf, itemsOf, symbolOf, type Sexpr } from './sexpr.js';
import type { Sort } from './term.js';

const simple = ['Bool', 'Int', 'Real', 'String', 'RegLan', 'RoundingMode'] as const;
const formats: Readonly<Record<string, readonly [number, number]>> = {
  Float16: [5, 11],
  Float32: [8, 24],
  Float64: [11, 53],
  Float128: [15, 113],
};
const maximumMacroDepth = 64;
const maximumSize = 1_000;

const noParameters: SortParameters = new Map();

/** A sort as written, its macros expanded. */
export function readSort(form: Sexpr, globals: Globals, parameters: SortParameters = noParameters, depth = 0): Sort {
  if (depth > maximumMacroDepth)
    throw new ScriptError('out_of_bounds', 'A sort is nested too deeply.', form.line, true);
  const name = symbolOf(form);
  if (name !== null) return namedSort(name, [], form, globals, parameters, depth);
  const items = itemsOf(form);
  const head = symbolOf(items?.[0]);
  if (items === null || head === null || items.length < 2) return fail('invalid_sort', 'A sort was expected.', form);
  if (head === '_') return indexedSort(items, form);
  return namedSort(head, items.slice(1), form, globals, parameters, depth);
}

function namedSort(
  name: string,
  args: readonly Sexpr[],
  form: Sexpr,
  globals: Globals,
  parameters: SortParameters,
  depth: number,
): Sort {
  const read = (arg: Sexpr) => readSort(arg, globals, parameters, depth + 1);
  const parameter = args.length === 0 ? parameters.get(name) : undefined;
  if (parameter !== undefined) return parameter;
  const macro = globals.sortMacros.get(name);
  if (macro !== undefined) {
    if (macro.parameters.length !== args.length) return wrongCount(form);
    const bound = new Map(macro.parameters.map((key, i): [string, Sort] => [key, read(args[i] ?? form)]));
    return readSort(macro.body, globals, bound, depth + 1);
  }
  const id = globals.sortNames.get(name);
  if (id !== undefined) {
    if (globals.sorts[id]?.arity !== args.length) return wrongCount(form);
    const sorts = args.map(read);
    return sortMade({ kind: 'declared', id, args: sorts }, sorts, form);
  }
  const template = globals.templates.get(name);
  if (template !== undefined) {
    return template.parameters === args.length ? instanceOf(template, args.map(read), globals, form) : wrongCount(form);
  }
  const [first, second] = args;
  if (args.length === 0) {
    const known = simple.find((kind) => kind === name);
    if (known !== undefined) return { kind: known };
    const format = formats[name];
    if (format !== undefined) return { kind: 'FloatingPoint', exponent: format[0], significand: format[1] };
  }
  if (name === 'Array' && first !== undefined && second !== undefined && args.length === 2) {
    const [index, element] = [read(first), read(second)];
    return sortMade({ kind: 'Array', index, element }, [index, element], form);
  }
  if (name === 'Seq' && first !== undefined && args.length === 1) {
    const element = read(first);
    return sortMade({ kind: 'Seq', element }, [element], form);
  }
  return fail('unknown_sort', 'A sort is neither declared in the script nor one of SMT-LIB.', form);
}

/** Sorts that a script may not declare anew. */
export function isTheorySort(name: string): boolean {
  return (
    simple.some((kind) => kind === name) ||
    formats[name] !== undefined ||
    ['Array', 'Seq', 'BitVec', 'FloatingPoint'].includes(name)
  );
}

const sizes = new WeakMap<Sort, number>();

/** The sort itself, unless it has outgrown what can be printed: definitions of sorts can double at each step. */
export function sortMade(sort: Sort, parts: readonly Sort[], at: Sexpr): Sort {
  const size = parts.reduce((sum, part) => sum + (sizes.get(part) ?? 1), 1);
  if (size > maximumSize) throw new ScriptError('out_of_bounds', 'A sort is too large.', at.line, true);
  sizes.set(sort, size);
  return sort;
}

function indexedSort(items: readonly Sexpr[], form: Sexpr): Sort {
  const name = symbolOf(items[1]);
  const indices = items.slice(2).map((item) => indexOf(item, 1_000_000_000) ?? -1);
  if (name === 'BitVec' && indices.length === 1) {
    const width = indices[0] ?? 0;
    if (width > maximumWidth) {
      const message = `A bit-vector may have at most ${String(maximumWidth)} bits.`;
      throw new ScriptError('out_of_bounds', message, form.line, true);
    }
    if (width >= 1) return { kind: 'BitVec', width };
  }
  const shape = name === 'FloatingPoint' ? shapeFrom(indices) : null;
  return (
    shape ??
    fail('invalid_sort', 'An indexed sort is (_ BitVec width) or (_ FloatingPoint exponent significand).', form)
  );
}

function wrongCount(form: Sexpr): never {
  return fail('invalid_sort', 'A sort has another number of parameters than it was declared with.', form);
}
