import type { IssueSink, Location } from '../contracts/issue.js';
import { characteristic, type Domain } from './domain.js';
import {
  addAll,
  constant,
  fromExact,
  isZero,
  multiply,
  negate,
  power,
  scale,
  TooLarge,
  variable,
  type Exact,
  type Meter,
} from './polynomial-arithmetic.js';
import type { Polynomial } from './polynomial.js';

/**
 * Polynomials of our own grammar, expanded here:
 *   sum := term (('+' | '-') term)* · term := signed (('*' | '/') signed)* · signed := ('-' | '+') signed | power ·
 *   power := primary ('^' exponent | superscripts)? · exponent := digits ('^' exponent)? | '(' digits ')' ·
 *   primary := digits | digits name | digits '(' sum ')' | name | '(' sum ')'
 * `**` is `^`. A sign binds weaker than a power: -x^2 is -(x^2). A number may stand before a name or a parenthesis as a
 * factor (2x), but not after a division, where readers differ. Divisors are constants. Superscript digits are an
 * exponent, never part of a name: x² is x^2.
 */
const maximumLength = 200_000;
const maximumDepth = 200;
const maximumTerms = 100_000;
export const maximumExponent = 1_000_000_000;
/** Coefficient products that one expansion may take: about two seconds. */
const maximumWork = 600_000;

/** Raised and lowered letters (xⁿ, xª) are no letters here: they would hide an exponent or an index in a name. */
const letter = String.raw`(?![\p{Lm}ªº])\p{L}`;
const name = `(?:${letter}|_)(?:${letter}|[0-9_])*'*`;
const nameStart = new RegExp(`^(?:${letter}|_)`, 'u');
const wholeName = new RegExp(`^${name}$`, 'u');
const everyName = new RegExp(name, 'gu');
const inferableName = new RegExp(`^${letter}(?:_?[0-9]+)?$`, 'u');

const superscripts = '⁰¹²³⁴⁵⁶⁷⁸⁹';
const token = new RegExp(String.raw`\s*([0-9]+|[${superscripts}]+|${name}|\*\*|[-+*/^()])`, 'uy');

/** The names of an expression in the order of their first appearance. */
export function namesOf(text: string): string[] {
  return [...new Set(text.slice(0, maximumLength).match(everyName) ?? [])];
}

/** Whether a text is a name: letters, ASCII digits, _ and final primes, no digit first. */
export function isName(text: string): boolean {
  return wholeName.test(text);
}

/** Whether a name may stand undeclared: x, x1, x_1. Others, such as xy, could be meant as a product. */
export function isInferable(text: string): boolean {
  return inferableName.test(text);
}

export function parseExpression(
  text: string,
  variables: readonly string[],
  domain: Domain,
  at: Location,
  issues: IssueSink,
): Polynomial | undefined {
  if (text.length > maximumLength) {
    issues.bound(at, `An expression may have at most ${String(maximumLength)} characters; send terms instead.`);
    return undefined;
  }
  try {
    const expanded = new Reader(text, variables, characteristic(domain)).all();
    const polynomial = fromExact(expanded, domain, variables);
    if (polynomial === null) issues.add(at, 'not_integral', 'Over ZZ every coefficient must be an integer.');
    return polynomial ?? undefined;
  } catch (error) {
    if (error instanceof TooLarge) issues.bound(at, 'The expression is too large to be expanded.');
    else if (error instanceof Refused) issues.add(at, error.code, error.message);
    else throw error;
    return undefined;
  }
}

class Refused extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

function syntax(position: number, expected: string): Refused {
  return new Refused('invalid_expression', `At character ${String(position + 1)}: ${expected}.`);
}

/** What to write in place of a text that starts with no token. */
function expectedAt(text: string): string {
  if (/^[\p{Lm}ªº⁺⁻⁼⁽⁾]/u.test(text)) return 'write an exponent with ^ and digits; it is a non-negative integer';
  if (/^\p{N}/u.test(text)) return 'write digits as 0 to 9, an index as in x_1, a fraction as in 1/2';
  return 'use numbers, names, + - * / ^ and parentheses; write fractions as 1/2 and products with *';
}

class Reader {
  private readonly tokens: { readonly text: string; readonly at: number }[] = [];
  private next = 0;
  private depth = 0;
  private readonly meter: Meter = { left: maximumWork };

  constructor(
    text: string,
    private readonly variables: readonly string[],
    private readonly modulus: bigint | null,
  ) {
    const end = text.trimEnd().length;
    token.lastIndex = 0;
    for (let at = 0; at < end; at = token.lastIndex) {
      token.lastIndex = at;
      const found = token.exec(text)?.[1];
      if (found === undefined) {
        throw syntax(at, expectedAt(text.slice(at).trimStart()));
      }
      this.tokens.push({ text: found === '**' ? '^' : found, at: token.lastIndex - found.length });
    }
  }

