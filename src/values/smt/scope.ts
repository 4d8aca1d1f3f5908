import type { Family, Template } from './parametric.js';
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

/** Words that are no symbols unless they are quoted. */
const reservedWords = new Set(
  '_ ! as let exists forall match par lambda BINARY DECIMAL HEXADECIMAL NUMERAL STRING'.split(' '),
);

/** The name that a declaration gives; null where it is no symbol. */
export function declaredName(form: Sexpr | undefined): string | null {
  if (form?.kind !== 'symbol') return null;
  if (!form.quoted && reservedWords.has(form.text)) {
    return fail('reserved_word', `"${form.text}" is a reserved word of SMT-LIB: give yours another name.`, form);
  }
  return form.text;
}

/** Global names: what a script (or a model) has declared so far. Bound variables live in a `Scope`. */
export interface Globals {
  readonly sorts: DeclaredSort[];
  readonly symbols: DeclaredSymbol[];
  readonly sortNames: Map<string, number>;
  /** `define-sort`: the body is read anew at each use, with its parameters bound. */
  readonly sortMacros: Map<string, { readonly parameters: readonly string[]; readonly body: Sexpr }>;
  readonly symbolNames: Map<string, number>;
  /** Datatypes with parameters by name, their constructors and selectors by name, and the instances made so far. */
  readonly templates: Map<string, Template>;
  readonly families: Map<string, Family>;
  readonly instances: Map<string, Sort>;
  /** Datatypes that are being declared: an instance that they need is declared together with them. */
  group: number[] | null;
  /** Declares instances, all at once, before the command that needs them. */
  onInstances?: (sorts: readonly number[], at: Sexpr) => void;
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
    templates: new Map(),
    families: new Map(),
    instances: new Map(),
    group: null,
    nextVariable: 0,
  };
}

export type SortParameters = ReadonlyMap<string, Sort>;
