/** What can be told of a Lean source without Lean: its header, and what is left after a position. */

export interface LeanHeader {
  /** It begins with the word `module` or `prelude`, which nothing may precede. */
  readonly first: 'module' | 'prelude' | null;
  /** Modules that it imports, in order, as written. */
  readonly imports: readonly string[];
}

/** `Mathlib.Tactic.Ring`, also with parts in «». */
export const moduleName = /^(?:[\p{L}_][\p{L}\p{N}_'!?]*|«[^»\s]+»)(?:\.(?:[\p{L}_][\p{L}\p{N}_'!?]*|«[^»\s]+»))*$/u;

/**
 * `module`, `prelude`, then imports (`public`, `meta` and `all` may qualify them), with comments between. Whatever else
 * comes ends the header.
 */
export function readHeader(source: string): LeanHeader {
  const words = createWords(source);
  let word = words.next();
  let first: LeanHeader['first'] = null;
  while (word === 'module' || word === 'prelude') {
    first ??= word;
    word = words.next();
  }
  const imports: string[] = [];
  for (;;) {
    while (word === 'public' || word === 'private' || word === 'meta') word = words.next();
    if (word !== 'import') return { first, imports };
    word = words.next();
    while (word === 'all' || word === 'runtime') word = words.next();
    if (word === null || !moduleName.test(word)) return { first, imports };
    imports.push(word);
    word = words.next();
    if (word === 'runtime') word = words.next();
  }
}

/** Whether anything but blank space and comments stands after a position (line from 1, column from 0 in code points). */
export function hasTextAfter(source: string, line: number, column: number): boolean {
  const lines = source.split('\n').slice(line - 1);
  const rest = [
    Array.from(lines[0] ?? '')
      .slice(column)
      .join(''),
    ...lines.slice(1),
  ].join('\n');
  return skipBlank(rest, 0, true) < rest.length;
}

function createWords(source: string): { next(): string | null } {
  let at = source.startsWith('\ufeff') ? 1 : 0;
  return {
    next: () => {
      at = skipBlank(source, at, false);
      const end = /[\s]|--|\/-/g;
      end.lastIndex = at;
      const stop = end.exec(source)?.index ?? source.length;
      const word = source.slice(at, stop);
      at = stop;
      return word === '' ? null : word;
    },
  };
}

/** The index after blank space and comments. Comments `/-- -/` and `/-! -/` belong to the text, unless they are skipped too. */
function skipBlank(source: string, from: number, docs: boolean): number {
  let at = from;
  for (;;) {
    const before = at;
    while (at < source.length && /\s/.test(source.charAt(at))) at += 1;
    if (source.startsWith('--', at)) {
      const end = source.indexOf('\n', at);
      at = end < 0 ? source.length : end;
    } else if (source.startsWith('/-', at) && (docs || !/[-!]/.test(source.charAt(at + 2)))) at = skipBlock(source, at);
    if (at === before) return at;
  }
}

/** Block comments nest. */
function skipBlock(source: string, from: number): number {
  const edge = /\/-|-\//g;
  edge.lastIndex = from;
  let depth = 0;
  for (let match = edge.exec(source); match !== null; match = edge.exec(source)) {
    depth += match[0] === '/-' ? 1 : -1;
    if (depth === 0) return edge.lastIndex;
  }
  return source.length;
}
