import { coerce, fit } from './fit.js';
import { readBinder, readLet, readMatch } from './binders.js';
import { constructorNamed, memberOf, resolve } from './parametric.js';
import { maximumWidth } from './operators-bitvector.js';
import { ruleOf } from './operators.js';
import { declaredName, fail, lookup, type Globals, type Scope } from './scope.js';
import { indexOf, itemsOf, symbolOf, type Atom, type Sexpr } from './sexpr.js';
import { readSort } from './sort-reader.js';
import { apply, bool, boolTerm, int, intTerm, realTerm, sameSort, string, type Sort, type Term } from './term.js';

/** A term as written, with every name resolved and every sort checked. Throws ScriptError. */
export function readTerm(form: Sexpr, scope: Scope | null, globals: Globals): Term {
  const extra = globals.extra?.(form) ?? null;
  if (extra !== null) return extra;
  if (form.kind !== 'list') return form.kind === 'symbol' ? readName(form, scope, globals) : readLiteral(form);
  const [head, ...rest] = form.items;
  if (head === undefined) return fail('invalid_term', 'A term cannot be an empty list.', form);
  if (head.kind === 'list') return readQualified(head, rest, form, scope, globals);
  if (head.kind !== 'symbol')
    return fail('invalid_term', 'A term in parentheses begins with the name of a function.', form);
  switch (head.quoted ? '' : head.text) {
    case 'let':
      return readLet(rest, form, scope, globals);
    case 'forall':
      return readBinder('forall', rest, form, scope, globals);
    case 'exists':
      return readBinder('exists', rest, form, scope, globals);
    case 'lambda':
      return readBinder('lambda', rest, form, scope, globals);
    case 'match':
      return readMatch(rest, form, scope, globals);
    case '!':
      return readAnnotation(rest, form, scope, globals);
    case '_':
      return readIndexed(form, [], form, globals);
    case 'as':
      return readAs(form, [], form, globals);
    default:
      return applyName(
        head.text,
        rest.map((item) => readTerm(item, scope, globals)),
        form,
        scope,
        globals,
      );
  }
}

function readName(atom: Atom, scope: Scope | null, globals: Globals): Term {
  const bound = lookup(scope, atom.text);
  if (bound !== null) return bound;
  if (!globals.symbolNames.has(atom.text)) {
    if (atom.text === 'true') return boolTerm(true);
    if (atom.text === 'false') return boolTerm(false);
  }
  return applyName(atom.text, [], atom, scope, globals);
}

function readLiteral(atom: Atom): Term {
  switch (atom.kind) {
    case 'numeral':
      return intTerm(BigInt(atom.text));
    case 'decimal': {
      const [whole = '', fraction = ''] = atom.text.split('.');
      return realTerm(reduced(BigInt(whole + fraction), 10n ** BigInt(fraction.length)));
    }
    case 'hexadecimal':
      return bitvector(atom.text.length * 4, BigInt(`0x${atom.text}`), atom);
    case 'binary':
      return bitvector(atom.text.length, BigInt(`0b${atom.text}`), atom);
    case 'string':
      return { kind: 'literal', literal: { kind: 'string', value: unescapeString(atom) }, sort: string };
    default:
      return fail('invalid_term', 'A keyword is no term.', atom);
  }
}

/** A function applied to checked arguments: a symbol of the script first, then one of the theories. */
function applyName(name: string, args: readonly Term[], at: Sexpr, scope: Scope | null, globals: Globals): Term {
  const bound = lookup(scope, name);
  if (bound !== null) return fail('wrong_sort', 'A bound variable is used as a function.', at);
  const symbol = globals.symbolNames.get(name);
  if (symbol !== undefined) return callSymbol(symbol, args, at, globals);
  const family = globals.families.get(name);
  if (family !== undefined) return callSymbol(resolve(family, args, globals, at) ?? wrongSorts(at), args, at, globals);
  const rule = ruleOf(name);
  if (rule === undefined)
    return fail('unknown_symbol', 'A symbol is neither declared in the script nor one of SMT-LIB.', at);
  return rule(args, []) ?? wrongSorts(at);
}

function callSymbol(symbol: number, given: readonly Term[], at: Sexpr, globals: Globals): Term {
  const declared = globals.symbols[symbol];
  if (declared === undefined) return fail('unknown_symbol', 'A symbol is not declared.', at);
  const args = fit(given, declared.parameters);
  return args === null ? wrongSorts(at) : { kind: 'call', symbol, args, sort: declared.result };
}

/** `((_ extract 7 0) x)`, `((as const (Array Int Int)) 0)`, `((_ is cons) x)`. */
function readQualified(head: Sexpr, rest: readonly Sexpr[], form: Sexpr, scope: Scope | null, globals: Globals): Term {
  const args = rest.map((item) => readTerm(item, scope, globals));
  const kind = symbolOf(itemsOf(head)?.[0]);
  if (kind === '_') return readIndexed(head, args, form, globals);
  if (kind === 'as') return readAs(head, args, form, globals);
  return fail('invalid_term', 'A function is a name, (_ name index …) or (as name sort).', form);
}

