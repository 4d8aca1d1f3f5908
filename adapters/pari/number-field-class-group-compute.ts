import { asIndex, asInteger, asRational, asVector, call, readReply } from '../../backends/pari/dialect.js';
import type { Adapter } from '../../src/contracts/adapter.js';
import {
  classGroupAnswer,
  classGroupTask,
  reducible,
  type Input,
  type Output,
} from '../../catalog/number-field/class-group-compute.js';

export const adapter: Adapter<Input, Output> = {
  operation: 'number_field.class_group.compute',
  backend: 'pari',
  kernels: ['pari'],
  encode: (input) => {
    const { coefficients, certified } = classGroupTask(input);
    return call('number_field_class_group_compute', coefficients, certified);
  },
  decode: (reply, input) => {
    const value = asVector(readReply(reply));
    if (value[0] === 'REDUCIBLE') return reducible;
    const [order, discriminant, signature, basis, cyclic] = asVector(value, 5);
    const [real, pairs] = asVector(signature, 2);
    return classGroupAnswer(input, {
      class_number: asInteger(order),
      discriminant: asInteger(discriminant),
      real_embedding_count: asIndex(real),
      complex_embedding_pair_count: asIndex(pairs),
      basis: asVector(basis).map((element) => asVector(element).map(asRational)),
      cyclic: asVector(cyclic).map((factor) => {
        const [size, ideal] = asVector(factor, 2);
        return { order: asInteger(size), ideal: asVector(ideal).map((row) => asVector(row).map(asInteger)) };
      }),
    });
  },
};
