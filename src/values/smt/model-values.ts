import { realRoot, rootOf, type AlgebraicNumber } from '../algebraic-number.js';
import { floatFromBits } from './evaluate.js';
import { squareFreePart } from './integer-polynomial.js';
import type { ModelValue } from './model.js';
import { countRootsUpTo } from './real-roots.js';
import { atomExpression, rationalExpression, rationalOf } from './real-value.js';
import { codePoints, type Problem, type Sort } from './term.js';
import type { Value } from './value.js';

type Tables = Pick<Problem, 'sorts' | 'symbols'>;

/** The canonical form of a value; null for what has none: a function that is no table, an algebraic expression. */
export function toModelValue(value: Value, tables: Tables): ModelValue | null {
  switch (value.kind) {
    case 'bool':
      return value.value;
    case 'int':
      return String(value.value);
    case 'real':
      return { num: String(value.value.num), den: String(value.value.den) };
    case 'algebraic':
      return toAlgebraic(value);
    case 'bitvector':
      return { width: value.width, value: String(value.value) };
    case 'string':
      // By pieces: a call takes only so many arguments. Surrogates stand for themselves.
      return { string: value.value.map((point) => String.fromCodePoint(point)).join('') };
    case 'sequence': {
      const sequence = toAll(value.items, tables);
      return sequence === null ? null : { sequence };
    }
    case 'datatype': {
      const fields = toAll(value.fields, tables);
      const constructor = tables.symbols[value.constructor]?.name;
      return fields === null || constructor === undefined ? null : { constructor, fields };
    }
    case 'array':
      return toArray(value, tables);
    case 'element':
      return { element: value.index };
    case 'float':
      return { exponent_width: value.exponent, significand_width: value.significand, bits: String(value.bits) };
    case 'rounding':
      return { rounding_mode: value.mode };
    default:
      return null;
  }
}

/** A root itself; null for what was computed from roots, whose own polynomial is not known here. */
function toAlgebraic({ num, den }: Extract<Value, { kind: 'algebraic' }>): AlgebraicNumber | null {
  const [monomial, ...more] = num.terms.values();
  const [one, ...others] = monomial?.powers ?? [];
  const divisor = rationalOf(den);
  if (monomial === undefined || one === undefined || more.length > 0 || others.length > 0 || one.power !== 1)
    return null;
  const { num: a, den: b } = monomial.coefficient;
  if (divisor === null || a * divisor.den !== b * divisor.num) return null;
  const { polynomial, interval } = one.atom;
  const root = realRoot(polynomial, countRootsUpTo(squareFreePart(polynomial), interval.upper) - 1);
  return root === null || 'num' in root ? null : root;
}

function toAll(values: readonly Value[], tables: Tables): readonly ModelValue[] | null {
  const all = values.map((value) => toModelValue(value, tables));
  const known = all.filter((value) => value !== null);
  return known.length === all.length ? known : null;
}

/** Entries that repeat the default are left out, the others sorted by their text. */
function toArray(value: Extract<Value, { kind: 'array' }>, tables: Tables): ModelValue | null {
  const rest = toModelValue(value.default, tables);
  if (rest === null) return null;
  const same = JSON.stringify(rest);
  const entries: { index: ModelValue; value: ModelValue }[] = [];
  for (const [at, item] of value.entries) {
    const [index, element] = [toModelValue(at, tables), toModelValue(item, tables)];
    if (index === null || element === null) return null;
    if (JSON.stringify(element) !== same) entries.push({ index, value: element });
  }
  entries.sort((a, b) => compareTexts(JSON.stringify(a.index), JSON.stringify(b.index)));
  return { default: rest, entries };
}

/** Shorter first, so that non-negative integers ascend. */
export function compareTexts(a: string, b: string): number {
  return a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);
}

/** The value that a canonical form says; null where it does not belong to the sort. */
export function fromModelValue(raw: ModelValue, sort: Sort, tables: Tables): Value | null {
  switch (sort.kind) {
    case 'Bool':
      return typeof raw === 'boolean' ? { kind: 'bool', value: raw } : null;
    case 'Int':
      return typeof raw === 'string' ? { kind: 'int', value: BigInt(raw) } : null;
    case 'Real':
      return realFromModel(raw);
    default:
      return typeof raw === 'object' ? compound(raw, sort, tables) : null;
  }
}

function realFromModel(raw: ModelValue): Value | null {
  if (typeof raw !== 'object') return null;
  if ('num' in raw) return { kind: 'real', value: { num: BigInt(raw.num), den: BigInt(raw.den) } };
  const root = 'real_root_index' in raw ? rootOf(raw) : null;
  if (root === null) return null;
  return { kind: 'algebraic', num: atomExpression(root), den: rationalExpression({ num: 1n, den: 1n }) };
}

