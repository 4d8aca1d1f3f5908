import { ReplyError, type Reply } from '../../src/contracts/adapter.js';
import type { ExhaustedResource } from '../../src/contracts/outcome.js';
import { headOf, itemsOf, readSexprs, SexprError, symbolOf, type Sexpr } from '../../src/values/smt/sexpr.js';

/** The verdict of a script's one check, and what was printed after it. */
export type Check =
  | { readonly verdict: 'sat' | 'unsat'; readonly forms: readonly Sexpr[] }
  /** `resource` is null where the engine gave up for want of a method. */
  | { readonly verdict: 'unknown'; readonly resource: ExhaustedResource | null; readonly reason: string }
  /** An error before the verdict: the engine has dropped something, so whatever it says afterwards counts for nothing. */
  | Rejection;

export interface Rejection {
  readonly verdict: 'rejected';
  /** The engine's words without its places and paths, at most 200 characters. */
  readonly message: string;
  /** Which command was refused, counted back from the check (1: the last before it); null where that is not known. */
  readonly commandsBack: number | null;
}

export function readCheck(reply: Reply): Check {
  const forms = readForms(reply);
  const at = forms.findIndex((form) => verdictOf(form) !== null || headOf(form) === 'error');
  const [first] = forms.slice(Math.max(0, at));
  if (first === undefined || at < 0) throw new ReplyError('no verdict');
  if (at > 0) throw new ReplyError('a form before the verdict');
  const verdict = verdictOf(first);
  const rest = forms.slice(1);
  if (verdict === null) return rejection(errorText(first), rest);
  return verdict === 'unknown' ? unknown(rest) : { verdict, forms: rest };
}

/** Lines that 5.x prints between its answers, of patterns that leave out a variable for one. */
const warning = /^WARNING: .*$/gm;

function readForms(reply: Reply): readonly Sexpr[] {
  try {
    return readSexprs(reply.text.replace(warning, ''), { depth: 100_000, nodes: 50_000_000 });
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

export function asBoolean(value: Sexpr | undefined): boolean {
  const text = symbolOf(value);
  if (text !== 'true' && text !== 'false') throw new ReplyError('a truth value was expected');
  return text === 'true';
}

function verdictOf(form: Sexpr): 'sat' | 'unsat' | 'unknown' | null {
  const text = symbolOf(form);
  return text === 'sat' || text === 'unsat' || text === 'unknown' ? text : null;
}

function errorText(form: Sexpr): string {
  const text = itemsOf(form)?.[1];
  return headOf(form) === 'error' && text?.kind === 'string' ? text.text : '';
}

const place = /^line (\d+) column \d+: */;

/** After the check come the reason, the model and the command that tells where the script ends: one line each. */
const linesAfter = 3;

function rejection(text: string, rest: readonly Sexpr[]): Rejection {
  const line = lineOf(text);
  const last = rest.at(-1);
  const mark = last === undefined ? '' : errorText(last);
  const end = mark.includes('invalid pop command') ? lineOf(mark) : null;
  const words = text
    .replace(place, '')
    .replace(/(?:[A-Za-z]:)?(?:[\\/][\w.+@~-]+){2,}/g, '…')
    .replace(/\s+/g, ' ')
    .trim();
  return {
    verdict: 'rejected',
    message: words.length > 200 ? `${words.slice(0, 199)}…` : words,
    commandsBack: line === null || end === null ? null : end - line - linesAfter,
  };
}

function lineOf(text: string): number | null {
  const line = place.exec(text)?.[1];
  return line === undefined ? null : Number(line);
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
