/** Questions about residues. */
import { z } from 'zod';
import { gcd, lcm, modPow, primeDivisors, primeFrom } from './arithmetic.js';
import { integer, verdict, type Maker } from './job.js';

const backends = ['pari', 'sagemath'];

const remainder: Maker = {
  operation: 'modular.solve.chinese_remainder',
  backends,
  make: (random) => {
    const moduli = Array.from({ length: random.between(1, 8) }, () => random.digits(random.between(1, 12)));
    const hidden = random.digits(40);
    const residues = moduli.map((m) => hidden % m);
    const consistent = random.chance(0.7);
    if (!consistent) residues[0] = (residues[0] ?? 0n) + 1n;
    return {
      payload: { residues: residues.map(String), moduli: moduli.map(String) },
      check: (output) => wrongRemainder(output, residues, moduli),
    };
  },
};

const logarithm: Maker = {
  operation: 'modular.compute.discrete_logarithm',
  backends,
  make: (random) => {
    const p = primeFrom(BigInt(random.between(1_000, 2_000_000_000)));
    const base = BigInt(random.between(2, 900));
    const solvable = random.chance(0.8);
    // No power of a square is a non-residue.
    const target = solvable ? modPow(base, random.digits(9), p) : nonResidue(p);
    const sent = solvable ? base : base * base;
    return {
      payload: { base: String(sent), target: String(target), modulus: String(p) },
      check: (output) => wrongLogarithm(output, sent, target, p, solvable),
    };
  },
};

export const residueMakers: readonly Maker[] = [remainder, logarithm];

function wrongRemainder(output: unknown, residues: readonly bigint[], moduli: readonly bigint[]): string | null {
  const answer = z
    .union([
      z.looseObject({ status: z.literal('SOLUTION'), residue: integer, modulus: integer }),
      z.looseObject({ status: z.literal('INCONSISTENT'), conflict: z.tuple([z.int(), z.int()]) }),
    ])
    .parse(output);
  if (answer.status === 'INCONSISTENT') {
    const [i, j] = answer.conflict;
    const common = gcd(moduli[i] ?? 0n, moduli[j] ?? 0n);
    return verdict(common > 1n && ((residues[i] ?? 0n) - (residues[j] ?? 0n)) % common !== 0n, 'no conflict');
  }
  const { residue, modulus } = answer;
  const solves = moduli.every((m, at) => (residue - (residues[at] ?? 0n)) % m === 0n);
  return verdict(solves && modulus === moduli.reduce(lcm) && residue >= 0n && residue < modulus, 'no least solution');
}

function wrongLogarithm(output: unknown, base: bigint, target: bigint, p: bigint, solvable: boolean): string | null {
  const answer = z
    .looseObject({ status: z.string(), discrete_log: integer.optional(), period: integer.optional() })
    .parse(output);
  if (!solvable) return verdict(answer.status === 'UNSOLVABLE', 'a non-residue as a power of a square');
  const { discrete_log: x, period } = answer;
  if (x === undefined || period === undefined) return 'no logarithm, where there is one';
  if (modPow(base, x, p) !== target) return 'not a logarithm';
  const isOrder =
    modPow(base, period, p) === 1n && primeDivisors(period).every((q) => modPow(base, period / q, p) !== 1n);
  return verdict(isOrder && x >= 0n && x < period, 'not the least exponent');
}

function nonResidue(p: bigint): bigint {
  let candidate = 2n;
  while (modPow(candidate, (p - 1n) / 2n, p) !== p - 1n) candidate += 1n;
  return candidate;
}
