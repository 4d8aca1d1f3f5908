import { ReplyError, type Program, type Reply } from '../../src/contracts/adapter.js';
import type { ExhaustedResource } from '../../src/contracts/outcome.js';
import type { Integer } from '../../src/values/integer.js';
import type { Rational } from '../../src/values/rational.js';
import { headOf, itemsOf, readSexprs, SexprError, symbolOf, type Sexpr } from '../../src/values/smt/sexpr.js';

/** A term or a sort as text of ours. Symbols of callers never occur in it: `symbol(i)` names the i-th of them. */
export type Term = string;

export interface ScriptOptions {
  /** A logic's name chooses Z3's strategy; left out, Z3 looks at the assertions. */
  readonly logic?: string;
  /** Soft limit of each check in ms. Nonlinear problems can overrun it: the wall budget then ends the process. */
  readonly soft_ms: number;
  /** Soft limit in Z3's resource units; left out: none. */
  readonly steps?: number | undefined;
  /** Makes `checkAssuming` give a core, made small by Z3 (not always smallest). */
  readonly cores?: boolean;
}

const maximumOption = 4_294_967_295;

/** A script: options, then the commands in order. The driver resets the engine before and marks the end after. */
export function script(options: ScriptOptions, commands: readonly string[]): Program {
  const head = [`(set-option :timeout ${unsigned(options.soft_ms)})`];
  if (options.steps !== undefined) head.push(`(set-option :rlimit ${unsigned(options.steps)})`);
  if (options.cores === true)
    head.push('(set-option :produce-unsat-assumptions true)(set-option :smt.core.minimize true)');
  if (options.logic !== undefined) head.push(`(set-logic ${plain(options.logic)})`);
  return { text: [...head, ...commands].join('\n') };
}

/** What each check is followed by, so that `readChecks` finds the reason of an `unknown`. */
export const check = '(check-sat)\n(get-info :reason-unknown)';

/**
 * A check under Bool constants of ours that must all hold; with `cores`, `(get-unsat-assumptions)` after it prints those
 * that clash. Named assertions would do the same, but their option stays set for the rest of the session.
 */
export function checkAssuming(literals: readonly Term[]): string {
  return `(check-sat-assuming (${literals.join(' ')}))\n(get-info :reason-unknown)`;
}

export function symbol(index: number): Term {
  return `s${String(index)}`;
}

export function declareConstant(name: Term, sort: Term): string {
  return `(declare-const ${name} ${sort})`;
}

export function assert(term: Term): string {
  return `(assert ${term})`;
}

export function apply(operator: string, ...args: readonly Term[]): Term {
  return `(${operator} ${args.join(' ')})`;
}

export function not(term: Term): Term {
  return `(not ${term})`;
}

/** The empty conjunction is true, the empty disjunction false. */
export function and(terms: readonly Term[]): Term {
  return terms.length === 0 ? 'true' : terms.length === 1 ? (terms[0] ?? 'true') : apply('and', ...terms);
}

export function or(terms: readonly Term[]): Term {
  return terms.length === 0 ? 'false' : terms.length === 1 ? (terms[0] ?? 'false') : apply('or', ...terms);
}

export function integerTerm(value: Integer | number): Term {
  const text = String(value);
  if (!/^-?[0-9]+$/.test(text)) throw new TypeError('only decimal integers are terms');
  return text.startsWith('-') ? `(- ${text.slice(1)})` : text;
}

/** A term of sort Real. */
export function rationalTerm(value: Rational): Term {
  const top = integerTerm(value.num);
  const real = top.startsWith('(') ? `(- ${value.num.slice(1)}.0)` : `${top}.0`;
  return value.den === '1' ? real : `(/ ${real} ${integerTerm(value.den)}.0)`;
}

function unsigned(value: number): string {
  return String(Math.min(maximumOption, Math.max(1, Math.floor(value))));
}

function plain(name: string): string {
  if (!/^[A-Z_]+$/.test(name)) throw new TypeError('not a name of a logic');
  return name;
}

/** One verdict and what was printed after it, up to the next verdict. */
export type Check =
  | { readonly verdict: 'sat' | 'unsat'; readonly forms: readonly Sexpr[] }
  /** `resource` is null where the engine gave up for want of a method. */
  | { readonly verdict: 'unknown'; readonly resource: ExhaustedResource | null; readonly reason: string }
  /** An error before the verdict: the engine has dropped something, so whatever it says afterwards counts for nothing. */
  | { readonly verdict: 'rejected'; readonly message: string };

