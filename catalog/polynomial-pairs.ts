import type { IssueSink } from '../src/contracts/issue.js';
import { characteristic } from '../src/values/domain.js';
import { compareExponents } from '../src/values/polynomial-arithmetic.js';
import type { Polynomial } from '../src/values/polynomial.js';
import { checkDense, occurringVariables } from './polynomial-bounds.js';

export interface PolynomialPair {
  readonly left: Polynomial;
  readonly right: Polynomial;
}

/** Over GF(p) in several variables an engine's table of residues ends here (2^29). */
const maximumSmallPrime = 2n ** 29n;

export const pairScope =
  'both over the same domain and in the same variables (or one list contains the other); over GF(p) in several variables p < 2^29';

/** Both over one domain, in one list of variables; undefined after an issue. */
export function unifyPair({ left, right }: PolynomialPair, issues: IssueSink): PolynomialPair | undefined {
  if (left.domain !== right.domain) {
    issues.add(
      ['right'],
      'domain_mismatch',
      'Both polynomials must have the same domain; an expression string has QQ.',
    );
    return undefined;
  }
  const variables = contains(left.variables, right.variables)
    ? left.variables
    : contains(right.variables, left.variables)
      ? right.variables
      : null;
  if (variables === null) {
    issues.add(
      ['right'],
      'variable_mismatch',
      'Declare the same variables in both: {"expression": …, "variables": […]}.',
    );
    return undefined;
  }
  const pair = { left: inVariables(left, variables), right: inVariables(right, variables) };
  checkDense(pair.left, ['left'], issues);
  checkDense(pair.right, ['right'], issues);
  const prime = characteristic(left.domain);
  if (prime !== null && prime >= maximumSmallPrime && jointVariables(pair) > 1) {
    issues.bound(['left', 'domain'], 'Over GF(p) in several variables, p must be below 2^29.');
  }
  return pair;
}

/** Number of variables that occur in either. */
export function jointVariables({ left, right }: PolynomialPair): number {
  return occurringVariables({ ...left, terms: [...left.terms, ...right.terms] });
}

/** Whether the second list is part of the first; the same names in another order are no part. */
function contains(whole: readonly string[], part: readonly string[]): boolean {
  if (whole.length === part.length) return whole.every((name, at) => name === part[at]);
  return part.every((name) => whole.includes(name));
}

function inVariables(value: Polynomial, variables: readonly string[]): Polynomial {
  if (value.variables.length === variables.length) return value;
  const places = variables.map((name) => value.variables.indexOf(name));
  const terms = value.terms
    .map(({ coefficient, exponents }) => ({
      coefficient,
      exponents: places.map((place) => (place < 0 ? 0 : (exponents[place] ?? 0))),
    }))
    .sort((a, b) => compareExponents(b.exponents, a.exponents));
  return { domain: value.domain, variables, terms };
}
