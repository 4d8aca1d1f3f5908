/** Integer arithmetic of this tool's own: what answers are checked with must not be what computed them. */
const witnesses = [2n, 3n, 5n, 7n, 11n, 13n, 17n, 19n, 23n, 29n, 31n, 37n, 41n, 43n, 47n, 53n, 59n, 61n, 67n, 71n];

/** Miller-Rabin for twenty fixed bases: inputs here are random, none is built to deceive it. */
export function isPrime(n: bigint): boolean {
  if (n < 2n) return false;
  for (const p of witnesses) {
    if (n === p) return true;
    if (n % p === 0n) return false;
  }
  let odd = n - 1n;
  let twos = 0;
  for (; odd % 2n === 0n; odd /= 2n) twos += 1;
  return witnesses.every((base) => {
    let power = modPow(base, odd, n);
    if (power === 1n || power === n - 1n) return true;
    for (let i = 1; i < twos; i += 1) {
      power = (power * power) % n;
      if (power === n - 1n) return true;
    }
    return false;
  });
}

export function primeFrom(start: bigint): bigint {
  let candidate = start;
  while (!isPrime(candidate)) candidate += 1n;
  return candidate;
}

export function modPow(base: bigint, exponent: bigint, modulus: bigint): bigint {
  let result = 1n % modulus;
  let square = ((base % modulus) + modulus) % modulus;
  for (let left = exponent; left > 0n; left >>= 1n) {
    if ((left & 1n) === 1n) result = (result * square) % modulus;
    square = (square * square) % modulus;
  }
  return result;
}

export function absolute(a: bigint): bigint {
  return a < 0n ? -a : a;
}

export function gcd(a: bigint, b: bigint): bigint {
  let [x, y] = [absolute(a), absolute(b)];
  while (y !== 0n) [x, y] = [y, x % y];
  return x;
}

export function lcm(a: bigint, b: bigint): bigint {
  return a === 0n || b === 0n ? 0n : absolute(a * b) / gcd(a, b);
}

/** Prime divisors of a small positive integer, by trial. */
export function primeDivisors(n: bigint): bigint[] {
  const found: bigint[] = [];
  let left = n;
  for (let p = 2n; p * p <= left; p += 1n) {
    if (left % p !== 0n) continue;
    found.push(p);
    while (left % p === 0n) left /= p;
  }
  return left > 1n ? [...found, left] : found;
}

export function product(values: readonly bigint[]): bigint {
  return values.reduce((all, value) => all * value, 1n);
}

/** Determinant of a square integer matrix by Bareiss' elimination without fractions. */
export function determinant(rows: readonly (readonly bigint[])[]): bigint {
  const m = rows.map((row) => [...row]);
  let sign = 1n;
  let previous = 1n;
  for (let k = 0; k < m.length; k += 1) {
    const pivot = m.findIndex((row, at) => at >= k && row[k] !== 0n);
    if (pivot < 0) return 0n;
    if (pivot !== k) {
      [m[k], m[pivot]] = [m[pivot] ?? [], m[k] ?? []];
      sign = -sign;
    }
    const top = m[k] ?? [];
    const head = top[k] ?? 0n;
    for (const row of m.slice(k + 1)) {
      const factor = row[k] ?? 0n;
      for (let j = k; j < row.length; j += 1) row[j] = ((row[j] ?? 0n) * head - factor * (top[j] ?? 0n)) / previous;
    }
    previous = head;
  }
  return sign * previous;
}

export function timesMatrix(a: readonly (readonly bigint[])[], b: readonly (readonly bigint[])[]): bigint[][] {
  return a.map((row) => (b[0] ?? []).map((_, j) => row.reduce((sum, value, k) => sum + value * (b[k]?.[j] ?? 0n), 0n)));
}

/** A fraction, not reduced; comparisons are cross-multiplied. */
export interface Fraction {
  readonly num: bigint;
  readonly den: bigint;
}

export function addFractions(a: Fraction, b: Fraction): Fraction {
  return { num: a.num * b.den + b.num * a.den, den: a.den * b.den };
}

export function timesFractions(a: Fraction, b: Fraction): Fraction {
  return { num: a.num * b.num, den: a.den * b.den };
}

export function sameFraction(a: Fraction, b: Fraction): boolean {
  return a.num * b.den === b.num * a.den;
}

export function whole(num: bigint): Fraction {
  return { num, den: 1n };
}
