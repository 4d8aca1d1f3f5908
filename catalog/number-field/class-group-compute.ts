import { z } from 'zod';
import { defineOperation } from '../../src/contracts/operation.js';
import { ok, type Outcome } from '../../src/contracts/outcome.js';
import { inverseModulo } from '../../src/values/domain.js';
import { integerOutput, type Integer } from '../../src/values/integer.js';
import { determinantOver, exactIntegers } from '../../src/values/matrix-arithmetic.js';
import { integerMatrix, integerMatrixOutput } from '../../src/values/matrix.js';
import {
  inCallersRoot,
  monicImage,
  numberField,
  numberFieldElementOutput,
  type NumberField,
} from '../../src/values/number-field.js';
import { gcd, mod, modPow } from '../../src/values/number-theory.js';
import { checkPrime, resultantModulo } from '../../src/values/polynomial-modular.js';
import type { Rational } from '../../src/values/rational.js';
import { countRealRoots } from '../../src/values/sturm.js';
import { long } from '../budgets.js';
import { examples } from '../number-field-class-group-examples.js';
import { pariThenSage } from '../requirements.js';

const maximumDegree = 60;

const input = z.strictObject({
  field: numberField(maximumDegree, 'the number field'),
  certified: z.boolean().default(false).meta({
    description:
      'true: the answer is proved without any hypothesis, which can take far longer; false: it may rest on the generalised Riemann hypothesis',
  }),
});

const output = z.strictObject({
  class_number: integerOutput('order of the class group'),
  abelian_invariants: z
    .array(integerOutput('order of a cyclic factor, > 1'))
    .meta({ description: 'invariant factors d1 | d2 | …, ascending; empty for class number 1' }),
  field_discriminant: integerOutput('discriminant of the field'),
  real_embedding_count: z.int().min(0).meta({ description: 'number of real embeddings' }),
  complex_embedding_pair_count: z.int().min(0).meta({ description: 'number of pairs of complex embeddings' }),
  integral_basis: z
    .array(numberFieldElementOutput('coefficients in the powers 1, θ, θ², … of the root of the polynomial as sent'))
    .meta({ description: 'a ZZ-basis of the ring of integers' }),
  ideal_representatives: z
    .array(integerMatrixOutput('rows: a ZZ-basis of the ideal, in coordinates of integral_basis'))
    .meta({
      description: 'for each invariant, in the same order, an integral ideal whose class generates that cyclic factor',
    }),
  proof: z.enum(['GRH', 'UNCONDITIONAL']).meta({
    description: 'GRH: the class group (not discriminant and signature) assumes the generalised Riemann hypothesis',
  }),
});

export type Input = z.output<typeof input>;
export type Output = z.output<typeof output>;

/** What an engine finds for the monic polynomial of φ. */
export interface Found {
  readonly class_number: Integer;
  readonly discriminant: Integer;
  readonly real_embedding_count: number;
  readonly complex_embedding_pair_count: number;
  /** Elements in powers of φ. */
  readonly basis: readonly (readonly Rational[])[];
  readonly cyclic: readonly { readonly order: Integer; readonly ideal: readonly (readonly Integer[])[] }[];
}

export function classGroupTask({ field, certified }: Input): { coefficients: Integer[]; certified: 0 | 1 } {
  return { coefficients: monicImage(field).coefficients, certified: certified ? 1 : 0 };
}

export const reducible: Outcome<Output> = {
  kind: 'rejected',
  field: 'field',
  message: 'The polynomial is reducible over QQ: send one of its irreducible factors.',
};

export function classGroupAnswer({ field, certified }: Input, found: Found): Outcome<Output> {
  const { scale } = monicImage(field);
  const degree = field.coefficients_descending.length - 1;
  const cyclic = [...found.cyclic].sort((a, b) => (BigInt(a.order) < BigInt(b.order) ? -1 : 1));
  const answer: Output = {
    class_number: found.class_number,
    abelian_invariants: cyclic.map(({ order }) => order),
    field_discriminant: found.discriminant,
    real_embedding_count: found.real_embedding_count,
    complex_embedding_pair_count: found.complex_embedding_pair_count,
    integral_basis: found.basis.map((element) => inCallersRoot(element, scale)).map(mutable),
    ideal_representatives: cyclic.map(({ ideal }) => integerMatrix(ideal, degree)),
    proof: certified ? 'UNCONDITIONAL' : 'GRH',
  };
  return ok(answer, { qualifiers: certified ? ['exact', 'deterministic'] : ['exact', 'deterministic', 'assumes-GRH'] });
}

