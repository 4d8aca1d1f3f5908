import { ReplyError } from '../../src/contracts/adapter.js';

/** A declaration of the source, and what its proof rests on. */
export interface AuditedDeclaration {
  /** As the source names it: without the mark of a private name. */
  readonly name: string;
  /** axiom, theorem, definition, inductive type, or another (constructors, recursors). */
  readonly kind: 'a' | 't' | 'd' | 'i' | 'o';
  readonly axioms: readonly string[];
  /** False where the library's own proofs were not there to be looked into. */
  readonly complete: boolean;
}

/**
 * The message of an audit file: for each declaration its kind and name, for each axiom `+` with its kind and name, `;`.
 * A name is a list of parts: `s5:hello` (the length in code points) or `n0:` (a number). What is no axiom in that list
 * is a theorem of the library whose proof was not there to be looked into.
 */
export function readDeclarations(text: string): AuditedDeclaration[] {
  const reader = createReader(text);
  const declarations: AuditedDeclaration[] = [];
  while (!reader.atEnd()) {
    const { kind, name } = reader.constant();
    const axioms = new Set<string>();
    let complete = true;
    while (reader.take('+')) {
      const used = reader.constant();
      if (used.kind === 'a') axioms.add(used.name);
      else complete = false;
    }
    if (!reader.take(';')) throw new ReplyError('the list of axioms is damaged');
    declarations.push({ kind, name, axioms: [...axioms].sort(), complete });
  }
  return declarations;
}

/** The name of a declaration that the kernel refuses. */
export function readName(text: string): string {
  const reader = createReader(text);
  const name = reader.name();
  if (!reader.atEnd()) throw new ReplyError('the name of what is refused is damaged');
  return name;
}

function createReader(text: string) {
  const points = Array.from(text);
  let at = 0;
  const take = (wanted: string) => points[at] === wanted && (at += 1) > 0;
  const number = () => {
    const begin = at;
    while (/^\d$/.test(points[at] ?? '')) at += 1;
    if (at === begin || !take(':')) throw new ReplyError('a name in the list of axioms is damaged');
    return Number(points.slice(begin, at - 1).join(''));
  };
  const parts = (): (string | number)[] => {
    const found: (string | number)[] = [];
    for (;;) {
      if (take('n')) found.push(number());
      else if (take('s')) {
        const length = number();
        if (at + length > points.length) throw new ReplyError('a name in the list of axioms is cut off');
        found.push(points.slice(at, (at += length)).join(''));
      } else return found;
    }
  };
  return {
    atEnd: () => at >= points.length,
    take,
    name: () => printName(parts()),
    constant: () => {
      const kind = (['a', 't', 'd', 'i', 'o'] as const).find(take);
      if (kind === undefined) throw new ReplyError('the list of axioms is damaged');
      return { kind, name: printName(parts()) };
    },
  };
}

/** As Lean prints it: parts that are no identifiers in «». The mark of a private name is `_private`, its module, 0. */
function printName(parts: readonly (string | number)[]): string {
  const end = parts[0] === '_private' ? parts.findIndex((part) => typeof part === 'number') + 1 : 0;
  return parts
    .slice(end)
    .map((part) => (typeof part === 'number' || identifier.test(part) ? String(part) : `«${part}»`))
    .join('.');
}

const identifier = /^[\p{L}_][\p{L}\p{N}_'!?\u2080-\u209c]*$/u;
