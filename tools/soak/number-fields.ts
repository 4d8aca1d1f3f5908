/** Questions about imaginary quadratic fields, whose class numbers can be counted. */
import { z } from 'zod';
import { absolute, gcd, primeDivisors, product } from './arithmetic.js';
import { integer, verdict, type Maker } from './job.js';
import type { Random } from './random.js';

const classGroup: Maker = {
  operation: 'number_field.class_group.compute',
  backends: ['pari', 'sagemath'],
  make: (random) => {
    const d = squarefree(random);
    return {
      payload: { field: `x^2+${String(d)}` },
      check: (output) => {
        const answer = z
          .looseObject({ class_number: integer, abelian_invariants: z.array(integer), field_discriminant: integer })
          .parse(output);
        if (product(answer.abelian_invariants) !== answer.class_number) return 'invariants of another order';
        const discriminant = d % 4 === 3 ? -d : -4 * d;
        return verdict(
          answer.field_discriminant === BigInt(discriminant) &&
            answer.class_number === BigInt(reducedForms(-discriminant)),
          'another class number than there are reduced forms',
        );
      },
    };
  },
};

export const numberFieldMakers: readonly Maker[] = [classGroup];

function squarefree(random: Random): number {
  for (;;) {
    const d = random.between(1, 5_000);
    if (primeDivisors(BigInt(d)).every((p) => d % Number(p * p) !== 0)) return d;
  }
}

/** The class number of discriminant -n, counted: primitive reduced forms ax²+bxy+cy² with b²-4ac = -n. */
function reducedForms(n: number): number {
  let count = 0;
  for (let a = 1; 3 * a * a <= n; a += 1) {
    for (let b = -a + 1; b <= a; b += 1) {
      const c = (b * b + n) / (4 * a);
      if (!Number.isInteger(c) || c < a || (c === a && b < 0)) continue;
      if (gcd(gcd(BigInt(a), absolute(BigInt(b))), BigInt(c)) === 1n) count += 1;
    }
  }
  return count;
}
