import type { AlgebraicNumber } from '../algebraic-number.js';
import type { Fraction } from '../rational.js';
import type { Expression } from './real-value.js';

/** Sorts of SMT-LIB. `declared` is the caller's: `id` counts the script's sorts and datatypes in order of declaration. */
export type Sort =
  | { readonly kind: 'Bool' | 'Int' | 'Real' | 'String' | 'RegLan' | 'RoundingMode' }
  | { readonly kind: 'BitVec'; readonly width: number }
  | { readonly kind: 'FloatingPoint'; readonly exponent: number; readonly significand: number }
  | { readonly kind: 'Array'; readonly index: Sort; readonly element: Sort }
  | { readonly kind: 'Seq'; readonly element: Sort }
  | { readonly kind: 'declared'; readonly id: number; readonly args: readonly Sort[] };

export type Literal =
  | { readonly kind: 'bool'; readonly value: boolean }
  | { readonly kind: 'int'; readonly value: bigint }
  | { readonly kind: 'real'; readonly value: Fraction }
  | { readonly kind: 'bitvector'; readonly width: number; readonly value: bigint }
  | { readonly kind: 'string'; readonly value: readonly number[] }
  /** In models alone: a real that is no rational, as a value and as it is told. */
  | { readonly kind: 'algebraic'; readonly num: Expression; readonly den: Expression; readonly told: AlgebraicNumber }
  /** In models alone: an element of an uninterpreted sort. */
  | { readonly kind: 'element'; readonly sort: number; readonly index: number };

export interface Binding {
  readonly id: number;
  readonly sort: Sort;
}

/** Terms after sort checking: every name is resolved, Int is converted to Real where a Real was needed. */
export type Term =
  | { readonly kind: 'literal'; readonly literal: Literal; readonly sort: Sort }
  | { readonly kind: 'variable'; readonly id: number; readonly sort: Sort }
  /** A function of a theory. */
  | {
      readonly kind: 'apply';
      readonly op: string;
      readonly indices: readonly number[];
      readonly args: readonly Term[];
      readonly sort: Sort;
    }
  /** A symbol of the script: declared, defined, constructor or selector. */
  | { readonly kind: 'call'; readonly symbol: number; readonly args: readonly Term[]; readonly sort: Sort }
  | { readonly kind: 'test'; readonly constructor: number; readonly arg: Term; readonly sort: Sort }
  | {
      readonly kind: 'let';
      readonly bindings: readonly { readonly id: number; readonly term: Term }[];
      readonly body: Term;
      readonly sort: Sort;
    }
  | {
      readonly kind: 'forall' | 'exists' | 'lambda';
      readonly variables: readonly Binding[];
      readonly body: Term;
      readonly patterns: readonly (readonly Term[])[];
      readonly sort: Sort;
    }
  | { readonly kind: 'match'; readonly subject: Term; readonly cases: readonly MatchCase[]; readonly sort: Sort };

/** `constructor` null: a variable that matches everything. */
export interface MatchCase {
  readonly constructor: number | null;
  readonly variables: readonly Binding[];
  readonly body: Term;
}

export interface DeclaredSort {
  readonly name: string;
  readonly arity: number;
  /** Constructors of a datatype; null for an uninterpreted sort. */
  constructors: readonly Constructor[] | null;
  /** What the parameters of a datatype stand for: `(List Int)` is a sort of its own beside `(List Bool)`. */
  readonly instance?: readonly Sort[];
}

export interface Constructor {
  readonly symbol: number;
  readonly selectors: readonly number[];
}

export interface DeclaredSymbol {
  readonly name: string;
  readonly parameters: readonly Sort[];
  readonly result: Sort;
  readonly role: 'declared' | 'defined' | 'recursive' | 'constructor' | 'selector';
  /** Of a defined symbol; set after a recursive one is declared. */
  definition: { readonly variables: readonly Binding[]; readonly body: Term } | null;
}

/** What of a script goes to an engine, in its order. Numbers count `sorts`, `symbols` and `assertions`. */
export type Command = Statement & {
  /** 1-based line of the script that it comes from. */
  readonly line: number;
};

export type Statement =
  | { readonly kind: 'sort'; readonly sort: number }
  | { readonly kind: 'datatypes'; readonly sorts: readonly number[] }
  | { readonly kind: 'declare'; readonly symbol: number }
  | { readonly kind: 'define'; readonly symbols: readonly number[] }
  | { readonly kind: 'assert'; readonly assertion: number };

