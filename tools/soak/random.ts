/** A deterministic source of choices: the same seed and label give the same sequence. */
export interface Random {
  /** In 0..below-1. */
  readonly int: (below: number) => number;
  /** In low..high, both included. */
  readonly between: (low: number, high: number) => number;
  readonly chance: (probability: number) => boolean;
  readonly pick: <T>(list: readonly T[]) => T;
  /** A positive integer with exactly so many digits. */
  readonly digits: (count: number) => bigint;
  /** Non-zero, in -limit..limit. */
  readonly signed: (limit: number) => number;
}

export function createRandom(seed: number, label: string): Random {
  let state = Buffer.from(label).reduce((hash, byte) => Math.imul(hash ^ byte, 16_777_619), seed);
  // mulberry32
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
  const int = (below: number) => Math.floor(next() * below);
  const between = (low: number, high: number) => low + int(high - low + 1);
  return {
    int,
    between,
    chance: (probability) => next() < probability,
    pick: (list) => {
      const item = list[int(list.length)];
      if (item === undefined) throw new RangeError('nothing to pick from');
      return item;
    },
    digits: (count) =>
      BigInt(Array.from({ length: count }, (_, at) => String(at === 0 ? between(1, 9) : int(10))).join('')),
    signed: (limit) => between(1, limit) * (int(2) === 0 ? 1 : -1),
  };
}
