import type { IssueSink, Location } from '../src/contracts/issue.js';
import { degrees, toExact } from '../src/values/polynomial-arithmetic.js';
import type { Polynomial } from '../src/values/polynomial.js';

/** Monomials below the degrees of a polynomial: what an engine's dense representation takes. */
export const maximumDenseTerms = 1_000_000;
export const denseScope = `the product of (degree + 1) over the variables at most ${String(maximumDenseTerms)}`;

/** Reports a polynomial that an engine could not even store. */
export function checkDense(value: Polynomial, at: Location, issues: IssueSink): void {
  const size = degrees(toExact(value)).reduce((product, degree) => product * (degree + 1), 1);
  if (size > maximumDenseTerms) issues.bound(at, `The degrees are too large: keep ${denseScope}.`);
}

/** Number of variables that really occur. */
export function occurringVariables({ variables, terms }: Polynomial): number {
  return variables.filter((_, at) => terms.some(({ exponents }) => (exponents[at] ?? 0) > 0)).length;
}
