/** Questions about polynomials in x. Identities are proved at more points than the degree. */
import { z } from 'zod';
import { determinant, sameFraction, type Fraction } from './arithmetic.js';
import { fraction, verdict, type Maker } from './job.js';
import type { Random } from './random.js';

const backends = ['pari', 'sagemath'];

/** Coefficients, ascending. */
type Dense = readonly bigint[];

const sparse = z.looseObject({
  terms: z.array(z.looseObject({ coefficient: fraction, exponents: z.tuple([z.int().min(0)]) })),
});
type Sparse = z.output<typeof sparse>;

const greatestDivisor: Maker = {
  operation: 'polynomial.compute.gcd',
  backends,
  make: (random) => {
    const common = randomPolynomial(random, random.between(0, 3));
    const left = times(common, randomPolynomial(random, random.between(1, 4)));
    const right = times(common, randomPolynomial(random, random.between(1, 4)));
    return {
      payload: { left: printed(left), right: printed(right) },
      check: (output) => wrongGcd(output, left, right),
    };
  },
};

const resultant: Maker = {
  operation: 'polynomial.compute.resultant',
  backends,
  make: (random) => {
    const left = randomPolynomial(random, random.between(1, 6));
    const right = randomPolynomial(random, random.between(1, 6));
    return {
      payload: { left: printed(left), right: printed(right), elimination_variable: 'x' },
      check: (output) => {
        const { value } = z.looseObject({ resultant: z.looseObject({ value: fraction }) }).parse(output).resultant;
        return verdict(sameFraction(value, { num: determinant(sylvester(left, right)), den: 1n }), 'not the resultant');
      },
    };
  },
};

const factors: Maker = {
  operation: 'polynomial.factor.compute',
  backends,
  make: (random) => {
    // Linear factors, and x^2 + c without a rational root: the whole factorisation is known beforehand.
    const linear = Array.from({ length: random.between(1, 5) }, () => [BigInt(random.signed(40)), 1n]);
    const quadratic = Array.from({ length: random.between(0, 2) }, () => [BigInt(random.between(1, 30)), 0n, 1n]);
    const known = [...linear, ...quadratic];
    const sent = known.reduce(times);
    const expected = known.map((factor) => factor.join(' ')).sort();
    return {
      payload: { polynomial: printed(sent) },
      check: (output) => {
        const answer = z
          .looseObject({
            coefficient: fraction,
            factors: z.array(z.looseObject({ factor: sparse, multiplicity: z.int().min(1) })),
            reconstructed: sparse,
          })
          .parse(output);
        if (answer.coefficient.num !== 1n || answer.coefficient.den !== 1n) return 'another leading coefficient';
        if (dense(answer.reconstructed).join() !== sent.join()) return 'not the polynomial that was sent';
        const found = answer.factors.flatMap(({ factor, multiplicity }) =>
          Array.from({ length: multiplicity }, () => dense(factor).join(' ')),
        );
        return verdict(found.sort().join() === expected.join(), 'other factors than it was made of');
      },
    };
  },
};

const evaluation: Maker = {
  operation: 'polynomial.map.evaluate',
  backends: ['direct'],
  make: (random) => {
    const f = randomPolynomial(random, random.between(1, 20));
    const [num, den] = [BigInt(random.signed(1_000_000)), BigInt(random.between(1, 1_000))];
    return {
      payload: {
        polynomial: printed(f),
        point: { variables: ['x'], values: [`${String(num)}/${String(den)}`] },
      },
      check: (output) => {
        const degree = f.length - 1;
        const total = f.reduce((sum, c, e) => sum + c * num ** BigInt(e) * den ** BigInt(degree - e), 0n);
        const { value } = z.looseObject({ value: fraction }).parse(output);
        return verdict(sameFraction(value, { num: total, den: den ** BigInt(degree) }), 'not the value');
      },
    };
  },
};

export const polynomialMakers: readonly Maker[] = [greatestDivisor, resultant, factors, evaluation];

/** gcd·cofactor gives each polynomial back, and u·left + v·right = gcd: so it divides both, and all that does divides it. */
function wrongGcd(output: unknown, left: Dense, right: Dense): string | null {
  const answer = z
    .looseObject({
      gcd: sparse,
      left_cofactor: sparse,
      right_cofactor: sparse,
      bezout: z.looseObject({ left_multiplier: sparse, right_multiplier: sparse }),
    })
    .parse(output);
  if (answer.gcd.terms[0]?.coefficient.num !== answer.gcd.terms[0]?.coefficient.den) return 'not monic';
  for (let x = -12n; x <= 12n; x += 1n) {
    const at = (f: Sparse) => valueOf(f, x);
    const [f, g] = [valueOfDense(left, x), valueOfDense(right, x)];
    const d = at(answer.gcd);
    if (!isProduct(d, at(answer.left_cofactor), f)) return 'not a divisor of left';
    if (!isProduct(d, at(answer.right_cofactor), g)) return 'not a divisor of right';
    const [u, v] = [at(answer.bezout.left_multiplier), at(answer.bezout.right_multiplier)];
    const sum = { num: u.num * f * v.den + v.num * g * u.den, den: u.den * v.den };
    if (!sameFraction(sum, d)) return 'not a combination of both';
  }
  return null;
}

function isProduct(a: Fraction, b: Fraction, c: bigint): boolean {
  return a.num * b.num === c * a.den * b.den;
}

function valueOf({ terms }: Sparse, x: bigint): Fraction {
  return terms.reduce<Fraction>(
    (sum, { coefficient: { num, den }, exponents: [e] }) => ({
      num: sum.num * den + num * x ** BigInt(e) * sum.den,
      den: sum.den * den,
    }),
    { num: 0n, den: 1n },
  );
}

function valueOfDense(f: Dense, x: bigint): bigint {
  return f.reduceRight((value, coefficient) => value * x + coefficient, 0n);
}

function dense({ terms }: Sparse): bigint[] {
  const length = Math.max(...terms.map(({ exponents: [e] }) => e)) + 1;
  const found = Array.from({ length }, () => 0n);
  for (const { coefficient, exponents } of terms) {
    if (coefficient.den !== 1n) throw new RangeError('a coefficient is not integral');
    found[exponents[0]] = coefficient.num;
  }
  return found;
}

function randomPolynomial(random: Random, degree: number): bigint[] {
  return Array.from({ length: degree + 1 }, (_, e) =>
    BigInt(e === degree ? random.signed(9) : random.between(-30, 30)),
  );
}

function times(f: Dense, g: Dense): bigint[] {
  const result = Array.from({ length: f.length + g.length - 1 }, () => 0n);
  f.forEach((a, i) => g.forEach((b, j) => (result[i + j] = (result[i + j] ?? 0n) + a * b)));
  return result;
}

/** The sparse form, over the rationals in x. */
function printed(f: Dense): unknown {
  const terms = f.flatMap((coefficient, e) =>
    coefficient === 0n ? [] : [{ coefficient: { num: String(coefficient), den: '1' }, exponents: [e] }],
  );
  return { domain: 'QQ', variables: ['x'], terms: terms.reverse() };
}

function sylvester(f: Dense, g: Dense): bigint[][] {
  const [m, n] = [f.length - 1, g.length - 1];
  const shifted = (h: Dense, by: number) =>
    Array.from({ length: m + n }, (_, j) => h[h.length - 1 - (j - by)] ?? 0n).map((value, j) => (j < by ? 0n : value));
  return [...Array.from({ length: n }, (_, i) => shifted(f, i)), ...Array.from({ length: m }, (_, i) => shifted(g, i))];
}
