import { z } from 'zod';
import { polynomialFromIntegers, integersFromPolynomial } from './smt/univariate.js';
import { polynomialOutput, type Polynomial } from './polynomial.js';
import { fromFraction, rationalOutput, type Fraction, type Rational } from './rational.js';
import { irreducibleFactors } from './smt/integer-factors.js';
import { degree, signAt, squareFreePart, type IntegerPolynomial } from './smt/integer-polynomial.js';
import { countRootsUpTo, isolateRoots, refine, type RootInterval } from './smt/real-roots.js';

/** A closed interval with rational ends that holds a real number. */
export interface RealEnclosure {
  readonly lower: Rational;
  readonly upper: Rational;
}

/** A real algebraic number of degree 2 or more. */
export interface AlgebraicNumber {
  /** In "x" over ZZ: primitive, irreducible, leading coefficient positive. */
  readonly polynomial: Polynomial;
  /** Which of the polynomial's real roots, ascending from 0. */
  readonly real_root_index: number;
  /** Holds this root and no other. */
  readonly interval: RealEnclosure;
}

/** Width of the interval in a result: 2^-20. Narrower when the roots are closer. */
const intervalBits = 20;

export function realEnclosureOutput(description: string): z.ZodType<RealEnclosure> {
  return z
    .strictObject({ lower: rationalOutput('lower end'), upper: rationalOutput('upper end') })
    .meta({ description });
}

export function algebraicNumberOutput(description: string): z.ZodType<AlgebraicNumber> {
  return z
    .strictObject({
      polynomial: polynomialOutput('in "x" over ZZ: primitive, irreducible, positive leading coefficient'),
      real_root_index: z.int().min(0).meta({ description: "which of the polynomial's real roots, ascending from 0" }),
      interval: realEnclosureOutput('holds this root and no other'),
    })
    .meta({ description });
}

/**
 * The `index`-th real root (distinct ones, ascending from 0) of a polynomial over ZZ that need not be irreducible, or
 * null where there is none. In the rare case that it has too many factors modulo every prime tried to be factored here,
 * its square-free part stands for the irreducible polynomial.
 */
export function realRoot(f: IntegerPolynomial, index: number): Rational | AlgebraicNumber | null {
  const squareFree = squareFreePart(f);
  const root = isolateRoots(squareFree)[index];
  if (root === undefined) return null;
  const factor = (irreducibleFactors(squareFree) ?? [squareFree]).find((candidate) => hasRoot(candidate, root));
  if (factor === undefined) return null;
  if (degree(factor) === 1) return fromFraction(-(factor[0] ?? 0n), factor[1] ?? 1n);
  const ordinal = countRootsUpTo(factor, root.upper) - 1;
  const own = isolateRoots(factor)[ordinal];
  if (own === undefined) return null;
  const { lower, upper } = refine(factor, own, intervalBits);
  return {
    polynomial: polynomialFromIntegers(factor),
    real_root_index: ordinal,
    interval: { lower: rationalOf(lower), upper: rationalOf(upper) },
  };
}

/** The polynomial and the isolating interval for arithmetic; null where the number is not what it says. */
export function rootOf(value: AlgebraicNumber): { polynomial: IntegerPolynomial; interval: RootInterval } | null {
  const polynomial = integersFromPolynomial(value.polynomial);
  const interval = polynomial === null ? undefined : isolateRoots(squareFreePart(polynomial))[value.real_root_index];
  return polynomial === null || interval === undefined ? null : { polynomial, interval };
}

function hasRoot(f: IntegerPolynomial, { lower, upper }: RootInterval): boolean {
  const atLower = signAt(f, lower.num, lower.den);
  const atUpper = signAt(f, upper.num, upper.den);
  return atLower === 0 || atUpper === 0 || atLower !== atUpper;
}

function rationalOf({ num, den }: Fraction): Rational {
  return { num: String(num), den: String(den) };
}
