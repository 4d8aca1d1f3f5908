import { bitLength, gcd, integerSqrt, jacobi, mod, modPow } from './number-theory.js';

/** What is known of an integer without an engine. PROBABLE: it passes Miller-Rabin and Lucas tests, which prove nothing. */
export type Primality = 'PRIME' | 'COMPOSITE' | 'PROBABLE';

const bases = [2n, 3n, 5n, 7n, 11n, 13n, 17n, 19n, 23n, 29n, 31n, 37n, 41n];
/** The least composite that passes for all these bases (Sorenson and Webster 2015): below it, they decide. */
const decidedBelow = 3_317_044_064_679_887_385_961_981n;

/** Primes below 1000, ascending. */
export const smallPrimes: readonly bigint[] = sieve(1_000);

/**
 * Exact below 3.3·10^24; above, COMPOSITE is a proof, PROBABLE is the verdict of the Baillie-PSW test (Miller-Rabin for
 * base 2, strong Lucas). Integers below 2 are COMPOSITE here: no primes.
 */
export function primality(n: bigint): Primality {
  if (n < 2n) return 'COMPOSITE';
  for (const p of smallPrimes) {
    if (n === p) return 'PRIME';
    if (n % p === 0n) return 'COMPOSITE';
  }
  if (n < 1_000_000n) return 'PRIME';
  if (n < decidedBelow) return bases.every((base) => strongProbablePrime(n, base)) ? 'PRIME' : 'COMPOSITE';
  return strongProbablePrime(n, 2n) && strongLucasProbablePrime(n) ? 'PROBABLE' : 'COMPOSITE';
}

/** The least prime above n, or null where it is out of the range that is decided here. */
export function nextPrimeDecided(n: bigint): bigint | null {
  if (n < 2n) return 2n;
  for (let candidate = n + 1n + (n & 1n); candidate < decidedBelow; candidate += 2n)
    if (primality(candidate) === 'PRIME') return candidate;
  return null;
}

/** Miller-Rabin for odd n > base. */
function strongProbablePrime(n: bigint, base: bigint): boolean {
  const { odd, twos } = splitTwos(n - 1n);
  let power = modPow(base, odd, n);
  if (power === 1n || power === n - 1n) return true;
  for (let i = 1; i < twos; i += 1) {
    power = (power * power) % n;
    if (power === n - 1n) return true;
  }
  return false;
}

/** Strong Lucas test with Selfridge's parameters P = 1, Q = (1-D)/4, for odd n. */
function strongLucasProbablePrime(n: bigint): boolean {
  const d = selfridge(n);
  if (d === null) return false;
  const q = mod((1n - d) / 4n, n);
  const { odd, twos } = splitTwos(n + 1n);
  // U and V at k and Q^k, from the leading bit of the odd part down.
  let [u, v, power] = [1n, 1n, q];
  const half = (a: bigint) => mod((a & 1n) === 0n ? a >> 1n : (a + n) >> 1n, n);
  for (const bit of odd.toString(2).slice(1)) {
    [u, v, power] = [(u * v) % n, mod(v * v - 2n * power, n), (power * power) % n];
    if (bit === '1') [u, v, power] = [half(u + v), half(d * u + v), (power * q) % n];
  }
  if (u === 0n || v === 0n) return true;
  for (let i = 1; i < twos; i += 1) {
    [v, power] = [mod(v * v - 2n * power, n), (power * power) % n];
    if (v === 0n) return true;
  }
  return false;
}

/** The first of 5, -7, 9, -11, … with Jacobi symbol -1; null where n shows itself composite before. */
function selfridge(n: bigint): bigint | null {
  for (let size = 5n, sign = 1n; ; size += 2n, sign = -sign) {
    const symbol = jacobi(sign * size, n);
    if (symbol === -1) return sign * size;
    if (symbol === 0 && gcd(size, n) < n) return null;
    // A square has no such parameter.
    if (size === 21n && integerSqrt(n) ** 2n === n) return null;
  }
}

function splitTwos(n: bigint): { odd: bigint; twos: number } {
  const twos = bitLength(n & -n) - 1;
  return { odd: n >> BigInt(twos), twos };
}

function sieve(limit: number): bigint[] {
  const composite = new Uint8Array(limit);
  const primes: bigint[] = [];
  for (let n = 2; n < limit; n += 1) {
    if (composite[n] === 1) continue;
    primes.push(BigInt(n));
    for (let multiple = n * n; multiple < limit; multiple += n) composite[multiple] = 1;
  }
  return primes;
}