function compound(raw: Exclude<ModelValue, boolean | string>, sort: Sort, tables: Tables): Value | null {
  switch (sort.kind) {
    case 'BitVec':
      return 'width' in raw && raw.width === sort.width
        ? { kind: 'bitvector', width: raw.width, value: BigInt(raw.value) }
        : null;
    case 'FloatingPoint':
      return 'bits' in raw ? floatFromBits(raw.exponent_width, raw.significand_width, BigInt(raw.bits)) : null;
    case 'RoundingMode':
      return 'rounding_mode' in raw ? { kind: 'rounding', mode: raw.rounding_mode } : null;
    case 'String':
      return 'string' in raw ? { kind: 'string', value: codePoints(raw.string) } : null;
    case 'Seq': {
      const items = 'sequence' in raw ? raw.sequence.map((item) => fromModelValue(item, sort.element, tables)) : [null];
      const known = items.filter((item) => item !== null);
      return known.length === items.length ? { kind: 'sequence', items: known } : null;
    }
    case 'Array':
      return arrayFromModel(raw, sort, tables);
    case 'declared':
      if ('element' in raw) return { kind: 'element', sort: sort.id, index: raw.element };
      return 'fields' in raw ? datatypeFromModel(raw, sort, tables) : null;
    default:
      return null;
  }
}

function arrayFromModel(
  raw: Exclude<ModelValue, boolean | string>,
  sort: Extract<Sort, { kind: 'Array' }>,
  tables: Tables,
): Value | null {
  if (!('entries' in raw) || 'parameters' in raw) return null;
  const rest = fromModelValue(raw.default, sort.element, tables);
  if (rest === null) return null;
  const entries: [Value, Value][] = [];
  for (const { index, value } of raw.entries) {
    const [at, item] = [fromModelValue(index, sort.index, tables), fromModelValue(value, sort.element, tables)];
    if (at === null || item === null) return null;
    entries.push([at, item]);
  }
  return { kind: 'array', sort, default: rest, entries };
}

function datatypeFromModel(
  raw: { readonly constructor: string; readonly fields: readonly ModelValue[] },
  sort: Extract<Sort, { kind: 'declared' }>,
  tables: Tables,
): Value | null {
  const own = tables.sorts[sort.id]?.constructors?.find(
    ({ symbol }) => tables.symbols[symbol]?.name === raw.constructor,
  );
  const parameters = own === undefined ? [] : (tables.symbols[own.symbol]?.parameters ?? []);
  if (own === undefined || parameters.length !== raw.fields.length) return null;
  const fields: Value[] = [];
  for (const [i, parameter] of parameters.entries()) {
    const field = raw.fields[i];
    const value = field === undefined ? null : fromModelValue(field, parameter, tables);
    if (value === null) return null;
    fields.push(value);
  }
  return { kind: 'datatype', constructor: own.symbol, fields };
}

/** A value of a sort that a model does not mention, because it does not matter. */
export function anyValue(sort: Sort, tables: Tables, depth = 0): ModelValue | null {
  if (depth > 64) return null;
  switch (sort.kind) {
    case 'Bool':
      return false;
    case 'Int':
      return '0';
    case 'Real':
      return { num: '0', den: '1' };
    case 'BitVec':
      return { width: sort.width, value: '0' };
    case 'FloatingPoint':
      return { exponent_width: sort.exponent, significand_width: sort.significand, bits: '0' };
    case 'RoundingMode':
      return { rounding_mode: 'RNE' };
    case 'String':
      return { string: '' };
    case 'Seq':
      return { sequence: [] };
    case 'Array': {
      const rest = anyValue(sort.element, tables, depth + 1);
      return rest === null ? null : { default: rest, entries: [] };
    }
    case 'declared':
      return anyDeclared(sort.id, tables, depth);
    default:
      return null;
  }
}

function anyDeclared(id: number, tables: Tables, depth: number): ModelValue | null {
  const constructors = tables.sorts[id]?.constructors ?? null;
  if (constructors === null) return { element: 0 };
  for (const { symbol } of constructors) {
    const declared = tables.symbols[symbol];
    if (declared === undefined || declared.parameters.some((sort) => sort.kind === 'declared' && sort.id === id))
      continue;
    const fields = declared.parameters.map((sort) => anyValue(sort, tables, depth + 1));
    const known = fields.filter((field) => field !== null);
    if (known.length === fields.length) return { constructor: declared.name, fields: known };
  }
  return null;
}
