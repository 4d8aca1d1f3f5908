import { codePoints } from './term.js';
import { equalValues, truth, type Value } from './value.js';

/** Functions of strings and sequences, without regular expressions; null for any other. */
export function evaluateString(op: string, values: readonly Value[]): Value | null {
  if (op === 'seq.empty') return { kind: 'sequence', items: [] };
  const [first, second, third] = values;
  if (op === 'seq.unit') return first === undefined ? null : { kind: 'sequence', items: [first] };
  if (op === 'str.from_int' && first?.kind === 'int') return text(first.value < 0n ? '' : String(first.value));
  if (op === 'str.from_code' && first?.kind === 'int') {
    return { kind: 'string', value: first.value >= 0n && first.value <= 0x2ffffn ? [Number(first.value)] : [] };
  }
  if (first?.kind === 'sequence') return op === 'seq.++' ? joinSequences(values) : onSequence(op, first.items, second);
  if (first?.kind !== 'string') return null;
  const own = first.value;
  const others = values.filter((value) => value.kind === 'string').map(({ value }) => value);
  if (others.length === values.length) return onStrings(op, others);
  if (second?.kind === 'int' && (op === 'str.at' || op === 'str.substr')) {
    const count = op === 'str.at' ? 1n : third?.kind === 'int' ? third.value : 0n;
    return { kind: 'string', value: slice(own, second.value, count) };
  }
  if (op === 'str.indexof' && second?.kind === 'string' && third?.kind === 'int') {
    const from = third.value;
    const found = from < 0n || from > BigInt(own.length) ? -1 : search(own, second.value, Number(from));
    return { kind: 'int', value: BigInt(found) };
  }
  return null;
}

type Points = readonly number[];

function onStrings(op: string, args: readonly Points[]): Value | null {
  const [first = [], second = [], third = []] = args;
  switch (op) {
    case 'str.++':
      return { kind: 'string', value: args.flat() };
    case 'str.len':
      return { kind: 'int', value: BigInt(first.length) };
    case 'str.<':
      return truth(args.slice(1).every((b, i) => order(args[i] ?? [], b) < 0));
    case 'str.<=':
      return truth(args.slice(1).every((b, i) => order(args[i] ?? [], b) <= 0));
    case 'str.prefixof':
      return truth(startsAt(second, first, 0));
    case 'str.suffixof':
      return truth(first.length <= second.length && startsAt(second, first, second.length - first.length));
    case 'str.contains':
      return truth(search(first, second, 0) >= 0);
    case 'str.replace': {
      const at = search(first, second, 0);
      return {
        kind: 'string',
        value: at < 0 ? first : [...first.slice(0, at), ...third, ...first.slice(at + second.length)],
      };
    }
    case 'str.is_digit':
      return truth(first.length === 1 && isDigit(first[0] ?? 0));
    case 'str.to_code':
      return { kind: 'int', value: first.length === 1 ? BigInt(first[0] ?? 0) : -1n };
    case 'str.to_int':
      return {
        kind: 'int',
        value: first.length > 0 && first.every(isDigit) ? BigInt(String.fromCodePoint(...first)) : -1n,
      };
    default:
      return null;
  }
}

function onSequence(op: string, items: readonly Value[], second: Value | undefined): Value | null {
  if (op === 'seq.len') return { kind: 'int', value: BigInt(items.length) };
  if (second?.kind === 'int' && op === 'seq.nth') {
    // Outside the sequence the value is any; the model does not say which.
    return second.value >= 0n && second.value < BigInt(items.length) ? (items[Number(second.value)] ?? null) : null;
  }
  if (second?.kind === 'int' && op === 'seq.at') return { kind: 'sequence', items: slice(items, second.value, 1n) };
  if (second?.kind === 'sequence' && op === 'seq.prefixof') {
    if (items.length > second.items.length) return truth(false);
    const same = equalValues(
      { kind: 'sequence', items },
      { kind: 'sequence', items: second.items.slice(0, items.length) },
    );
    return same === null ? null : truth(same);
  }
  return null;
}

function joinSequences(values: readonly Value[]): Value {
  return { kind: 'sequence', items: values.flatMap((value) => (value.kind === 'sequence' ? value.items : [])) };
}

function slice<T>(items: readonly T[], from: bigint, count: bigint): readonly T[] {
  if (from < 0n || from >= BigInt(items.length) || count <= 0n) return [];
  const end = from + count < BigInt(items.length) ? Number(from + count) : items.length;
  return items.slice(Number(from), end);
}

function search(text: Points, part: Points, from: number): number {
  for (let at = from; at + part.length <= text.length; at += 1) if (startsAt(text, part, at)) return at;
  return -1;
}

function startsAt(text: Points, part: Points, at: number): boolean {
  return at + part.length <= text.length && part.every((point, i) => text[at + i] === point);
}

function order(a: Points, b: Points): number {
  const at = a.findIndex((point, i) => point !== b[i]);
  if (at < 0) return a.length - b.length;
  const other = b[at];
  return other === undefined ? 1 : (a[at] ?? 0) - other;
}

function isDigit(point: number): boolean {
  return point >= 0x30 && point <= 0x39;
}

function text(value: string): Value {
  return { kind: 'string', value: codePoints(value) };
}