  all(): Exact {
    const value = this.sum();
    if (this.peek() !== '') throw syntax(this.position(), 'expected an operator or the end');
    return value;
  }

  private peek(): string {
    return this.tokens[this.next]?.text ?? '';
  }

  private position(): number {
    return this.tokens[this.next]?.at ?? (this.tokens.at(-1)?.at ?? -1) + 1;
  }

  private take(text: string): boolean {
    if (this.peek() !== text) return false;
    this.next += 1;
    return true;
  }

  private sum(): Exact {
    const summands = [this.term()];
    let size = 0;
    for (;;) {
      const last = summands.at(-1);
      size += last?.terms.size ?? 0;
      if (size > maximumTerms) throw new TooLarge();
      if (this.take('+')) summands.push(this.term());
      else if (this.take('-')) summands.push(negate(this.term()));
      else break;
    }
    return addAll(summands, this.variables.length, this.modulus);
  }

  private term(): Exact {
    let value = this.signed(true);
    for (;;) {
      if (this.take('*')) value = this.bounded(multiply(value, this.signed(true), this.meter));
      else if (this.take('/')) value = this.divide(value, this.signed(false));
      else return value;
    }
  }

  private divide(value: Exact, divisor: Exact): Exact {
    const at = this.position();
    const [[key, num] = ['', 0n], ...others] = divisor.terms;
    if (others.length > 0 || /[1-9]/.test(key)) throw syntax(at, 'the divisor must be a constant');
    const quotient = isZero(divisor) ? null : scale(value, divisor.den, num);
    if (quotient === null) throw new Refused('zero_denominator', 'A divisor is zero in the domain.');
    return quotient;
  }

  private signed(juxtaposition: boolean): Exact {
    if (this.take('-')) return negate(this.nested(() => this.signed(juxtaposition)));
    if (this.take('+')) return this.nested(() => this.signed(juxtaposition));
    return this.factor(juxtaposition);
  }

  private factor(juxtaposition: boolean): Exact {
    const number = /^[0-9]/.test(this.peek());
    const value = this.power();
    if (!number || !(this.peek() === '(' || nameStart.test(this.peek()))) return value;
    if (!juxtaposition)
      throw syntax(this.position(), 'write * here: a product after a division can be read in two ways');
    return this.bounded(multiply(value, this.power(), this.meter));
  }

  private power(): Exact {
    const base = this.primary();
    if (this.atSuperscripts()) return this.bounded(power(base, this.raised(), this.meter));
    if (!this.take('^')) return base;
    const exponent = this.nested(() => this.exponent());
    return this.bounded(power(base, exponent, this.meter));
  }

  private atSuperscripts(): boolean {
    return superscripts.includes(this.peek().charAt(0) || ' ');
  }

  /** x²^3 and x² ³ could be read in two ways. */
  private raised(): number {
    const value = Number(Array.from(this.peek(), (digit) => superscripts.indexOf(digit)).join(''));
    this.next += 1;
    if (this.peek() === '^' || this.atSuperscripts())
      throw syntax(this.position(), 'write powers of powers with ^ and parentheses');
    if (value > maximumExponent) throw new TooLarge();
    return value;
  }

  private exponent(): number {
    const parenthesis = this.take('(');
    const digits = this.peek();
    if (!/^[0-9]/.test(digits)) throw syntax(this.position(), 'an exponent is a non-negative integer');
    this.next += 1;
    let value = Number(digits);
    if (parenthesis && !this.take(')')) throw syntax(this.position(), 'expected )');
    if (this.take('^')) value = value ** this.nested(() => this.exponent());
    if (value > maximumExponent) throw new TooLarge();
    return value;
  }

  private primary(): Exact {
    const text = this.peek();
    if (this.take('(')) {
      const value = this.nested(() => this.sum());
      if (!this.take(')')) throw syntax(this.position(), 'expected )');
      return value;
    }
    if (/^[0-9]/.test(text)) {
      this.next += 1;
      return this.number(text);
    }
    const index = this.variables.indexOf(text);
    if (index >= 0) {
      this.next += 1;
      return variable(index, this.variables.length, this.modulus);
    }
    if (nameStart.test(text))
      throw new Refused('unknown_variable', 'A name in the expression is not among `variables`.');
    throw syntax(this.position(), 'expected a number, a variable or (');
  }

  private number(digits: string): Exact {
    const value = constant(BigInt(digits), 1n, this.variables.length, this.modulus);
    if (value === null) throw new TypeError('1 has an inverse');
    return value;
  }

  private bounded(value: Exact): Exact {
    if (value.terms.size > maximumTerms) throw new TooLarge();
    for (const key of value.terms.keys()) {
      if (key.length > 10 && key.split(',').some((exponent) => Number(exponent) > maximumExponent))
        throw new TooLarge();
    }
    return value;
  }

  private nested<T>(read: () => T): T {
    this.depth += 1;
    if (this.depth > maximumDepth) throw new TooLarge();
    const value = read();
    this.depth -= 1;
    return value;
  }
}
