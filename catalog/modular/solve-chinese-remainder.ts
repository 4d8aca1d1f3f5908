import { z } from 'zod';
import { defineOperation } from '../../src/contracts/operation.js';
import { digitCount, integerOutput, parseInteger, parseIntegerIn } from '../../src/values/integer.js';
import { integerList } from '../../src/values/integer-list.js';
import { gcd, mod } from '../../src/values/number-theory.js';
import { quick } from '../budgets.js';
import { pariThenSage } from '../requirements.js';

const maximumCount = 10_000;
/** Digits of all residues and of all moduli together. */
const maximumTotalDigits = 100_000;

const input = z
  .strictObject({
    residues: integerList(parseInteger, maximumCount, 'Residues, any integers; the i-th belongs to the i-th modulus.'),
    moduli: integerList(
      parseIntegerIn(1n, null),
      maximumCount,
      'Moduli, positive integers, as many as residues; they need not be coprime.',
    ),
  })
  .superRefine(({ residues, moduli }, context) => {
    const report = (code: string, bound: boolean, message: string) =>
      context.addIssue({ code: 'custom', path: ['moduli'], message, params: { code, bound } });
    if (residues.length !== moduli.length)
      report('length_mismatch', false, 'Send as many moduli as residues: one of each for every congruence.');
    if (totalDigits(residues) > maximumTotalDigits || totalDigits(moduli) > maximumTotalDigits)
      report(
        'out_of_bounds',
        true,
        `All moduli, and all residues, may have at most ${String(maximumTotalDigits)} digits together.`,
      );
  });

const output = z.strictObject({
  status: z.enum(['SOLUTION', 'INCONSISTENT']),
  residue: integerOutput('the least solution >= 0; only with SOLUTION').optional(),
  modulus: integerOutput(
    'least common multiple of the moduli: all solutions are residue + k·modulus; only with SOLUTION',
  ).optional(),
  conflict: z
    .tuple([z.int().min(0), z.int().min(0)])
    .meta({
      description: '0-based indices i < j of two congruences that contradict each other; only with INCONSISTENT',
    })
    .optional(),
});

export type Input = z.output<typeof input>;
export type Output = z.output<typeof output>;

export const operation = defineOperation({
  id: 'modular.solve.chinese_remainder',
  version: '1.0.0',
  title: 'Simultaneous congruences (Chinese remainder)',
  description:
    'Solves x = residues[i] modulo moduli[i] for all i. The moduli need not be coprime: the answer is the least non-negative solution modulo their least common multiple, or INCONSISTENT with two congruences that contradict each other.',
  discovery_terms: [
    'CRT',
    'Chinese remainder theorem',
    'system of congruences',
    'remainder when divided by',
    'chinese',
    'linear congruences',
    'least common multiple',
  ],
  tags: ['number-theory', 'modular-arithmetic', 'congruences'],
  input,
  output,
  output_summary: 'SOLUTION with residue and modulus, or INCONSISTENT',
  exact_input_scope: `at most ${String(maximumCount)} congruences, ${String(maximumTotalDigits)} digits in all`,
  examples: [
    {
      name: 'coprime',
      description: 'The classical case.',
      input: { residues: [2, 3], moduli: [3, 5] },
      output: { status: 'SOLUTION', residue: '8', modulus: '15' },
    },
    {
      name: 'not_coprime',
      description: 'Moduli with a common factor, which agree modulo 3.',
      input: { residues: ['4', '10'], moduli: ['6', '15'] },
      output: { status: 'SOLUTION', residue: '10', modulus: '30' },
    },
    {
      name: 'inconsistent',
      description: 'One number cannot be odd and even.',
      input: { residues: ['1', '2'], moduli: ['4', '6'] },
      output: { status: 'INCONSISTENT', conflict: [0, 1] },
    },
    {
      name: 'zero_modulus',
      description: 'Moduli are positive.',
      input: { residues: [1], moduli: [0] },
      error: { code: 'INVALID_REQUEST' },
    },
    {
      name: 'length_mismatch',
      description: 'A modulus is missing.',
      input: { residues: [1, 2], moduli: [5] },
      error: { code: 'INVALID_REQUEST' },
    },
  ],
  budget: quick,
  runtime_requirements: pariThenSage,
  modes: ['EXPLORE'],
  input_kinds: ['STRUCTURED_REQUEST'],
  related: ['integer.compute.extended_gcd', 'modular.compute.discrete_logarithm'],
  qualifiers: ['exact', 'deterministic'],
  equal: (a, b) => a.status === b.status && a.residue === b.residue && a.modulus === b.modulus,
  verify: (given, answer) => {
    const [residues, moduli] = [given.residues.map(BigInt), given.moduli.map(BigInt)];
    return answer.status === 'SOLUTION'
      ? checkSolution(residues, moduli, answer)
      : checkConflict(residues, moduli, answer);
  },
});

function checkSolution(residues: readonly bigint[], moduli: readonly bigint[], answer: Output): string | null {
  if (answer.residue === undefined || answer.modulus === undefined || answer.conflict !== undefined)
    return 'a solution has residue and modulus, and no conflict';
  const [x, modulus] = [BigInt(answer.residue), BigInt(answer.modulus)];
  if (x < 0n || x >= modulus) return 'the residue lies in 0..modulus-1';
  const tree = lcmTree(moduli);
  if (!solves(x, residues, tree)) return 'the residue solves every congruence';
  return modulus === tree.lcm ? null : 'the modulus is the least common multiple';
}

/** Least common multiples of the moduli by halves: large numbers are divided a few times, not once for every modulus. */
interface LcmTree {
  readonly lcm: bigint;
  readonly start: number;
  readonly halves: readonly [LcmTree, LcmTree] | null;
}

function lcmTree(moduli: readonly bigint[], start = 0, end = moduli.length): LcmTree {
  if (end - start < 2) return { lcm: moduli[start] ?? 1n, start, halves: null };
  const middle = (start + end) >> 1;
  const [a, b] = [lcmTree(moduli, start, middle), lcmTree(moduli, middle, end)];
  return { lcm: a.lcm * (b.lcm / gcd(a.lcm, b.lcm)), start, halves: [a, b] };
}

function solves(x: bigint, residues: readonly bigint[], tree: LcmTree): boolean {
  const rest = x % tree.lcm;
  if (tree.halves !== null) return tree.halves.every((half) => solves(rest, residues, half));
  return (rest - (residues[tree.start] ?? 0n)) % tree.lcm === 0n;
}

function checkConflict(residues: readonly bigint[], moduli: readonly bigint[], answer: Output): string | null {
  const [i, j] = answer.conflict ?? [-1, -1];
  const [a, b, m, n] = [residues[i], residues[j], moduli[i], moduli[j]];
  if (answer.residue !== undefined || a === undefined || b === undefined || m === undefined || n === undefined)
    return 'an inconsistent system has two congruences in conflict, and no residue';
  return mod(a - b, gcd(m, n)) !== 0n ? null : 'the two residues differ modulo the gcd of their moduli';
}

function totalDigits(values: readonly string[]): number {
  return values.reduce((total, value) => total + digitCount(value), 0);
}
