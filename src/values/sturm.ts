import { gcd } from './number-theory.js';

/** Number of distinct real roots of a polynomial with integral coefficients, ascending, by Sturm's theorem. */
export function countRealRoots(coefficients: readonly bigint[]): number {
  const chain = sturmChain(primitive(trim([...coefficients])));
  const atPlus = chain.map((f) => (f.at(-1) ?? 0n) > 0n);
  const atMinus = chain.map((f) => (f.at(-1) ?? 0n) > 0n === (f.length % 2 === 1));
  return changes(atMinus) - changes(atPlus);
}

/** f, f', and the negated remainders, each up to a positive factor. */
function sturmChain(f: bigint[]): bigint[][] {
  const chain = [f];
  let next = primitive(f.slice(1).map((coefficient, at) => coefficient * BigInt(at + 1)));
  while (next.length > 0) {
    chain.push(next);
    next = primitive(negatedRemainder(chain.at(-2) ?? [], next));
  }
  return chain;
}

/** A positive multiple of -(a mod b). */
function negatedRemainder(a: readonly bigint[], b: readonly bigint[]): bigint[] {
  const rest = [...a];
  const lead = b.at(-1) ?? 1n;
  const [size, sign] = lead < 0n ? [-lead, -1n] : [lead, 1n];
  while (rest.length >= b.length) {
    const top = (rest.at(-1) ?? 0n) * sign;
    const shift = rest.length - b.length;
    for (let at = 0; at < rest.length; at += 1) {
      rest[at] = (rest[at] ?? 0n) * size - (at >= shift ? (b[at - shift] ?? 0n) * top : 0n);
    }
    trim(rest);
  }
  return rest.map((coefficient) => -coefficient);
}

function primitive(f: bigint[]): bigint[] {
  const content = f.reduce((common, coefficient) => gcd(common, coefficient), 0n);
  return content === 0n ? [] : f.map((coefficient) => coefficient / content);
}

function trim(f: bigint[]): bigint[] {
  while (f.length > 0 && f.at(-1) === 0n) f.pop();
  return f;
}

function changes(signs: readonly boolean[]): number {
  return signs.filter((sign, at) => at > 0 && sign !== signs[at - 1]).length;
}
