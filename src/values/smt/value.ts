import type { Fraction } from '../rational.js';
import {
  addExpressions,
  multiplyExpressions,
  rationalOf,
  scaleExpression,
  signOf,
  type Expression,
} from './real-value.js';
import type { Sort, Term } from './term.js';

/** Values of terms while they are evaluated. */
export type Value =
  | { readonly kind: 'bool'; readonly value: boolean }
  | { readonly kind: 'int'; readonly value: bigint }
  | { readonly kind: 'real'; readonly value: Fraction }
  /** num/den, no rational; the sign of den is known to be 1. */
  | { readonly kind: 'algebraic'; readonly num: Expression; readonly den: Expression }
  | { readonly kind: 'bitvector'; readonly width: number; readonly value: bigint }
  | { readonly kind: 'string'; readonly value: readonly number[] }
  | { readonly kind: 'sequence'; readonly items: readonly Value[] }
  | { readonly kind: 'datatype'; readonly constructor: number; readonly fields: readonly Value[] }
  | {
      readonly kind: 'array';
      readonly sort: Sort;
      readonly default: Value;
      readonly entries: readonly (readonly [Value, Value])[];
    }
  | {
      readonly kind: 'closure';
      readonly sort: Sort;
      readonly variable: number;
      readonly body: Term;
      readonly environment: Environment | null;
    }
  /** Some value that differs from every other one it is compared with. */
  | { readonly kind: 'fresh' }
  | { readonly kind: 'element'; readonly sort: number; readonly index: number }
  | { readonly kind: 'float'; readonly exponent: number; readonly significand: number; readonly bits: bigint }
  | { readonly kind: 'rounding'; readonly mode: string };

export interface Environment {
  readonly id: number;
  readonly value: Value | null;
  readonly outer: Environment | null;
}

export const truth = (value: boolean): Value => ({ kind: 'bool', value });

/** Whether two values are the same; null where that is not decided here. */
export function equalValues(a: Value, b: Value): boolean | null {
  if (isReal(a) && isReal(b)) return compareReals(a, b) === 0;
  if (a.kind === 'fresh' || b.kind === 'fresh') return a.kind === b.kind;
  if (a.kind !== b.kind) return null;
  switch (a.kind) {
    case 'bool':
    case 'int':
      return b.kind === a.kind && a.value === b.value;
    case 'bitvector':
      return b.kind === 'bitvector' && a.value === b.value;
    case 'string':
      return (
        b.kind === 'string' && a.value.length === b.value.length && a.value.every((point, i) => point === b.value[i])
      );
    case 'element':
      return b.kind === 'element' && a.index === b.index;
    case 'float':
      return b.kind === 'float' && a.bits === b.bits;
    case 'rounding':
      return b.kind === 'rounding' && a.mode === b.mode;
    case 'sequence':
      return b.kind === 'sequence' ? equalLists(a.items, b.items) : null;
    case 'datatype':
      if (b.kind !== 'datatype') return null;
      return a.constructor === b.constructor ? equalLists(a.fields, b.fields) : false;
    case 'array':
      return b.kind === 'array' ? equalArrays(a, b) : null;
    default:
      return null;
  }
}

function equalLists(a: readonly Value[], b: readonly Value[]): boolean | null {
  if (a.length !== b.length) return false;
  let decided: boolean | null = true;
  for (const [i, item] of a.entries()) {
    const other = b[i];
    const same = other === undefined ? null : equalValues(item, other);
    if (same === false) return false;
    if (same === null) decided = null;
  }
  return decided;
}

type ArrayValue = Extract<Value, { kind: 'array' }>;

/** Arrays are equal where they are at every index; a finite index sort may leave no room for the defaults. */
function equalArrays(a: ArrayValue, b: ArrayValue): boolean | null {
  let decided: boolean | null = true;
  const indices = [...a.entries, ...b.entries].map(([index]) => index);
  for (const index of indices) {
    const [x, y] = [selectValue(a, index), selectValue(b, index)];
    const same = x === null || y === null ? null : equalValues(x, y);
    if (same === false) return false;
    if (same === null) decided = null;
  }
  const defaults = equalValues(a.default, b.default);
  if (defaults === true) return decided;
  return defaults === false && a.sort.kind === 'Array' && isInfinite(a.sort.index) ? false : null;
}

function isInfinite(sort: Sort): boolean {
  return sort.kind === 'Int' || sort.kind === 'Real' || sort.kind === 'String' || sort.kind === 'Seq';
}

/** The element at an index; null where that is not decided. */
export function selectValue(array: ArrayValue, index: Value): Value | null {
  for (const [at, value] of array.entries) {
    const same = equalValues(at, index);
    if (same === null) return null;
    if (same) return value;
  }
  return array.default;
}

export function storeValue(array: ArrayValue, index: Value, value: Value): ArrayValue | null {
  const kept: (readonly [Value, Value])[] = [];
  for (const entry of array.entries) {
    const same = equalValues(entry[0], index);
    if (same === null) return null;
    if (!same) kept.push(entry);
  }
  return { ...array, entries: [...kept, [index, value]] };
}

type RealValue = Extract<Value, { kind: 'real' | 'algebraic' }>;

export function isReal(value: Value): value is RealValue {
  return value.kind === 'real' || value.kind === 'algebraic';
}

/** Sign of a - b. Throws TooHard. */
export function compareReals(a: RealValue, b: RealValue): -1 | 0 | 1 {
  if (a.kind === 'real' && b.kind === 'real') {
    const [left, right] = [a.value.num * b.value.den, b.value.num * a.value.den];
    return left < right ? -1 : left > right ? 1 : 0;
  }
  const [x, y] = [quotientOf(a), quotientOf(b)];
  const left = multiplyExpressions(x.num, y.den);
  const right = multiplyExpressions(y.num, x.den);
  return signOf(addExpressions(left, scaleExpression(right, { num: -1n, den: 1n })));
}

export function quotientOf(value: RealValue): { num: Expression; den: Expression } {
  if (value.kind === 'algebraic') return value;
  return { num: constant(value.value), den: constant({ num: 1n, den: 1n }) };
}

/** num/den as a value, den not 0; a rational one is recognised by its form. */
export function realFrom(num: Expression, den: Expression): RealValue {
  const sign = signOf(den);
  if (sign < 0)
    return realFrom(scaleExpression(num, { num: -1n, den: 1n }), scaleExpression(den, { num: -1n, den: 1n }));
  const divisor = rationalOf(den);
  if (divisor === null) return { kind: 'algebraic', num, den };
  const scaled = scaleExpression(num, { num: divisor.den, den: divisor.num });
  const value = rationalOf(scaled);
  return value === null
    ? { kind: 'algebraic', num: scaled, den: constant({ num: 1n, den: 1n }) }
    : { kind: 'real', value };
}

function constant(value: Fraction): Expression {
  return { terms: value.num === 0n ? new Map() : new Map([['', { coefficient: value, powers: [] }]]) };
}
