/**
 * S-expressions of SMT-LIB 2.6, as scripts and as solvers' replies have them. Read with a stack of our own, so that
 * hostile nesting costs no call stack.
 */
export interface Atom {
  readonly kind: 'symbol' | 'keyword' | 'numeral' | 'decimal' | 'hexadecimal' | 'binary' | 'string';
  /** A symbol without its bars, a keyword with its colon, a string with its escaped quotes undone, digits without prefix. */
  readonly text: string;
  /** True for a symbol that was written between bars: it is never a reserved word. */
  readonly quoted: boolean;
  /** 1-based line where it begins. */
  readonly line: number;
}

export interface List {
  readonly kind: 'list';
  readonly items: readonly Sexpr[];
  readonly line: number;
}

export type Sexpr = Atom | List;

/** What cannot be read, and where. `bound`: well-formed so far, but larger than what we read. */
export class SexprError extends Error {
  override readonly name = 'SexprError';
  constructor(
    message: string,
    readonly line: number,
    readonly bound = false,
  ) {
    super(message);
  }
}

export interface ReadLimits {
  readonly depth: number;
  readonly nodes: number;
}

const defaultLimits: ReadLimits = { depth: 1_000, nodes: 20_000_000 };

/** All expressions of a text, in order. Throws SexprError. */
export function readSexprs(text: string, limits: ReadLimits = defaultLimits): readonly Sexpr[] {
  const done: Sexpr[] = [];
  const open: { items: Sexpr[]; line: number }[] = [];
  let items: Sexpr[] = done;
  let line = 1;
  let nodes = 0;
  token.lastIndex = 0;
  while (token.lastIndex < text.length) {
    const at = token.lastIndex;
    const match = token.exec(text);
    if (match === null) throw new SexprError(whatIsWrong(text[at]), line);
    const [whole] = match;
    if (match[1] === undefined) {
      nodes += 1;
      if (nodes > limits.nodes) throw new SexprError('The text has too many symbols.', line, true);
    }
    if (whole === '(') {
      if (open.length >= limits.depth) {
        throw new SexprError(`Parentheses may be nested ${String(limits.depth)} deep at most.`, line, true);
      }
      items = [];
      open.push({ items, line });
    } else if (whole === ')') {
      const closed = open.pop();
      if (closed === undefined) throw new SexprError('A closing parenthesis has no opening one.', line);
      items = open.at(-1)?.items ?? done;
      items.push({ kind: 'list', items: closed.items, line: closed.line });
    } else if (match[1] === undefined) {
      items.push(atom(match, line));
    }
    line += newlines(whole);
  }
  const unclosed = open.at(-1);
  if (unclosed !== undefined) throw new SexprError('A parenthesis is not closed.', unclosed.line);
  return done;
}

// 1 space or comment · 2 "string" · 3 |symbol| · 4 #x · 5 #b · 6 decimal or numeral · 7 keyword · 8 symbol · or a parenthesis.
const token =
  /([ \t\r\n]+|;[^\n]*)|"((?:[^"]|"")*)"|\|([^|\\]*)\||#x([0-9a-fA-F]+)|#b([01]+)|([0-9]+(?:\.[0-9]+)?)(?![A-Za-z0-9~!@$%^&*_+=<>.?/-])|(:[A-Za-z0-9~!@$%^&*_+=<>.?/-]+)|([A-Za-z~!@$%^&*_+=<>.?/-][A-Za-z0-9~!@$%^&*_+=<>.?/-]*)|[()]/y;

function atom(match: RegExpExecArray, line: number): Atom {
  const [, , string, quoted, hexadecimal, binary, number, keyword, symbol] = match;
  if (symbol !== undefined) return { kind: 'symbol', text: symbol, quoted: false, line };
  if (number !== undefined)
    return { kind: number.includes('.') ? 'decimal' : 'numeral', text: number, quoted: false, line };
  if (quoted !== undefined) return { kind: 'symbol', text: quoted, quoted: true, line };
  if (string !== undefined) return { kind: 'string', text: string.replaceAll('""', '"'), quoted: false, line };
  if (hexadecimal !== undefined) return { kind: 'hexadecimal', text: hexadecimal.toLowerCase(), quoted: false, line };
  if (binary !== undefined) return { kind: 'binary', text: binary, quoted: false, line };
  return { kind: 'keyword', text: keyword ?? '', quoted: false, line };
}

function whatIsWrong(first: string | undefined): string {
  if (first === '"') return 'A string is not closed.';
  if (first === '|') return 'A quoted symbol is not closed, or has a backslash.';
  return 'This is no symbol, number, string or parenthesis of SMT-LIB.';
}

function newlines(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}

// Small helpers that readers of scripts, replies and models share.

/** The text of a symbol, or null for anything else. */
export function symbolOf(form: Sexpr | undefined): string | null {
  return form?.kind === 'symbol' ? form.text : null;
}

/** The items of a list, or null for an atom. */
export function itemsOf(form: Sexpr | undefined): readonly Sexpr[] | null {
  return form?.kind === 'list' ? form.items : null;
}

/** The first symbol of a list: `assert` of `(assert x)`. Null for atoms and for lists that begin otherwise. */
export function headOf(form: Sexpr | undefined): string | null {
  return form?.kind === 'list' ? symbolOf(form.items[0]) : null;
}

/** True where the text is a string of at most that many digits: `0 12 345`. */
export function indexOf(form: Sexpr | undefined, maximum: number): number | null {
  if (form?.kind !== 'numeral' || form.text.length > 9) return null;
  const value = Number(form.text);
  return value <= maximum ? value : null;
}