/** The one check of a script. */
export function readCheck(reply: Reply): Check {
  const [first] = readChecks(reply);
  if (first === undefined) throw new ReplyError('no verdict');
  return first;
}

/** All checks of a script, in order; nothing counts after an error that came before a verdict. */
export function readChecks(reply: Reply): readonly Check[] {
  const checks: { verdict: 'sat' | 'unsat' | 'unknown'; forms: Sexpr[] }[] = [];
  for (const form of readForms(reply)) {
    const verdict = verdictOf(form);
    if (verdict !== null) checks.push({ verdict, forms: [] });
    else if (checks.length > 0) checks.at(-1)?.forms.push(form);
    else if (headOf(form) === 'error') return [{ verdict: 'rejected', message: errorText(form) }];
    else throw new ReplyError('a form before the verdict');
  }
  return checks.map(({ verdict, forms }): Check => (verdict === 'unknown' ? unknown(forms) : { verdict, forms }));
}

/** All S-expressions of a reply. */
export function readForms(reply: Reply): readonly Sexpr[] {
  try {
    return readSexprs(reply.text, { depth: 100_000, nodes: 50_000_000 });
  } catch (error) {
    if (error instanceof SexprError) throw new ReplyError(`the reply is no S-expression (line ${String(error.line)})`);
    throw error;
  }
}

/** The values of `(get-value (t …))` after a `sat`, in order. */
export function readValues(forms: readonly Sexpr[], count: number): readonly Sexpr[] {
  const pairs = forms
    .map(itemsOf)
    .find((items) => items !== null && items.every((item) => itemsOf(item)?.length === 2));
  if (pairs === undefined || pairs === null || pairs.length !== count)
    throw new ReplyError('other values than asked for');
  return pairs.map((pair) => {
    const value = itemsOf(pair)?.[1];
    if (value === undefined) throw new ReplyError('a term without a value');
    return value;
  });
}

/** The literals of `(get-unsat-assumptions)` after an `unsat`. */
export function readAssumptions(forms: readonly Sexpr[]): readonly Term[] {
  const list = forms.map(itemsOf).find((items) => items !== null && items.every((item) => item.kind === 'symbol'));
  if (list === undefined || list === null) throw new ReplyError('no core');
  return list.map((item) => symbolOf(item) ?? '');
}

export function asBoolean(value: Sexpr | undefined): boolean {
  const text = symbolOf(value);
  if (text !== 'true' && text !== 'false') throw new ReplyError('a truth value was expected');
  return text === 'true';
}

/** `5` or `(- 5)`. */
export function asInteger(value: Sexpr | undefined): Integer {
  if (value?.kind === 'numeral') return String(BigInt(value.text));
  const items = itemsOf(value);
  const digits = items?.[1];
  if (items?.length !== 2 || headOf(value) !== '-' || digits?.kind !== 'numeral')
    throw new ReplyError('an integer was expected');
  return String(-BigInt(digits.text));
}

function verdictOf(form: Sexpr): 'sat' | 'unsat' | 'unknown' | null {
  const text = symbolOf(form);
  return text === 'sat' || text === 'unsat' || text === 'unknown' ? text : null;
}

function errorText(form: Sexpr): string {
  const text = itemsOf(form)?.[1];
  return text?.kind === 'string' ? text.text : '';
}

/**
 * Reasons as 4.8.12 and 5.x print them: "timeout", "max. resource limit exceeded" (5.x: "canceled"), "max. memory
 * exceeded", "memout"; all others, such as "(incomplete quantifiers)", are limits of the method.
 */
function unknown(forms: readonly Sexpr[]): Check {
  const info = forms.find((form) => {
    const first = itemsOf(form)?.[0];
    return first?.kind === 'keyword' && first.text === ':reason-unknown';
  });
  const told = itemsOf(info)?.[1];
  const reason = told === undefined ? '' : told.kind === 'list' ? `(${headOf(told) ?? ''})` : told.text;
  return { verdict: 'unknown', resource: resourceOf(reason), reason };
}

function resourceOf(reason: string): ExhaustedResource | null {
  if (/memory|memout/i.test(reason)) return 'memory';
  if (/timeout/i.test(reason)) return 'time';
  if (/resource|cancel|max\. (?:conflict|step)|interrupt/i.test(reason)) return 'work';
  return null;
}