function readIndexed(head: Sexpr, args: readonly Term[], form: Sexpr, globals: Globals): Term {
  const [, nameForm, ...indexForms] = itemsOf(head) ?? [];
  const name = symbolOf(nameForm);
  const [first] = indexForms;
  if (name === null || first === undefined) return fail('invalid_term', 'An indexed name is (_ name index …).', form);
  if (name === 'is') return readTester(first, args, form, globals);
  if (name === 'char' && first.kind === 'hexadecimal' && args.length === 0) {
    return { kind: 'literal', literal: { kind: 'string', value: [Number.parseInt(first.text, 16)] }, sort: string };
  }
  if (name === 'divisible') return divisible(first, args, form);
  const value = /^bv([0-9]+)$/.exec(name)?.[1];
  const indices = indexForms.map((index) => indexOf(index, 1_000_000_000));
  const numbers = indices.filter((index) => index !== null);
  if (numbers.length !== indices.length) return fail('invalid_term', 'An index is a numeral.', form);
  if (value !== undefined && numbers.length === 1 && args.length === 0) {
    return bitvector(numbers[0] ?? 0, BigInt(value), form);
  }
  const rule = ruleOf(name);
  if (rule === undefined) return fail('unknown_symbol', 'An indexed name is not one of SMT-LIB.', form);
  return rule(args, numbers) ?? wrongSorts(form);
}

/** `((_ divisible n) x)`, for engines that have no such function. */
function divisible(indexForm: Sexpr, [arg, ...more]: readonly Term[], form: Sexpr): Term {
  const divisor = indexForm.kind === 'numeral' ? BigInt(indexForm.text) : 0n;
  if (divisor === 0n) return fail('invalid_term', '(_ divisible n) has a positive n.', form);
  if (arg?.sort.kind !== 'Int' || more.length > 0) return wrongSorts(form);
  return apply('=', [intTerm(0n), apply('mod', [arg, intTerm(divisor)], int)], bool);
}

function readTester(nameForm: Sexpr, args: readonly Term[], form: Sexpr, globals: Globals): Term {
  // Engines print (_ is (cons (Int L) L)) at times: the name is what counts.
  const name = symbolOf(nameForm) ?? symbolOf(itemsOf(nameForm)?.[0]);
  const [arg] = args;
  if (arg === undefined || args.length > 1) return wrongSorts(form);
  const constructor = name === null ? null : constructorNamed(name, arg.sort, globals);
  if (constructor === null)
    return fail('unknown_symbol', "A tester (_ is name) names no constructor of its argument's datatype.", form);
  return { kind: 'test', constructor, arg, sort: bool };
}

function readAs(head: Sexpr, given: readonly Term[], form: Sexpr, globals: Globals): Term {
  const [, nameForm, sortForm] = itemsOf(head) ?? [];
  const name = symbolOf(nameForm);
  if (name === null || sortForm === undefined) return fail('invalid_term', 'A qualified name is (as name sort).', form);
  const sort = readSort(sortForm, globals);
  if (name === 'const' && sort.kind === 'Array') {
    const args = fit(given, [sort.element]);
    return args === null ? wrongSorts(form) : apply('const', args, sort);
  }
  const empty = sort.kind === 'Seq' && name === 'seq.empty' && given.length === 0;
  if (empty) return apply('seq.empty', [], sort);
  const family = globals.families.get(name);
  const member = family === undefined ? null : memberOf(family, sort, globals);
  if (member !== null) return callSymbol(member, given, form, globals);
  const term = applyName(name, given, form, null, globals);
  return sameSort(term.sort, sort) ? term : wrongSorts(form);
}

function readAnnotation(rest: readonly Sexpr[], form: Sexpr, scope: Scope | null, globals: Globals): Term {
  const [body, ...attributes] = rest;
  if (body === undefined) return fail('invalid_term', 'An annotation has no term.', form);
  let term = readTerm(body, scope, globals);
  for (const [i, attribute] of attributes.entries()) {
    if (attribute.kind !== 'keyword' || attribute.text !== ':named') continue;
    const name = declaredName(attributes[i + 1]);
    if (name === null) return fail('invalid_term', ':named is followed by a symbol.', form);
    if (scope !== null) return fail('invalid_term', ':named cannot be used inside a binder.', form);
    term = globals.onNamed?.(name, term, form) ?? term;
  }
  return term;
}

export function readOf(form: Sexpr, sort: Sort, scope: Scope | null, globals: Globals): Term {
  return coerce(readTerm(form, scope, globals), sort) ?? wrongSorts(form);
}

export function wrongSorts(at: Sexpr): never {
  return fail('wrong_sort', 'A function has arguments of other sorts, or another number of them, than it takes.', at);
}

function bitvector(width: number, value: bigint, at: Sexpr): Term {
  if (width < 1 || width > maximumWidth) return fail('invalid_term', 'A bit-vector has too many bits, or none.', at);
  const literal = { kind: 'bitvector', width, value: BigInt.asUintN(width, value) } as const;
  return { kind: 'literal', literal, sort: { kind: 'BitVec', width } };
}

function reduced(num: bigint, den: bigint): { num: bigint; den: bigint } {
  let [a, b] = [num, den];
  while (b !== 0n) [a, b] = [b, a % b];
  return { num: num / a, den: den / a };
}

const escapes = /\\u(?:([0-9a-fA-F]{4})|\{([0-9a-fA-F]{1,5})\})/gy;

/** Code points of a string literal; \uXXXX and \u{X…} are the only escapes of SMT-LIB. */
function unescapeString(atom: Atom): readonly number[] {
  const points: number[] = [];
  for (let at = 0; at < atom.text.length;) {
    escapes.lastIndex = at;
    const match = escapes.exec(atom.text);
    const point = match === null ? (atom.text.codePointAt(at) ?? 0) : Number.parseInt(match[1] ?? match[2] ?? '0', 16);
    if (point > 0x2ffff) return fail('invalid_term', 'A string may have characters up to 2FFFF.', atom);
    points.push(point);
    at += match === null ? (point > 0xffff ? 2 : 1) : match[0].length;
  }
  return points;
}
