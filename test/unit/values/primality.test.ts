import { describe, expect, it } from 'vitest';
import { nextPrimeDecided, primality, smallPrimes } from '../../../src/values/primality.js';

describe('primality', () => {
  it('is right for all integers from -5 to 20000', () => {
    const composite = new Uint8Array(20_001);
    for (let n = 2; n <= 20_000; n += 1)
      for (let multiple = n * n; composite[n] === 0 && multiple <= 20_000; multiple += n) composite[multiple] = 1;
    for (let n = -5; n <= 20_000; n += 1)
      expect(primality(BigInt(n)), String(n)).toBe(n >= 2 && composite[n] === 0 ? 'PRIME' : 'COMPOSITE');
  });

  it.each([
    ['a Carmichael number', 561n],
    ['a strong pseudoprime to base 2', 2_047n],
    ['a strong pseudoprime to the bases up to 37', 318_665_857_834_031_151_167_461n],
    ['a strong pseudoprime to the bases up to 41', 3_317_044_064_679_887_385_961_981n],
    ['a square of a Mersenne prime', (2n ** 127n - 1n) ** 2n],
    ['a strong Lucas pseudoprime', 5_459n],
    ['a product of two large primes', (2n ** 127n - 1n) * (2n ** 89n - 1n)],
  ])('recognises %s', (_, n) => expect(primality(n)).toBe('COMPOSITE'));

  it('proves below 3.3e24 and says PROBABLE above', () => {
    expect(primality(2n ** 61n - 1n)).toBe('PRIME');
    expect(primality(2n ** 89n - 1n)).toBe('PROBABLE');
    for (const e of [107n, 127n, 521n, 607n, 1279n]) expect(primality(2n ** e - 1n)).toBe('PROBABLE');
    expect(primality(10n ** 40n + 121n)).toBe('PROBABLE');
  });

  it('finds the next prime where it is decided', () => {
    expect(nextPrimeDecided(-10n)).toBe(2n);
    expect(nextPrimeDecided(1n)).toBe(2n);
    expect(nextPrimeDecided(2n)).toBe(3n);
    expect(nextPrimeDecided(3n)).toBe(5n);
    expect(nextPrimeDecided(18_446_744_073_709_551_557n)).toBe(18_446_744_073_709_551_629n);
    expect(nextPrimeDecided(10n ** 30n)).toBe(null);
  });

  it('lists the primes below 1000', () => {
    expect(smallPrimes.length).toBe(168);
    expect(smallPrimes.at(-1)).toBe(997n);
  });
});
