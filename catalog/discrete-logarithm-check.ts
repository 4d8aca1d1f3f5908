import { bitLength, mod, modPow } from '../src/values/number-theory.js';
import { smallPrimes } from '../src/values/primality.js';

export interface Question {
  readonly base: string;
  readonly target: string;
  readonly modulus: string;
}

export interface Answer {
  readonly status: 'SOLVED' | 'UNSOLVABLE';
  readonly discrete_log?: string | undefined;
  readonly period?: string | undefined;
}

/** Below this modulus all powers are looked at. */
const exhaustive = 1n << 20n;
/** Exponents from 0 on that are tried for any modulus. */
const tried = 1_000n;

/**
 * Null, or the identity that does not hold. Small moduli are decided here anew. For large ones: the power is the target,
 * the period is one and is not divisible by a smaller one through a small prime, and no small exponent does.
 */
export function checkLogarithm(given: Question, answer: Answer): string | null {
  const modulus = BigInt(given.modulus);
  const [base, target] = [mod(BigInt(given.base), modulus), mod(BigInt(given.target), modulus)];
  if ((answer.status === 'SOLVED') !== (answer.discrete_log !== undefined)) return 'a solution has its exponent';
  const x = answer.discrete_log === undefined ? null : BigInt(answer.discrete_log);
  const period = answer.period === undefined ? null : BigInt(answer.period);
  if (modulus <= exhaustive) {
    const [first, step] = search(Number(base), Number(target), Number(modulus));
    return x === first && period === step ? null : 'the exponent is the least one, with its period';
  }
  if (x === null) return period === null ? null : 'without a solution there is no period';
  if (x < 0n || (period !== null && x >= period + BigInt(bitLength(modulus)))) return 'the exponent is the least one';
  if (modPow(base, x, modulus) !== target) return 'base^exponent is the target';
  if (!isLeast(base, target, modulus, x)) return 'the exponent is the least one';
  return period === null || isPeriod(base, target, modulus, x, period) ? null : 'the period is the least one';
}

/** Walks through the powers until they repeat: first exponent and distance to the second, null where there is none. */
function search(base: number, target: number, modulus: number): [bigint | null, bigint | null] {
  const seen = new Uint8Array(modulus);
  let first: number | null = null;
  let power = 1 % modulus;
  for (let exponent = 0; seen[power] === 0; exponent += 1) {
    seen[power] = 1;
    if (power === target) first = exponent;
    power = (power * base) % modulus;
  }
  // Here the cycle closes: the target recurs where it lies on it.
  return first === null ? [null, null] : [BigInt(first), recurrence(power, base, target, modulus)];
}

/** Length of the cycle through `start`, or null where the target is not on it. */
function recurrence(start: number, base: number, target: number, modulus: number): bigint | null {
  let met = false;
  let power = start;
  for (let length = 1n; ; length += 1n) {
    met ||= power === target;
    power = (power * base) % modulus;
    if (power === start) return met ? length : null;
  }
}

function isLeast(base: bigint, target: bigint, modulus: bigint, x: bigint): boolean {
  let power = 1n;
  for (let exponent = 0n; exponent < x && exponent < tried; exponent += 1n) {
    if (power === target) return false;
    power = (power * base) % modulus;
  }
  return true;
}

function isPeriod(base: bigint, target: bigint, modulus: bigint, x: bigint, period: bigint): boolean {
  const moves = (step: bigint) => (target * modPow(base, step, modulus)) % modulus !== target;
  if (period <= 0n || moves(period)) return false;
  // target·base^step = target says that the powers from the target on repeat after `step`.
  return smallPrimes.every((p) => period % p !== 0n || moves(period / p));
}
