import type { IssueSink, Location } from '../contracts/issue.js';
import { parseDomain, type Domain } from './domain.js';
import { isInferable, isName, maximumExponent, namesOf, parseExpression } from './polynomial-expression.js';
import { polynomialFrom, scalarOf } from './polynomial-arithmetic.js';
import type { Polynomial } from './polynomial.js';
import { parseRational } from './rational.js';
import { checkKeys, isRecord } from './value.js';

export const maximumVariables = 32;
export const maximumTerms = 100_000;
const maximumNameLength = 64;

/** A polynomial in any of the forms that callers may send. */
export function parsePolynomial(raw: unknown, at: Location, issues: IssueSink): Polynomial | undefined {
  if (typeof raw === 'string') return fromBareExpression(raw, at, issues);
  if (typeof raw === 'number') return fromNumber(raw, at, issues);
  if (!isRecord(raw)) {
    issues.add(at, raw === undefined ? 'missing' : 'wrong_type', 'Send an expression string or {variables, terms}.');
    return undefined;
  }
  const form = 'expression' in raw ? 'expression' : 'polynomial' in raw ? 'polynomial' : 'terms';
  checkKeys(raw, ['domain', 'variables', form], at, issues);
  const domain = raw['domain'] === undefined ? 'QQ' : parseDomain(raw['domain'], [...at, 'domain'], issues);
  if (domain === undefined) return undefined;
  return form === 'expression' ? fromExpression(raw, domain, at, issues) : fromTerms(raw, form, domain, at, issues);
}

function fromBareExpression(text: string, at: Location, issues: IssueSink): Polynomial | undefined {
  const names = namesOf(text);
  if (names.length > 1) {
    issues.add(
      at,
      'undeclared_variables',
      'In more than one variable send {"expression": …, "variables": […]}: their order is the order of the terms.',
    );
    return undefined;
  }
  return mayInfer(names, issues, at) ? parseExpression(text, names, 'QQ', at, issues) : undefined;
}

/** Reports a name that is not declared and could be meant as a product. */
function mayInfer(names: readonly string[], issues: IssueSink, at: Location): boolean {
  if (names.every(isInferable)) return true;
  issues.add(
    at,
    'ambiguous_name',
    'Only a name such as x, x1 or x_1 may stand undeclared: write a product as x*y, and declare its variables or a longer name: {"expression": …, "variables": […]}.',
  );
  return false;
}

function fromNumber(value: number, at: Location, issues: IssueSink): Polynomial | undefined {
  const coefficient = parseRational(value, at, issues);
  return coefficient === undefined
    ? undefined
    : (polynomialFrom('QQ', [], [{ coefficient, exponents: [] }]) ?? undefined);
}

function fromExpression(
  raw: Readonly<Record<string, unknown>>,
  domain: Domain,
  at: Location,
  issues: IssueSink,
): Polynomial | undefined {
  const text = raw['expression'];
  if (typeof text !== 'string') {
    issues.add([...at, 'expression'], 'wrong_type', 'Send the expression as a string.');
    return undefined;
  }
  if (raw['variables'] === undefined) {
    const names = namesOf(text);
    const where = [...at, 'expression'];
    if (names.length <= 1)
      return mayInfer(names, issues, where) ? parseExpression(text, names, domain, where, issues) : undefined;
    issues.add([...at, 'variables'], 'missing', 'Declare the variables, the greatest first.');
    return undefined;
  }
  const variables = parseVariables(raw['variables'], [...at, 'variables'], issues);
  return variables === undefined ? undefined : parseExpression(text, variables, domain, [...at, 'expression'], issues);
}

/** A list of distinct names, the greatest variable first. */
export function parseVariables(raw: unknown, at: Location, issues: IssueSink): string[] | undefined {
  if (!Array.isArray(raw)) {
    issues.add(at, raw === undefined ? 'missing' : 'wrong_type', 'Send the list of variables, the greatest first.');
    return undefined;
  }
  if (raw.length > maximumVariables) {
    issues.bound(at, `At most ${String(maximumVariables)} variables.`);
    return undefined;
  }
  const names = raw.filter(
    (name): name is string => typeof name === 'string' && name.length <= maximumNameLength && isName(name),
  );
  if (names.length < raw.length) {
    issues.add(
      at,
      'invalid_name',
      'A variable starts with a letter; letters, digits 0 to 9, _ and final primes follow.',
    );
    return undefined;
  }
  if (new Set(names).size < names.length) {
    issues.add(at, 'duplicate', 'The variables must be distinct.');
    return undefined;
  }
  return names;
}

function fromTerms(
  raw: Readonly<Record<string, unknown>>,
  form: 'terms' | 'polynomial',
  domain: Domain,
  at: Location,
  issues: IssueSink,
): Polynomial | undefined {
  const variables = parseVariables(raw['variables'], [...at, 'variables'], issues);
  const where = form === 'terms' ? [...at, 'terms'] : [...at, 'polynomial', 'terms'];
  const terms = form === 'terms' ? raw['terms'] : publicTerms(raw['polynomial'], [...at, 'polynomial'], issues);
  if (!Array.isArray(terms)) {
    issues.add(where, terms === undefined ? 'missing' : 'wrong_type', 'Send the list of terms.');
    return undefined;
  }
  if (terms.length > maximumTerms) {
    issues.bound(where, `At most ${String(maximumTerms)} terms.`);
    return undefined;
  }
  if (variables === undefined) return undefined;
  const parsed = terms.map((term: unknown, index) =>
    parseTerm(term, variables.length, domain, [...where, index], issues),
  );
  if (!parsed.every((term) => term !== undefined)) return undefined;
  return polynomialFrom(domain, variables, parsed) ?? undefined;
}

function publicTerms(raw: unknown, at: Location, issues: IssueSink): unknown {
  if (!isRecord(raw)) return raw;
  checkKeys(raw, ['terms'], at, issues);
  return raw['terms'] ?? [];
}

function parseTerm(raw: unknown, arity: number, domain: Domain, at: Location, issues: IssueSink) {
  if (!isRecord(raw)) {
    issues.add(at, 'wrong_type', 'A term is {coefficient, exponents}.');
    return undefined;
  }
  checkKeys(raw, ['coefficient', 'exponents'], at, issues);
  const coefficient = parseRational(raw['coefficient'], [...at, 'coefficient'], issues);
  const exponents = parseExponents(raw['exponents'], arity, [...at, 'exponents'], issues);
  if (coefficient === undefined || exponents === undefined) return undefined;
  if (scalarOf(domain, BigInt(coefficient.num), BigInt(coefficient.den)) === null) {
    issues.add([...at, 'coefficient'], 'not_in_domain', 'The coefficient is not of the declared domain.');
    return undefined;
  }
  return { coefficient, exponents };
}

function parseExponents(raw: unknown, arity: number, at: Location, issues: IssueSink): number[] | undefined {
  const exponents = Array.isArray(raw)
    ? raw.filter((each): each is number => Number.isSafeInteger(each) && Number(each) >= 0)
    : [];
  if (!Array.isArray(raw) || raw.length !== arity || exponents.length !== arity) {
    issues.add(at, 'invalid_exponents', 'Send one non-negative integer for each variable.');
    return undefined;
  }
  if (exponents.some((each) => each > maximumExponent)) {
    issues.bound(at, `An exponent may be at most ${String(maximumExponent)}.`);
    return undefined;
  }
  return exponents.map((each) => (each === 0 ? 0 : each));
}
