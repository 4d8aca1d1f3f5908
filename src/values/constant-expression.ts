import type { IssueSink, Location } from '../contracts/issue.js';
import { bitLength } from './number-theory.js';

/**
 * Integer constants of our own grammar, evaluated here:
 *   sum := term (('+' | '-') term)* · term := unary ('*' unary)* · unary := '-' unary | power ·
 *   power := postfix ('^' unary)? · postfix := primary '!'? · primary := digits | '(' sum ')'
 * `^` binds to the right and stronger than a sign, as mathematicians write it: -2^2 = -4. `3!!` is refused: some read
 * the double factorial, others (3!)!.
 */
const maximumLength = 1_000;
const maximumDepth = 64;
/** Largest result in bits (about a million digits). */
const maximumBits = 3_400_000;
const maximumFactorial = 200_000n;
/** Bits that one payload's expressions may compute in all: a short text must not keep the gateway busy for minutes. */
const maximumWork = 8 * maximumBits;
/** Bits computed so far, by where the issues of a payload go. */
const work = new WeakMap<IssueSink, number>();

/** The value, or undefined after an issue. */
export function evaluateConstant(text: string, at: Location, issues: IssueSink): bigint | undefined {
  if (text.length > maximumLength) {
    issues.add(
      at,
      'invalid_integer',
      `Send decimal digits, or a constant expression of at most ${String(maximumLength)} characters.`,
    );
    return undefined;
  }
  try {
    return new Reader(text.replace(/\*\*/g, '^'), issues).all();
  } catch (error) {
    if (error instanceof TooLarge) issues.bound(at, 'The constant expression is too large to be evaluated.');
    else if (error instanceof SyntaxError)
      issues.add(
        at,
        'invalid_integer',
        'Send decimal digits with an optional sign, or an expression of digits, + - * ^ ! and parentheses.',
      );
    else throw error;
    return undefined;
  }
}

class TooLarge extends Error {}

class Reader {
  private position = 0;
  private depth = 0;
  constructor(
    private readonly text: string,
    private readonly issues: IssueSink,
  ) {}

  all(): bigint {
    const value = this.sum();
    if (this.peek() !== '') throw new SyntaxError();
    return value;
  }

  private peek(): string {
    while (this.text[this.position] === ' ') this.position += 1;
    return this.text[this.position] ?? '';
  }

  private take(symbol: string): boolean {
    if (this.peek() !== symbol) return false;
    this.position += 1;
    return true;
  }

  private sum(): bigint {
    let value = this.term();
    for (;;) {
      if (this.take('+')) value += this.term();
      else if (this.take('-')) value -= this.term();
      else return value;
    }
  }

  private term(): bigint {
    let value = this.unary();
    while (this.take('*')) {
      const other = this.unary();
      this.spend(bitLength(value) + bitLength(other));
      value *= other;
    }
    return value;
  }

  private unary(): bigint {
    if (!this.take('-')) return this.power();
    return this.nested(() => -this.unary());
  }

  private power(): bigint {
    const base = this.postfix();
    if (!this.take('^')) return base;
    const exponent = this.nested(() => this.unary());
    if (exponent < 0n) throw new SyntaxError();
    if (base === 0n || base === 1n) return exponent === 0n ? 1n : base;
    if (base === -1n) return exponent % 2n === 0n ? 1n : -1n;
    if (exponent > BigInt(maximumBits)) throw new TooLarge();
    this.spend(logarithm(base) * Number(exponent));
    return base ** exponent;
  }

  private postfix(): bigint {
    const value = this.primary();
    if (!this.take('!')) return value;
    if (this.peek() === '!' || value < 0n) throw new SyntaxError();
    if (value > maximumFactorial) throw new TooLarge();
    // Stirling: log2(n!) is close to n·(log2(n) - 1.443).
    this.spend(Math.max(64, Number(value) * (logarithm(value) - 1.4)));
    return product(1n, value);
  }

  private primary(): bigint {
    if (this.take('(')) {
      const value = this.nested(() => this.sum());
      if (!this.take(')')) throw new SyntaxError();
      return value;
    }
    this.peek();
    const digits = /^[0-9]+/.exec(this.text.slice(this.position))?.[0];
    if (digits === undefined) throw new SyntaxError();
    this.position += digits.length;
    return BigInt(digits);
  }

  /** Admits one operation with a result of at most so many bits. */
  private spend(size: number): void {
    const total = (work.get(this.issues) ?? 0) + size;
    if (size > maximumBits || total > maximumWork) throw new TooLarge();
    work.set(this.issues, total);
  }

  private nested(read: () => bigint): bigint {
    this.depth += 1;
    if (this.depth > maximumDepth) throw new TooLarge();
    const value = read();
    this.depth -= 1;
    return value;
  }
}

/** low · (low+1) · … · high by halves, which keeps the factors of equal size. */
function product(low: bigint, high: bigint): bigint {
  if (high < low) return 1n;
  if (high - low < 8n) {
    let value = low;
    for (let next = low + 1n; next <= high; next += 1n) value *= next;
    return value;
  }
  const middle = (low + high) / 2n;
  return product(low, middle) * product(middle + 1n, high);
}

/** log2 of |value|, as good as floating point makes it; value is not 0 and may be larger than any JS number. */
function logarithm(value: bigint): number {
  const size = value < 0n ? -value : value;
  const rest = Math.max(0, bitLength(size) - 64);
  return Math.log2(Math.max(1, Number(size >> BigInt(rest)))) + rest;
}
