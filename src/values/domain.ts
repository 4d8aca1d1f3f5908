import { z } from 'zod';
import { mod } from './number-theory.js';
import { primality } from './primality.js';
import type { Parse } from './value.js';

/**
 * Where coefficients and entries live: the rationals, the integers, or the field of p elements. Primality of p is decided
 * below 3.3e24; above, it is the verdict of the Baillie-PSW test.
 */
export type Domain = 'QQ' | 'ZZ' | `GF(${string})`;

/** Largest characteristic in decimal digits. */
const maximumDigits = 300;

export const domainDescription = '"QQ", "ZZ", or "GF(p)" with a prime p such as "GF(7)"';

export const parseDomain: Parse<Domain> = (raw, at, issues) => {
  if (raw === 'QQ' || raw === 'ZZ') return raw;
  const digits = typeof raw === 'string' ? /^GF\(([1-9][0-9]*)\)$/.exec(raw)?.[1] : undefined;
  if (digits === undefined) {
    issues.add(at, 'unknown_domain', `The domain is ${domainDescription}.`);
    return undefined;
  }
  if (digits.length > maximumDigits) {
    issues.bound(at, `The characteristic may have at most ${String(maximumDigits)} digits.`);
    return undefined;
  }
  if (primality(BigInt(digits)) === 'COMPOSITE') {
    issues.add(at, 'not_prime', 'GF(p) needs a prime p.');
    return undefined;
  }
  return `GF(${digits})`;
};

export const domainOutput: z.ZodType<Domain> = z
  .union([z.literal('QQ'), z.literal('ZZ'), z.templateLiteral(['GF(', z.string().regex(/^[1-9][0-9]*$/), ')'])])
  .meta({ description: domainDescription });

/** p of GF(p), null for QQ and ZZ. */
export function characteristic(domain: Domain): bigint | null {
  return domain === 'QQ' || domain === 'ZZ' ? null : BigInt(domain.slice(3, -1));
}

/** Inverse modulo a prime, or null for multiples of it. */
export function inverseModulo(value: bigint, prime: bigint): bigint | null {
  let [a, b] = [mod(value, prime), prime];
  let [x, y] = [1n, 0n];
  while (b !== 0n) {
    const quotient = a / b;
    [a, b] = [b, a - quotient * b];
    [x, y] = [y, x - quotient * y];
  }
  return a === 1n ? mod(x, prime) : null;
}
