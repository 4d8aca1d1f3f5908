import { evaluateArithmetic } from './evaluate-arithmetic.js';
import { evaluateBitvector } from './evaluate-bitvector.js';
import { evaluateString } from './evaluate-string.js';
import { TooHard } from './real-value.js';
import { arrayOf } from './tabulate.js';
import type { Problem, Term } from './term.js';
import { equalValues, selectValue, storeValue, truth, type Environment, type Value } from './value.js';

/** The meaning of a function symbol: its value at arguments, or null where that is not known. */
export type Interpretation = (args: readonly Value[]) => Value | null;

export interface Context {
  readonly problem: Pick<Problem, 'symbols' | 'sorts'>;
  /** Declared symbols, by number. */
  readonly meanings: ReadonlyMap<number, Interpretation>;
  /** Division by zero: `/`, `div`, `mod` at a dividend; null where the model does not say. */
  readonly divisionByZero: (op: '/' | 'div' | 'mod', dividend: Value) => Value | null;
  /** Steps that may still be made: recursion of the caller's functions need not end. */
  readonly fuel: { left: number };
}

const maximumDepth = 1_500;

/**
 * The exact value of a term, or null where it is not determined here: quantifiers, floating-point arithmetic, regular
 * expressions, algebra that is too hard, and whatever rests on those. Null is never read as true or false.
 */
export function evaluate(term: Term, context: Context): Value | null {
  return determined(() => evaluateIn(term, null, context, 0));
}

/** What was computed, or null where that goes beyond what is computed here. */
export function determined<T>(compute: () => T | null): T | null {
  try {
    return compute();
  } catch (error) {
    // RangeError: the call stack is full, or a number has outgrown what the machine can hold.
    if (error instanceof TooHard || error instanceof OutOfFuel || error instanceof RangeError) return null;
    throw error;
  }
}

class OutOfFuel extends Error {}

/** One value for every leaf; `depth` counts calls of the caller's functions as well as nesting. */
export function evaluateIn(term: Term, environment: Environment | null, context: Context, depth: number): Value | null {
  context.fuel.left -= 1;
  if (context.fuel.left < 0 || depth > maximumDepth) throw new OutOfFuel();
  const sub = (inner: Term) => evaluateIn(inner, environment, context, depth + 1);
  switch (term.kind) {
    case 'literal':
      return term.literal;
    case 'variable':
      return find(environment, term.id);
    case 'apply':
      return evaluateApplication(term, sub, context, depth);
    case 'call':
      return call(term.symbol, term.args.map(sub), context, depth);
    case 'test': {
      const value = sub(term.arg);
      return value?.kind === 'datatype' ? truth(value.constructor === term.constructor) : null;
    }
    case 'let': {
      const values = term.bindings.map(({ id, term: bound }) => ({ id, value: sub(bound) }));
      const inner = values.reduce<Environment | null>((outer, one) => ({ ...one, outer }), environment);
      return evaluateIn(term.body, inner, context, depth + 1);
    }
    case 'match':
      return evaluateMatch(term, environment, context, depth);
    case 'lambda': {
      const [variable] = term.variables;
      if (variable === undefined) return null;
      return { kind: 'closure', sort: term.sort, variable: variable.id, body: term.body, environment };
    }
    default:
      return null;
  }
}

type Application = Extract<Term, { kind: 'apply' }>;
type Sub = (term: Term) => Value | null;

function evaluateApplication(term: Application, sub: Sub, context: Context, depth: number): Value | null {
  switch (term.op) {
    case 'and':
      return every(term.args, sub, true);
    case 'or':
      return every(term.args, sub, false);
    case '=>':
      return implication(term.args, sub);
    case 'ite':
      return conditional(term.args, sub);
  }
  const values: Value[] = [];
  let unknown = false;
  for (const arg of term.args) {
    const value = sub(arg);
    if (value === null) unknown = true;
    else values.push(value);
  }
  if (unknown) return null;
  const [first, second, third] = values;
  switch (term.op) {
    case 'not':
      return first?.kind === 'bool' ? truth(!first.value) : null;
    case 'xor':
      return truth(values.filter((value) => value.kind === 'bool' && value.value).length % 2 === 1);
    case '=':
      return chain(values.map(asArray(context)), true);
    case 'distinct':
      return chain(values.map(asArray(context)), false);
    case 'const':
      return first === undefined ? null : { kind: 'array', sort: term.sort, default: first, entries: [] };
    case 'select':
      return first === undefined || second === undefined ? null : select(first, second, context, depth);
    case 'store': {
      const array = first === undefined ? undefined : asArray(context)(first);
      if (array?.kind !== 'array' || second === undefined || third === undefined) return null;
      return storeValue(array, second, third);
    }
    case 'fp':
      return float(values);
    case '+oo':
    case '-oo':
    case '+zero':
    case '-zero':
    case 'NaN':
      return specialFloat(term);
    case 'RNE':
    case 'RNA':
    case 'RTP':
    case 'RTN':
    case 'RTZ':
      return { kind: 'rounding', mode: term.op };
    default:
      return (
        evaluateArithmetic(term.op, values, context) ??
        evaluateBitvector(term.op, values, term.indices) ??
        evaluateString(term.op, values)
      );
  }
}

/** Conjunction (`neutral` true) or disjunction: one decisive argument is enough, whatever the others are. */
function every(args: readonly Term[], sub: Sub, neutral: boolean): Value | null {
  let unknown = false;
  for (const arg of args) {
    const value = sub(arg);
    if (value?.kind !== 'bool') unknown = true;
    else if (value.value !== neutral) return truth(!neutral);
  }
  return unknown ? null : truth(neutral);
}