export const operation = defineOperation({
  id: 'number_field.class_group.compute',
  version: '1.0.0',
  title: 'Class group of a number field',
  description:
    'The ideal class group of QQ(θ), θ a root of the given irreducible polynomial: class number, ascending invariant factors, generating ideals, with the discriminant and the signature. It assumes GRH unless `certified` is true; `proof` says which.',
  discovery_terms: [
    'ideal class group',
    'class number',
    'bnfinit',
    'quadratic field class number',
    'principal ideal domain test',
    'unique factorization in a ring of integers',
    'Bach bound',
    'bnfcertify',
  ],
  tags: ['number-theory', 'number-fields', 'class-group'],
  input,
  output,
  output_summary: 'class number, ascending invariants, generating ideals, discriminant, signature, proof status',
  exact_input_scope: `irreducible polynomials over QQ of degree at most ${String(maximumDegree)}`,
  examples,
  budget: long,
  runtime_requirements: pariThenSage,
  modes: ['EXPLORE'],
  input_kinds: ['STRUCTURED_REQUEST'],
  related: ['polynomial.factor.compute', 'integer.compute.prime_factorization'],
  qualifiers: ['exact', 'deterministic'],
  equal: (a, b) => JSON.stringify(comparable(a)) === JSON.stringify(comparable(b)),
  verify: ({ field }, answer) =>
    checkInvariants(answer) ?? checkSignature(field, answer) ?? checkDiscriminant(field, answer) ?? checkForms(answer),
});

/** Basis and ideals are choices, and the proof status is no mathematics. */
function comparable(answer: Output): unknown[] {
  const { class_number, abelian_invariants, field_discriminant } = answer;
  return [
    class_number,
    abelian_invariants,
    field_discriminant,
    answer.real_embedding_count,
    answer.complex_embedding_pair_count,
  ];
}

function checkInvariants({ class_number, abelian_invariants, ideal_representatives }: Output): string | null {
  const orders = abelian_invariants.map(BigInt);
  if (orders.some((order, at) => order < 2n || (orders[at + 1] ?? order) % order !== 0n))
    return 'the invariants exceed 1 and divide each other';
  if (orders.reduce((product, order) => product * order, 1n) !== BigInt(class_number))
    return 'the product of the invariants is the class number';
  if (ideal_representatives.length !== orders.length) return 'there is one ideal for each invariant';
  const singular = ideal_representatives.some(({ row_count, column_count, entries }) => {
    const exact = exactIntegers(
      entries.map((row) => row.map(BigInt)),
      column_count,
    );
    return row_count !== column_count || determinantOver(exact, checkPrime) === 0n;
  });
  return singular ? 'the ideals have full rank' : null;
}

function checkSignature(field: NumberField, answer: Output): string | null {
  const ascending = field.coefficients_descending.map(BigInt).reverse();
  const [real, pairs] = [answer.real_embedding_count, answer.complex_embedding_pair_count];
  if (real + 2 * pairs !== ascending.length - 1) return 'r1 + 2·r2 is the degree';
  return countRealRoots(ascending) === real ? null : 'the real embeddings are the real roots';
}

/** disc(field) = disc(1, θ, …) · det(basis)², modulo a large prime, its sign, and Stickelberger's congruence. */
function checkDiscriminant(field: NumberField, answer: Output): string | null {
  const discriminant = BigInt(answer.field_discriminant);
  if (discriminant < 0n !== (answer.complex_embedding_pair_count % 2 === 1))
    return 'the sign of the discriminant is (-1)^r2';
  if (mod(discriminant, 4n) > 1n) return 'the discriminant is 0 or 1 modulo 4';
  const p = checkPrime;
  const f = field.coefficients_descending.map((each) => mod(BigInt(each), p)).reverse();
  const lead = f.at(-1) ?? 0n;
  const degree = f.length - 1;
  const derivative = f.slice(1).map((each, at) => (each * BigInt(at + 1)) % p);
  const inverse = inverseModulo(lead, p);
  const rows = answer.integral_basis.map(({ coefficients_ascending: element }) =>
    element.map(({ num, den }) => BigInt(num) * (inverseModulo(BigInt(den), p) ?? 0n)),
  );
  if (inverse === null || derivative.at(-1) === 0n) return null;
  const sign = (degree * (degree - 1)) % 4 === 0 ? 1n : -1n;
  // Res(f, f') = ± lead · disc(f), and disc(f) = lead^(2n-2) · disc(1, θ, …, θ^(n-1)).
  const powers = sign * resultantModulo(f, derivative, p) * modPow(inverse, BigInt(2 * degree - 1), p);
  const index = determinantOver(exactIntegers(rows, degree), p);
  return mod(powers * index * index - discriminant, p) === 0n ? null : 'the basis has the discriminant of the field';
}

/** Imaginary quadratic fields of small discriminant: the class number counts the reduced primitive forms. */
function checkForms(answer: Output): string | null {
  const discriminant = Number(answer.field_discriminant);
  const imaginary = answer.real_embedding_count === 0 && answer.complex_embedding_pair_count === 1;
  if (!imaginary || discriminant < -1_000_000) return null;
  let count = 0;
  for (let b = -discriminant % 2; 3 * b * b <= -discriminant; b += 2) {
    const product = (b * b - discriminant) / 4;
    for (let a = Math.max(b, 1); a * a <= product; a += 1) {
      if (product % a !== 0 || gcd(gcd(BigInt(a), BigInt(b)), BigInt(product / a)) !== 1n) continue;
      count += b === 0 || a === b || a * a === product ? 1 : 2;
    }
  }
  return String(count) === answer.class_number ? null : 'the class number counts the reduced forms';
}

function mutable({ coefficients_ascending }: { coefficients_ascending: readonly Rational[] }) {
  return { coefficients_ascending: [...coefficients_ascending] };
}
