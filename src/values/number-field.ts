import { z } from 'zod';
import type { IssueSink, Location } from '../contracts/issue.js';
import { integerJsonSchema, parseInteger, type Integer } from './integer.js';
import { degrees, primitivePart, scale, toExact } from './polynomial-arithmetic.js';
import { parsePolynomial, polynomialJsonSchema, type PolynomialInput } from './polynomial.js';
import { fromFraction, rationalOutput, type Rational } from './rational.js';
import { checkKeys, isRecord, valueType, type Parse } from './value.js';

/**
 * Q(θ) for a root θ of the polynomial, which has integral coefficients and a positive degree. The leading coefficient is
 * not 0 and may differ from 1; whether the polynomial is irreducible is for an engine to tell.
 */
export interface NumberField {
  readonly domain: 'QQ';
  readonly coefficients_descending: readonly Integer[];
}

/** `c[0] + c[1]·θ + …`, one coefficient for each power of θ below the degree. */
export interface NumberFieldElement {
  readonly coefficients_ascending: readonly Rational[];
}

/** `{coefficients_descending}`, or a polynomial in one variable in any form. */
export type NumberFieldInput = PolynomialInput;

export function numberField(maximumDegree: number, description: string): z.ZodType<NumberField, NumberFieldInput> {
  return valueType<NumberField, NumberFieldInput>(parseNumberField(maximumDegree), {
    anyOf: [
      {
        type: 'object',
        properties: {
          domain: { const: 'QQ' },
          coefficients_descending: { type: 'array', items: integerJsonSchema, minItems: 2 },
        },
        required: ['coefficients_descending'],
        additionalProperties: false,
      },
      polynomialJsonSchema,
    ],
    description: `${description}: the field of a root θ of an irreducible polynomial over QQ of degree 1..${String(maximumDegree)}, as {coefficients_descending} (integers) or as a polynomial in one variable such as "x^2+5"`,
  });
}

export function parseNumberField(maximumDegree: number): Parse<NumberField> {
  return (raw, at, issues) => {
    const coefficients =
      isRecord(raw) && 'coefficients_descending' in raw
        ? fromCoefficients(raw, at, issues)
        : fromPolynomial(raw, maximumDegree, at, issues);
    if (coefficients === undefined) return undefined;
    const first = coefficients.findIndex((coefficient) => coefficient !== '0');
    const kept = first < 0 ? [] : coefficients.slice(first);
    if (kept.length < 2) {
      issues.add(at, 'constant', 'The defining polynomial must have a positive degree.');
      return undefined;
    }
    if (kept.length - 1 > maximumDegree) {
      issues.bound(at, `The degree may be at most ${String(maximumDegree)}.`);
      return undefined;
    }
    return { domain: 'QQ', coefficients_descending: kept };
  };
}

export function numberFieldElementOutput(description: string): z.ZodType<NumberFieldElement> {
  return z
    .strictObject({ coefficients_ascending: z.array(rationalOutput('coefficient of a power of θ')) })
    .meta({ description });
}

/**
 * The monic integral polynomial of φ = aθ, where a is the leading coefficient: engines are told this one, and elements
 * come back by `inCallersRoot`, so that every answer speaks of the caller's root.
 */
export function monicImage({ coefficients_descending: coefficients }: NumberField): {
  readonly coefficients: Integer[];
  readonly scale: bigint;
} {
  const lead = BigInt(coefficients[0] ?? '1');
  let power = 1n;
  const image = coefficients.slice(1).map((coefficient) => {
    const value = BigInt(coefficient) * power;
    power *= lead;
    return String(value);
  });
  return { coefficients: ['1', ...image], scale: lead };
}

/** An element given in powers of φ = scale·θ, in powers of θ. */
export function inCallersRoot(coefficients: readonly Rational[], scale: bigint): NumberFieldElement {
  let power = 1n;
  return {
    coefficients_ascending: coefficients.map(({ num, den }) => {
      const value = fromFraction(BigInt(num) * power, BigInt(den));
      power *= scale;
      return value;
    }),
  };
}

function fromCoefficients(
  raw: Readonly<Record<string, unknown>>,
  at: Location,
  issues: IssueSink,
): Integer[] | undefined {
  checkKeys(raw, ['domain', 'coefficients_descending'], at, issues);
  if (raw['domain'] !== undefined && raw['domain'] !== 'QQ')
    issues.add([...at, 'domain'], 'unknown_domain', 'The domain of a number field is "QQ".');
  const list = raw['coefficients_descending'];
  if (!Array.isArray(list)) {
    issues.add(
      [...at, 'coefficients_descending'],
      'wrong_type',
      'Send the list of coefficients, the leading one first.',
    );
    return undefined;
  }
  if (list.length > 10_000) {
    issues.bound([...at, 'coefficients_descending'], 'At most 10000 coefficients.');
    return undefined;
  }
  const parsed = list.map((each: unknown, index) =>
    parseInteger(each, [...at, 'coefficients_descending', index], issues),
  );
  return parsed.every((each) => each !== undefined) ? parsed : undefined;
}

/** Denominators are cleared: that changes neither the root nor the field. */
function fromPolynomial(raw: unknown, maximumDegree: number, at: Location, issues: IssueSink): Integer[] | undefined {
  const value = parsePolynomial(raw, at, issues);
  if (value === undefined) return undefined;
  if (value.variables.length > 1 || (value.domain !== 'QQ' && value.domain !== 'ZZ')) {
    issues.add(at, 'not_a_number_field', 'Send a polynomial in one variable over QQ.');
    return undefined;
  }
  const exact = toExact(value);
  const degree = degrees(exact)[0] ?? 0;
  if (degree > maximumDegree) {
    issues.bound(at, `The degree may be at most ${String(maximumDegree)}.`);
    return undefined;
  }
  const { content, primitive } = primitivePart(exact);
  const integral = scale(primitive, content.den === 1n ? content.num : 1n, 1n) ?? primitive;
  return Array.from({ length: degree + 1 }, (_, index) => String(integral.terms.get(String(degree - index)) ?? 0n));
}
