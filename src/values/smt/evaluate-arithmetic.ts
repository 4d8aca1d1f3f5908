import type { Context } from './evaluate.js';
import {
  addExpressions,
  enclose,
  multiplyExpressions,
  reduce,
  scaleExpression,
  signOf,
  TooHard,
} from './real-value.js';
import { compareReals, isReal, quotientOf, realFrom, truth, type Value } from './value.js';

type RealValue = Extract<Value, { kind: 'real' | 'algebraic' }>;

/** Functions of Ints and Reals; null for any other, and where the value is not determined. */
export function evaluateArithmetic(op: string, values: readonly Value[], context: Context): Value | null {
  const integers = values.filter((value) => value.kind === 'int').map(({ value }) => value);
  if (integers.length === values.length && values.length > 0) return onIntegers(op, integers, context);
  const reals = values.filter(isReal);
  return reals.length === values.length && values.length > 0 ? onReals(op, reals, context) : null;
}

function onIntegers(op: string, args: readonly bigint[], context: Context): Value | null {
  const [first = 0n] = args;
  const rest = args.slice(1);
  const integer = (value: bigint): Value => ({ kind: 'int', value });
  switch (op) {
    case '+':
      return integer(args.reduce((a, b) => a + b));
    case '*':
      return integer(args.reduce((a, b) => a * b));
    case '-':
      return integer(rest.length === 0 ? -first : rest.reduce((a, b) => a - b, first));
    case 'abs':
      return integer(first < 0n ? -first : first);
    case 'div':
    case 'mod':
      return divide(op, args, context);
    case 'to_real':
      return { kind: 'real', value: { num: first, den: 1n } };
    default:
      return compare(
        op,
        args.slice(1).map((b, i) => Number((args[i] ?? 0n) > b) - Number((args[i] ?? 0n) < b)),
      );
  }
}

/** Euclidean: a = b·div + mod, 0 <= mod < |b|. Division by zero is a function that the model chooses. */
function divide(op: 'div' | 'mod', args: readonly bigint[], context: Context): Value | null {
  let [value = 0n] = args;
  for (const divisor of args.slice(1)) {
    if (divisor === 0n) {
      const chosen = context.divisionByZero(op, { kind: 'int', value });
      if (chosen?.kind !== 'int') return null;
      value = chosen.value;
      continue;
    }
    const size = divisor < 0n ? -divisor : divisor;
    const rest = ((value % size) + size) % size;
    value = op === 'mod' ? rest : (value - rest) / divisor;
  }
  return { kind: 'int', value };
}

function onReals(op: string, args: readonly RealValue[], context: Context): Value | null {
  const [first, ...rest] = args;
  if (first === undefined) return null;
  switch (op) {
    case '+':
      return rest.reduce(add, first);
    case '*':
      return rest.reduce(multiply, first);
    case '-':
      return rest.length === 0 ? negate(first) : rest.reduce((a, b) => add(a, negate(b)), first);
    case '/':
      return quotients(first, rest, context);
    case 'abs':
      return compareReals(first, zero) < 0 ? negate(first) : first;
    case 'to_int': {
      const floor = floorOf(first);
      return { kind: 'int', value: floor };
    }
    case 'is_int':
      return truth(compareReals(first, { kind: 'real', value: { num: floorOf(first), den: 1n } }) === 0);
    default:
      return ['<', '<=', '>', '>='].includes(op)
        ? compare(
            op,
            rest.map((b, i) => compareReals(args[i] ?? first, b)),
          )
        : null;
  }
}

const zero: RealValue = { kind: 'real', value: { num: 0n, den: 1n } };

function add(a: RealValue, b: RealValue): RealValue {
  if (a.kind === 'real' && b.kind === 'real') {
    const { num, den } = a.value;
    return { kind: 'real', value: reduce(num * b.value.den + b.value.num * den, den * b.value.den) };
  }
  const [x, y] = [quotientOf(a), quotientOf(b)];
  const num = addExpressions(multiplyExpressions(x.num, y.den), multiplyExpressions(y.num, x.den));
  return realFrom(num, multiplyExpressions(x.den, y.den));
}

function multiply(a: RealValue, b: RealValue): RealValue {
  if (a.kind === 'real' && b.kind === 'real') {
    return { kind: 'real', value: reduce(a.value.num * b.value.num, a.value.den * b.value.den) };
  }
  const [x, y] = [quotientOf(a), quotientOf(b)];
  return realFrom(multiplyExpressions(x.num, y.num), multiplyExpressions(x.den, y.den));
}

function negate(a: RealValue): RealValue {
  if (a.kind === 'real') return { kind: 'real', value: { num: -a.value.num, den: a.value.den } };
  return { ...a, num: scaleExpression(a.num, { num: -1n, den: 1n }) };
}

function quotients(first: RealValue, rest: readonly RealValue[], context: Context): Value | null {
  let value = first;
  for (const divisor of rest) {
    const { num, den } = quotientOf(divisor);
    if (signOf(num) === 0) {
      const chosen = context.divisionByZero('/', value);
      if (chosen === null || !isReal(chosen)) return null;
      value = chosen;
      continue;
    }
    value = multiply(value, realFrom(den, num));
  }
  return value;
}

const floorBits = 512;

function floorOf(value: RealValue): bigint {
  if (value.kind === 'real') return floorDivide(value.value.num, value.value.den);
  const { num, den } = value;
  const [top, bottom] = [enclose(num, floorBits), enclose(den, floorBits)];
  if (bottom.lower.num <= 0n) throw new TooHard();
  // One of these two is the floor; an exact comparison decides.
  const guess = floorDivide(top.lower.num * bottom.lower.den, top.lower.den * bottom.lower.num);
  for (let floor = guess - 1n; floor <= guess + 2n; floor += 1n) {
    const above = compareReals(value, { kind: 'real', value: { num: floor + 1n, den: 1n } }) < 0;
    const below = compareReals(value, { kind: 'real', value: { num: floor, den: 1n } }) >= 0;
    if (above && below) return floor;
  }
  throw new TooHard();
}

function floorDivide(a: bigint, b: bigint): bigint {
  const quotient = a / b;
  return a % b !== 0n && a < 0n !== b < 0n ? quotient - 1n : quotient;
}

/** Each pair of neighbours must stand in the relation; `signs` are those of their differences. */
function compare(op: string, signs: readonly number[]): Value | null {
  switch (op) {
    case '<':
      return truth(signs.every((sign) => sign < 0));
    case '<=':
      return truth(signs.every((sign) => sign <= 0));
    case '>':
      return truth(signs.every((sign) => sign > 0));
    case '>=':
      return truth(signs.every((sign) => sign >= 0));
    default:
      return null;
  }
}
