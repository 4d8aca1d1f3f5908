import type { Sexpr } from './sexpr.js';
import type { DeclaredSort, DeclaredSymbol, Sort, Term } from './term.js';

/** What is wrong with a script and where. `bound`: well-formed, but larger than what we read. */
export class ScriptError extends Error {
  override readonly name = 'ScriptError';
  constructor(
    readonly code: string,
    message: string,
    readonly line: number,
    readonly bound = false,
  ) {
    super(message);
  }
}

export function fail(code: string, message: string, at: Sexpr): never {
  throw new ScriptError(code, message, at.line);
}

/** Global names: what a script (or a model) has declared so far. Bound variables live in a `Scope`. */
export interface Globals {
  readonly sorts: DeclaredSort[];
  readonly symbols: DeclaredSymbol[];
  readonly sortNames: Map<string, number>;
  /** `define-sort`: the body is read anew at each use, with its parameters bound. */
  readonly sortMacros: Map<string, { readonly parameters: readonly string[]; readonly body: Sexpr }>;
  readonly symbolNames: Map<string, number>;
  /** Makes a definition of each `(! term :named name)` and returns its use. Absent: names are ignored. */
  onNamed?: (name: string, term: Term, at: Sexpr) => Term;
  /** Further forms that only engines print (`root-obj`, `as-array`, elements of a sort); null: not one of them. */
  extra?: (form: Sexpr) => Term | null;
  nextVariable: number;
}

export interface Scope {
  readonly name: string;
  readonly term: Term;
  readonly outer: Scope | null;
}

export function lookup(scope: Scope | null, name: string): Term | null {
  for (let at = scope; at !== null; at = at.outer) if (at.name === name) return at.term;
  return null;
}

export function createGlobals(): Globals {
  return {
    sorts: [],
    symbols: [],
    sortNames: new Map(),
    sortMacros: new Map(),
    symbolNames: new Map(),
    nextVariable: 0,
  };
}

export type SortParameters = ReadonlyMap<string, Sort>;
