/** Questions for Lean: sums that are right or wrong. */
import { z } from 'zod';
import { verdict, type Maker } from './job.js';

const sums: Maker = {
  operation: 'lean.check',
  backends: ['lean'],
  make: (random) => {
    const [a, b] = [random.int(1_000), random.int(1_000)];
    const right = random.chance(0.5);
    return {
      payload: { source: `theorem sum : ${String(a)} + ${String(b)} = ${String(a + b + (right ? 0 : 1))} := rfl\n` },
      check: (output) => {
        const { outcome } = z.looseObject({ outcome: z.string() }).parse(output);
        return verdict(outcome === (right ? 'ELABORATED' : 'REJECTED'), 'a sum is judged wrongly');
      },
    };
  },
};

export const proofMakers: readonly Maker[] = [sums];
