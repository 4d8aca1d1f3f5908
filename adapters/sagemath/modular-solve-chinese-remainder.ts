import { z } from 'zod';
import { call, readReply } from '../../backends/sagemath/dialect.js';
import type { Adapter } from '../../src/contracts/adapter.js';
import { ok } from '../../src/contracts/outcome.js';
import type { Input, Output } from '../../catalog/modular/solve-chinese-remainder.js';

const reply = z.union([
  z.tuple([z.literal('SOLUTION'), z.string(), z.string()]),
  z.tuple([z.literal('INCONSISTENT'), z.number(), z.number()]),
]);

export const adapter: Adapter<Input, Output> = {
  operation: 'modular.solve.chinese_remainder',
  backend: 'sagemath',
  // Sage's own integers and a program of ours.
  kernels: ['sagemath'],
  encode: (input) => call('modular_solve_chinese_remainder', input.residues, input.moduli),
  decode: (answer) => {
    const [status, first, second] = readReply(answer, reply);
    return status === 'SOLUTION'
      ? ok({ status, residue: first, modulus: second })
      : ok({ status, conflict: [first, second] });
  },
};
