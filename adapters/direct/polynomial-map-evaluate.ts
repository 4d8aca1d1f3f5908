import { coordinates, type Input, type Output } from '../../catalog/polynomial/map-evaluate.js';
import type { DirectAdapter } from '../../src/contracts/adapter.js';
import { ok } from '../../src/contracts/outcome.js';
import { characteristic } from '../../src/values/domain.js';
import { modPow } from '../../src/values/number-theory.js';
import { degrees, exponentsOf, toExact } from '../../src/values/polynomial-arithmetic.js';
import { scalarOf } from '../../src/values/polynomial.js';

interface Fraction {
  readonly num: bigint;
  readonly den: bigint;
}

export const adapter: DirectAdapter<Input, Output> = {
  operation: 'polynomial.map.evaluate',
  compute: (input, signal) => {
    const { domain } = input.polynomial;
    const prime = characteristic(domain);
    const { num, den } = prime === null ? homogeneous(input, signal) : modular(input, prime, signal);
    const value = scalarOf(domain, num, den);
    if (value === null) throw new TypeError('the value is of the domain');
    return ok({ value });
  },
};

/** Over one denominator, the product of the coordinates' denominators to the degrees. */
function homogeneous(input: Input, signal: AbortSignal): Fraction {
  const exact = toExact(input.polynomial);
  const point = coordinates(input);
  const top = degrees(exact);
  let num = 0n;
  for (const [key, coefficient] of exact.terms) {
    signal.throwIfAborted();
    num += exponentsOf(key).reduce((product, exponent, at) => {
      const { num: up, den: down } = point[at] ?? { num: 0n, den: 1n };
      return product * power(up, exponent) * power(down, (top[at] ?? 0) - exponent);
    }, coefficient);
  }
  const den = top.reduce((product, degree, at) => product * power(point[at]?.den ?? 1n, degree), exact.den);
  return { num, den };
}

function modular(input: Input, prime: bigint, signal: AbortSignal): Fraction {
  const point = coordinates(input).map(({ num, den }) => num * modPow(den, prime - 2n, prime));
  let num = 0n;
  for (const [key, coefficient] of toExact(input.polynomial).terms) {
    signal.throwIfAborted();
    num += exponentsOf(key).reduce(
      (product, exponent, at) => (product * modPow(point[at] ?? 0n, BigInt(exponent), prime)) % prime,
      coefficient,
    );
  }
  return { num, den: 1n };
}

/** 0, 1 and -1 to any power at once: exponents may be as large as 10^9. */
function power(base: bigint, exponent: number): bigint {
  if (exponent === 0 || base === 1n) return 1n;
  if (base === 0n) return 0n;
  if (base === -1n) return exponent % 2 === 0 ? 1n : -1n;
  return base ** BigInt(exponent);
}
