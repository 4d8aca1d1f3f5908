import { EngineError, ReplyError, type Program, type Reply } from '../../src/contracts/adapter.js';
import type { Integer } from '../../src/values/integer.js';
import type { Rational } from '../../src/values/rational.js';

/** What a request may pass to an engine-side function. Text of a caller is no literal: names and strings never go out. */
export type GpLiteral = Integer | number | Rational | readonly GpLiteral[];

/** What an engine-side function may return: integers, rationals, strings of ours (`"NONE"`), and vectors of those. */
export type GpValue = bigint | { readonly num: bigint; readonly den: bigint } | string | readonly GpValue[];

/** The call of one engine-side function with literals. */
export function call(name: string, ...args: readonly GpLiteral[]): Program {
  if (!/^[a-z][a-z0-9_]*$/.test(name)) throw new TypeError('not a name of an engine-side function');
  return { text: `${name}(${args.map(literal).join(',')})` };
}

/** Parses the one value that a reply holds. */
export function readReply(reply: Reply): GpValue {
  if (reply.text.startsWith('!')) throw new EngineError(reply.text.slice(1).trim());
  return parseGp(reply.text);
}

export function literal(value: GpLiteral): string {
  if (typeof value === 'number') {
    if (!Number.isSafeInteger(value)) throw new TypeError('only safe integers are literals');
    return String(value);
  }
  if (typeof value === 'string') {
    if (!/^-?[0-9]+$/.test(value)) throw new TypeError('only decimal integers are literals');
    return value;
  }
  if ('num' in value) return `${literal(value.num)}/${literal(value.den)}`;
  return `[${value.map(literal).join(',')}]`;
}

/** value := integer ['/' integer] | '"' text '"' | '[' [value (',' value)*] ']'. */
export function parseGp(text: string): GpValue {
  const end = { at: 0 };
  const value = parseValue(text, end, 0);
  skipSpaces(text, end);
  if (end.at !== text.length) throw new ReplyError('text after the value');
  return value;
}

const number = /-?[0-9]+(?:\/[0-9]+)?/y;
const maximumDepth = 32;

function parseValue(text: string, cursor: { at: number }, depth: number): GpValue {
  if (depth > maximumDepth) throw new ReplyError('nested too deeply');
  skipSpaces(text, cursor);
  const first = text[cursor.at];
  if (first === '[') return parseVector(text, cursor, depth);
  if (first === '"') return parseText(text, cursor);
  number.lastIndex = cursor.at;
  const digits = number.exec(text)?.[0];
  if (digits === undefined) throw new ReplyError('neither number, text nor vector');
  cursor.at += digits.length;
  const slash = digits.indexOf('/');
  if (slash < 0) return BigInt(digits);
  return { num: BigInt(digits.slice(0, slash)), den: BigInt(digits.slice(slash + 1)) };
}

function parseVector(text: string, cursor: { at: number }, depth: number): readonly GpValue[] {
  const items: GpValue[] = [];
  cursor.at += 1;
  skipSpaces(text, cursor);
  if (text[cursor.at] === ']') {
    cursor.at += 1;
    return items;
  }
  for (;;) {
    items.push(parseValue(text, cursor, depth + 1));
    skipSpaces(text, cursor);
    const separator = text[cursor.at];
    cursor.at += 1;
    if (separator === ']') return items;
    if (separator !== ',') throw new ReplyError('a vector is not closed');
  }
}

function parseText(text: string, cursor: { at: number }): string {
  const end = text.indexOf('"', cursor.at + 1);
  if (end < 0) throw new ReplyError('a text is not closed');
  const value = text.slice(cursor.at + 1, end);
  cursor.at = end + 1;
  return value;
}

function skipSpaces(text: string, cursor: { at: number }): void {
  while (text[cursor.at] === ' ' || text[cursor.at] === '\n') cursor.at += 1;
}

// Typed readers: an adapter takes a reply apart with these, and anything unexpected is a ReplyError.

export function asVector(value: GpValue | undefined, length?: number): readonly GpValue[] {
  if (!isVector(value)) throw new ReplyError('a vector was expected');
  if (length !== undefined && value.length !== length) throw new ReplyError('a vector of another length was expected');
  return value;
}

export function asInteger(value: GpValue | undefined): Integer {
  if (typeof value !== 'bigint') throw new ReplyError('an integer was expected');
  return value.toString();
}

/** A small integer (an index, a degree, a multiplicity) as a JS number. */
export function asIndex(value: GpValue | undefined): number {
  if (typeof value !== 'bigint' || value > 2n ** 52n || value < -(2n ** 52n))
    throw new ReplyError('a small integer was expected');
  return Number(value);
}

export function asRational(value: GpValue | undefined): Rational {
  if (typeof value === 'bigint') return { num: value.toString(), den: '1' };
  if (typeof value === 'object' && 'num' in value) return { num: value.num.toString(), den: value.den.toString() };
  throw new ReplyError('a rational was expected');
}

/** GP has no truth values: 0 and 1 stand for them. */
export function asBoolean(value: GpValue | undefined): boolean {
  if (value !== 0n && value !== 1n) throw new ReplyError('0 or 1 was expected');
  return value === 1n;
}

export function asText(value: GpValue | undefined): string {
  if (typeof value !== 'string') throw new ReplyError('a text was expected');
  return value;
}

/** Terms of a polynomial as the prelude's jg_terms prints them. */
export function asTerms(value: GpValue | undefined): { coefficient: Rational; exponents: number[] }[] {
  return asVector(value).map((term) => {
    const [coefficient, exponents] = asVector(term, 2);
    return { coefficient: asRational(coefficient), exponents: asVector(exponents).map(asIndex) };
  });
}

function isVector(value: GpValue | undefined): value is readonly GpValue[] {
  return Array.isArray(value);
}
