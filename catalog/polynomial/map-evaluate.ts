import { z } from 'zod';
import type { IssueSink } from '../../src/contracts/issue.js';
import { defineOperation } from '../../src/contracts/operation.js';
import { characteristic } from '../../src/values/domain.js';
import { bitLength } from '../../src/values/number-theory.js';
import { degrees, toExact } from '../../src/values/polynomial-arithmetic.js';
import { valueAt } from '../../src/values/polynomial-modular.js';
import { parseVariables, polynomial, scalarOf, scalarOutput, type Polynomial } from '../../src/values/polynomial.js';
import { rational, type Rational } from '../../src/values/rational.js';
import { valueType } from '../../src/values/value.js';
import { quick } from '../budgets.js';
import { crossChecked } from '../cross-check.js';
import { noEngine } from '../requirements.js';

/** Bits of the value, and of all powers that are formed on the way. */
const maximumBits = 700_000;
const maximumWork = 100_000_000;

const fields = z.strictObject({
  polynomial: polynomial('the polynomial over QQ, ZZ or GF(p)'),
  point: z
    .strictObject({
      variables: valueType<string[], readonly string[]>(parseVariables, {
        type: 'array',
        items: { type: 'string' },
        description: 'names of the coordinates: every variable of the polynomial, in any order',
      }),
      values: z
        .array(
          rational(
            'coordinate in the domain of the polynomial: rational over QQ, integer over ZZ, any fraction whose denominator is not divisible by p over GF(p)',
          ),
        )
        .max(32)
        .meta({ description: 'one value for each name' }),
    })
    .meta({ description: 'the point' }),
});

const input = crossChecked(fields, checkPoint);
const output = z.strictObject({ value: scalarOutput('the value at the point') });

export type Input = z.output<typeof input>;
export type Output = z.output<typeof output>;

/** Coordinates in the order of the polynomial's variables. */
export function coordinates({ polynomial: { variables }, point }: Input): { num: bigint; den: bigint }[] {
  return variables.map((name) => {
    const value = point.values[point.variables.indexOf(name)];
    return { num: BigInt(value?.num ?? '0'), den: BigInt(value?.den ?? '1') };
  });
}

export const operation = defineOperation({
  id: 'polynomial.map.evaluate',
  version: '1.0.0',
  title: 'Value of a polynomial at a point',
  description:
    'Evaluates a polynomial exactly at a point whose coordinates lie in its own domain QQ, ZZ or GF(p); the value is of the same domain.',
  discovery_terms: ['substitute', 'plug in', 'subs', 'evaluation', 'polynomial value', 'Horner', 'eval at'],
  tags: ['algebra', 'polynomials'],
  input,
  output,
  output_summary: "the exact value, in the polynomial's domain",
  exact_input_scope: 'polynomials over QQ, ZZ or GF(p) whose value at the point stays below about 200,000 digits',
  examples: [
    {
      name: 'rational_point',
      description: 'Two variables at a rational point.',
      input: {
        polynomial: { expression: 'x^2 + 2*y', variables: ['x', 'y'] },
        point: { variables: ['x', 'y'], values: ['1/2', 3] },
      },
      output: { value: { num: '25', den: '4' } },
    },
    {
      name: 'finite_field',
      description: 'Over GF(7), 1/2 is 4; large exponents are no matter there.',
      input: {
        polynomial: { expression: 'x^1000000 + 1', variables: ['x'], domain: 'GF(7)' },
        point: { variables: ['x'], values: ['1/2'] },
      },
      output: { value: '5' },
    },
    {
      name: 'zero_polynomial',
      description: 'The zero polynomial is 0 everywhere.',
      input: {
        polynomial: { domain: 'ZZ', variables: ['x'], terms: [] },
        point: { variables: ['x'], values: ['5'] },
      },
      output: { value: '0' },
    },
    {
      name: 'missing_coordinate',
      description: 'Every variable needs a value.',
      input: { polynomial: 'x^2+1', point: { variables: ['t'], values: ['1'] } },
      error: { code: 'INVALID_REQUEST' },
    },
  ],
  budget: quick,
  runtime_requirements: noEngine,
  modes: ['EXPLORE'],
  input_kinds: ['STRUCTURED_REQUEST'],
  related: ['polynomial.factor.compute', 'polynomial.compute.gcd'],
  qualifiers: ['exact', 'deterministic'],
  equal: (a, b) => JSON.stringify(a.value) === JSON.stringify(b.value),
  verify: (given, { value }) => (agreesModulo(given, value) ? null : 'the value agrees with that modulo a prime'),
});

function checkPoint(given: z.output<typeof fields>, issues: IssueSink): z.output<typeof fields> | undefined {
  const { polynomial: value, point } = given;
  if (point.values.length !== point.variables.length) {
    issues.add(['point', 'values'], 'wrong_length', 'Send one value for each variable of the point.');
    return undefined;
  }
  if (value.variables.some((name) => !point.variables.includes(name))) {
    issues.add(['point', 'variables'], 'missing', 'Give every variable of the polynomial a value.');
    return undefined;
  }
  for (const [at, { num, den }] of point.values.entries()) {
    if (scalarOf(value.domain, BigInt(num), BigInt(den)) === null) {
      issues.add(['point', 'values', at], 'not_in_domain', 'The coordinate is not in the domain of the polynomial.');
    }
  }
  if (!issues.failed && characteristic(value.domain) === null) checkSize(value, given, issues);
  return given;
}

/** Each term costs as many bits as it has; 0, 1 and -1 cost nothing. */
function checkSize(value: Polynomial, given: Input, issues: IssueSink): void {
  const sizes = coordinates(given).map(({ num, den }) => [bits(num), bits(den)] as const);
  const top = degrees(toExact(value));
  const denominator = top.reduce((sum, degree, at) => sum + degree * (sizes[at]?.[1] ?? 0), 0);
  let [largest, work] = [0, 0];
  for (const { exponents } of value.terms) {
    const size = exponents.reduce((sum, exponent, at) => sum + exponent * (sizes[at]?.[0] ?? 0), denominator);
    largest = Math.max(largest, size);
    work += size;
  }
  if (largest > maximumBits || work > maximumWork) issues.bound(['polynomial'], 'The value has too many digits.');
}

function bits(value: bigint): number {
  return value >= -1n && value <= 1n ? 0 : bitLength(value);
}

/** Another way of computing the same: residues modulo a prime of 127 bits, or modulo p itself. */
function agreesModulo(given: Input, value: Rational | string): boolean {
  const exact = toExact(given.polynomial);
  const prime = exact.modulus ?? 2n ** 127n - 1n;
  const domain = `GF(${String(prime)})` as const;
  const residues = coordinates(given).map(({ num, den }) => scalarOf(domain, num, den));
  const answer = typeof value === 'string' ? { num: value, den: '1' } : value;
  const wanted = scalarOf(domain, BigInt(answer.num), BigInt(answer.den));
  if (wanted === null || !residues.every((residue) => typeof residue === 'string')) return true;
  const found = valueAt(exact, residues.map(BigInt), prime);
  return found === null || String(found) === wanted;
}
