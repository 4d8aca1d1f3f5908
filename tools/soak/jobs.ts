import { graphMakers } from './graphs.js';
import { integerMakers } from './integers.js';
import type { Job, Maker, Target } from './job.js';
import { logicMakers } from './logic.js';
import { matrixMakers } from './matrices.js';
import { numberFieldMakers } from './number-fields.js';
import { polynomialMakers } from './polynomials.js';
import { proofMakers } from './proofs.js';
import type { Random } from './random.js';
import { residueMakers } from './residues.js';

/** Every operation that is asked. */
export const makers: readonly Maker[] = [
  ...integerMakers,
  ...residueMakers,
  ...matrixMakers,
  ...polynomialMakers,
  ...numberFieldMakers,
  ...graphMakers,
  ...logicMakers,
  ...proofMakers,
];

/** One operation of each backend, by whose inspection the tool learns which engines are here. */
export const operationOf: Readonly<Record<string, string>> = {
  pari: 'integer.compute.next_prime',
  sagemath: 'integer.compute.next_prime',
  z3: 'sat.solve',
  lean: 'lean.check',
};

/** Lean checks take many seconds each: now and then is enough. */
const leanShare = 0.01;

/** A question at random for one of the targets. */
export function randomJob(random: Random, targets: readonly Target[]): Job {
  const quick = targets.filter(({ backend }) => backend !== 'lean');
  const slow = targets.filter(({ backend }) => backend === 'lean');
  const target = random.pick(slow.length > 0 && random.chance(leanShare) ? slow : quick);
  const maker = random.pick(makers.filter(({ backends }) => backends.includes(target.backend)));
  return { ...maker.make(random), operation: maker.operation, ...target };
}