export interface Problem {
  /** The logic that the script itself names, if it does. */
  readonly logic: string | null;
  readonly sorts: readonly DeclaredSort[];
  readonly symbols: readonly DeclaredSymbol[];
  readonly assertions: readonly Term[];
  readonly commands: readonly Command[];
}

export const bool: Sort = { kind: 'Bool' };
export const int: Sort = { kind: 'Int' };
export const real: Sort = { kind: 'Real' };
export const string: Sort = { kind: 'String' };
export const regLan: Sort = { kind: 'RegLan' };
export const roundingMode: Sort = { kind: 'RoundingMode' };

export function sameSort(a: Sort, b: Sort): boolean {
  if (a === b) return true;
  if (a.kind === 'BitVec') return b.kind === 'BitVec' && a.width === b.width;
  if (a.kind === 'FloatingPoint') {
    return b.kind === 'FloatingPoint' && a.exponent === b.exponent && a.significand === b.significand;
  }
  if (a.kind === 'Array') return b.kind === 'Array' && sameSort(a.index, b.index) && sameSort(a.element, b.element);
  if (a.kind === 'Seq') return b.kind === 'Seq' && sameSort(a.element, b.element);
  if (a.kind === 'declared') {
    // A declared sort takes as many arguments everywhere; elements that a model prints come without them.
    return b.kind === 'declared' && a.id === b.id && a.args.every((sort, i) => sameSort(sort, b.args[i] ?? bool));
  }
  return a.kind === b.kind;
}

/** A sort in SMT-LIB, with the names that `nameOf` gives to declared sorts. */
export function printSort(sort: Sort, nameOf: (id: number) => string): string {
  switch (sort.kind) {
    case 'BitVec':
      return `(_ BitVec ${String(sort.width)})`;
    case 'FloatingPoint':
      return `(_ FloatingPoint ${String(sort.exponent)} ${String(sort.significand)})`;
    case 'Array':
      return `(Array ${printSort(sort.index, nameOf)} ${printSort(sort.element, nameOf)})`;
    case 'Seq':
      return `(Seq ${printSort(sort.element, nameOf)})`;
    case 'declared': {
      const name = nameOf(sort.id);
      return sort.args.length === 0 ? name : `(${name} ${sort.args.map((arg) => printSort(arg, nameOf)).join(' ')})`;
    }
    default:
      return sort.kind;
  }
}

export function boolTerm(value: boolean): Term {
  return { kind: 'literal', literal: { kind: 'bool', value }, sort: bool };
}

export function intTerm(value: bigint): Term {
  return { kind: 'literal', literal: { kind: 'int', value }, sort: int };
}

export function realTerm(value: Fraction): Term {
  return { kind: 'literal', literal: { kind: 'real', value }, sort: real };
}

export function apply(op: string, args: readonly Term[], sort: Sort, indices: readonly number[] = []): Term {
  return { kind: 'apply', op, indices, args, sort };
}

/** Variables replaced by terms whose own variables are bound nowhere inside. */
export function substitute(term: Term, by: ReadonlyMap<number, Term>): Term {
  return term.kind === 'variable' ? (by.get(term.id) ?? term) : mapSubterms(term, (inner) => substitute(inner, by));
}

/** The same term with what stands directly below it replaced. */
export function mapSubterms(term: Term, change: (inner: Term) => Term): Term {
  switch (term.kind) {
    case 'apply':
    case 'call':
      return { ...term, args: term.args.map(change) };
    case 'test':
      return { ...term, arg: change(term.arg) };
    case 'let':
      return {
        ...term,
        bindings: term.bindings.map(({ id, term: bound }) => ({ id, term: change(bound) })),
        body: change(term.body),
      };
    case 'match':
      return {
        ...term,
        subject: change(term.subject),
        cases: term.cases.map((one) => ({ ...one, body: change(one.body) })),
      };
    case 'forall':
    case 'exists':
    case 'lambda':
      return { ...term, body: change(term.body), patterns: term.patterns.map((terms) => terms.map(change)) };
    default:
      return term;
  }
}

/** The same value as a Real. */
export function toReal(term: Term): Term {
  if (term.kind === 'literal' && term.literal.kind === 'int') return realTerm({ num: term.literal.value, den: 1n });
  return apply('to_real', [term], real);
}

/** The characters of a string of SMT-LIB: code points, as `Array.from` takes a text apart. */
export function codePoints(text: string): readonly number[] {
  return Array.from(text, (character) => character.codePointAt(0) ?? 0);
}
