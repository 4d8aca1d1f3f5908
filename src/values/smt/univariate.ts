import type { Polynomial } from '../polynomial.js';
import type { IntegerPolynomial } from './integer-polynomial.js';

/** The canonical polynomial in "x" over ZZ. */
export function polynomialFromIntegers(f: IntegerPolynomial): Polynomial {
  const terms = f
    .map((c, exponent) => ({ coefficient: String(c), exponents: [exponent] }))
    .filter(({ coefficient }) => coefficient !== '0')
    .reverse();
  return { domain: 'ZZ', variables: ['x'], terms };
}

/** Its coefficients, ascending; null where it is not in one variable over ZZ. */
export function integersFromPolynomial({ domain, variables, terms }: Polynomial): IntegerPolynomial | null {
  if (domain !== 'ZZ' || variables.length !== 1) return null;
  const coefficients = new Array<bigint>(Math.max(0, ...terms.map(({ exponents }) => (exponents[0] ?? 0) + 1))).fill(
    0n,
  );
  for (const { coefficient, exponents } of terms) {
    if (typeof coefficient !== 'string') return null;
    coefficients[exponents[0] ?? 0] = BigInt(coefficient);
  }
  return coefficients;
}