/** Right-associative: true as soon as a premise is false or the conclusion true. */
function implication(args: readonly Term[], sub: Sub): Value | null {
  let unknown = false;
  for (const [i, arg] of args.entries()) {
    const isLast = i === args.length - 1;
    const value = sub(arg);
    if (value?.kind !== 'bool') unknown = true;
    else if (value.value === isLast) return truth(true);
  }
  return unknown ? null : truth(false);
}

function conditional([condition, yes, no]: readonly Term[], sub: Sub): Value | null {
  if (condition === undefined || yes === undefined || no === undefined) return null;
  const chosen = sub(condition);
  if (chosen?.kind === 'bool') return sub(chosen.value ? yes : no);
  const [a, b] = [sub(yes), sub(no)];
  return a !== null && b !== null && equalValues(a, b) === true ? a : null;
}

/** All equal (`wanted` true: neighbours), or all distinct (every pair). */
function chain(values: readonly Value[], wanted: boolean): Value | null {
  let unknown = false;
  for (const [i, a] of values.entries()) {
    for (const b of wanted ? values.slice(i + 1, i + 2) : values.slice(i + 1)) {
      const same = equalValues(a, b);
      if (same === null) unknown = true;
      else if (same !== wanted) return truth(false);
    }
  }
  return unknown ? null : truth(true);
}

/** A lambda as the array that it is, where that is a finite table. */
const asArray =
  (context: Context) =>
  (value: Value): Value =>
    value.kind === 'closure' ? (arrayOf(value, context) ?? value) : value;

function select(array: Value, index: Value, context: Context, depth: number): Value | null {
  if (array.kind === 'array') return selectValue(array, index);
  if (array.kind !== 'closure') return null;
  const environment = { id: array.variable, value: index, outer: array.environment };
  return evaluateIn(array.body, environment, context, depth + 1);
}

export function call(symbol: number, args: readonly (Value | null)[], context: Context, depth: number): Value | null {
  const declared = context.problem.symbols[symbol];
  if (declared === undefined) return null;
  if (declared.role === 'defined' || declared.role === 'recursive') {
    if (declared.definition === null) return null;
    const { variables, body } = declared.definition;
    const environment = variables.reduce<Environment | null>(
      (outer, { id }, i) => ({ id, value: args[i] ?? null, outer }),
      null,
    );
    return evaluateIn(body, environment, context, depth + 1);
  }
  const values = args.filter((value) => value !== null);
  if (values.length < args.length) return null;
  if (declared.role === 'constructor') return { kind: 'datatype', constructor: symbol, fields: values };
  if (declared.role === 'selector') return selectField(symbol, values[0], context);
  return context.meanings.get(symbol)?.(values) ?? null;
}

/** A selector applied to another constructor's value is not fixed by the datatype. */
function selectField(selector: number, value: Value | undefined, { problem }: Context): Value | null {
  if (value?.kind !== 'datatype') return null;
  for (const sort of problem.sorts) {
    const own = sort.constructors?.find(({ symbol }) => symbol === value.constructor);
    const position = own?.selectors.indexOf(selector) ?? -1;
    if (position >= 0) return value.fields[position] ?? null;
  }
  return null;
}

function evaluateMatch(
  term: Extract<Term, { kind: 'match' }>,
  environment: Environment | null,
  context: Context,
  depth: number,
): Value | null {
  const subject = evaluateIn(term.subject, environment, context, depth + 1);
  if (subject?.kind !== 'datatype') return null;
  for (const { constructor, variables, body } of term.cases) {
    if (constructor !== null && constructor !== subject.constructor) continue;
    const values = constructor === null ? [subject] : subject.fields;
    const inner = variables.reduce<Environment | null>(
      (outer, { id }, i) => ({ id, value: values[i] ?? null, outer }),
      environment,
    );
    return evaluateIn(body, inner, context, depth + 1);
  }
  return null;
}

function find(environment: Environment | null, id: number): Value | null {
  for (let at = environment; at !== null; at = at.outer) if (at.id === id) return at.value;
  return null;
}

function float([sign, exponent, significand]: readonly Value[]): Value | null {
  if (sign?.kind !== 'bitvector' || exponent?.kind !== 'bitvector' || significand?.kind !== 'bitvector') return null;
  const bits =
    (((sign.value << BigInt(exponent.width)) | exponent.value) << BigInt(significand.width)) | significand.value;
  return floatFromBits(exponent.width, significand.width + 1, bits);
}

/** All NaNs are one value: quiet, positive, no payload. */
export function floatFromBits(exponent: number, significand: number, bits: bigint): Value {
  const fraction = BigInt(significand - 1);
  const top = (1n << BigInt(exponent)) - 1n;
  const isNaN = ((bits >> fraction) & top) === top && (bits & ((1n << fraction) - 1n)) !== 0n;
  const canonical = (top << fraction) | (1n << (fraction - 1n));
  return { kind: 'float', exponent, significand, bits: isNaN ? canonical : bits };
}

function specialFloat({ op, sort }: Application): Value | null {
  if (sort.kind !== 'FloatingPoint') return null;
  const { exponent, significand } = sort;
  const infinity = ((1n << BigInt(exponent)) - 1n) << BigInt(significand - 1);
  const sign = 1n << BigInt(exponent + significand - 1);
  const bits = { '+oo': infinity, '-oo': sign | infinity, '+zero': 0n, '-zero': sign, NaN: infinity | 1n }[op];
  return bits === undefined ? null : floatFromBits(exponent, significand, bits);
}
