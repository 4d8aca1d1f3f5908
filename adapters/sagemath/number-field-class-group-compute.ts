import { z } from 'zod';
import { call, readReply } from '../../backends/sagemath/dialect.js';
import type { Adapter } from '../../src/contracts/adapter.js';
import {
  classGroupAnswer,
  classGroupTask,
  reducible,
  type Input,
  type Output,
} from '../../catalog/number-field/class-group-compute.js';

const integer = z.string().regex(/^-?[0-9]+$/);
const fraction = z.tuple([integer, integer]).transform(([num, den]) => ({ num, den }));
const reply = z.union([
  z.literal('REDUCIBLE'),
  z.strictObject({
    class_number: integer,
    discriminant: integer,
    real_embedding_count: z.int().min(0),
    complex_embedding_pair_count: z.int().min(0),
    basis: z.array(z.array(fraction)),
    cyclic: z.array(z.strictObject({ order: integer, ideal: z.array(z.array(integer)) })),
  }),
]);

export const adapter: Adapter<Input, Output> = {
  operation: 'number_field.class_group.compute',
  backend: 'sagemath',
  // Sage's class groups come from PARI.
  kernels: ['pari'],
  encode: (input) => {
    const { coefficients, certified } = classGroupTask(input);
    return call('number_field_class_group_compute', coefficients, certified);
  },
  decode: (answer, input) => {
    const found = readReply(answer, reply);
    return found === 'REDUCIBLE' ? reducible : classGroupAnswer(input, found);
  },
};
