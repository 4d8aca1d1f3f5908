import type { Permutation } from './permutation-group.js';

/** Classes of 0..count-1 under the given pairs of joined points; each ascends, the classes by their least point. */
export function orbitsOf(count: number, joined: Iterable<readonly [number, number]>): number[][] {
  const parent = Int32Array.from({ length: count }, (_, i) => i);
  const root = (point: number): number => {
    let top = point;
    while (at(parent, top) !== top) top = at(parent, top);
    for (let p = point; p !== top;) [parent[p], p] = [top, at(parent, p)];
    return top;
  };
  for (const [a, b] of joined) {
    const [x, y] = [root(a), root(b)];
    if (x !== y) parent[Math.max(x, y)] = Math.min(x, y);
  }
  const classes = new Map<number, number[]>();
  for (let point = 0; point < count; point += 1) {
    const top = root(point);
    const known = classes.get(top);
    if (known === undefined) classes.set(top, [point]);
    else known.push(point);
  }
  return [...classes.values()];
}

/**
 * The order of the group that permutations of 0..degree-1 generate, or null where it would take more than `work`
 * elementary steps. Generators with disjoint supports are taken apart. Method: the random Schreier-Sims algorithm with
 * pseudo-random elements from a fixed seed. The answer is the product of orbit sizes in a chain of elements of the
 * group, so it is never too large; it is too small with probability below 2^-24.
 */
export function groupOrder(degree: number, generators: readonly Permutation[], work = 200_000_000): bigint | null {
  const budget = { left: work };
  let order = 1n;
  for (const part of partsOf(degree, generators)) {
    const factor = part.every(isTransposition) ? factorial(supportOf(part).length) : chainOrder(part, budget);
    if (factor === null) return null;
    order *= factor;
  }
  return order;
}

/** Generators grouped so that those of different groups move no point in common, each part renumbered to its own points. */
function partsOf(degree: number, generators: readonly Permutation[]): Int32Array[][] {
  const joined: [number, number][] = [];
  for (const images of generators) {
    const [first, ...others] = movedBy(images);
    if (first !== undefined) joined.push(...others.map((point): [number, number] => [first, point]));
  }
  return orbitsOf(degree, joined)
    .filter((points) => points.length > 1)
    .map((points) => {
      const position = new Map(points.map((point, i) => [point, i]));
      const inside = generators.filter((images) => points.some((point) => images[point] !== point));
      return inside.map((images) => Int32Array.from(points, (point) => position.get(images[point] ?? point) ?? 0));
    });
}

interface Level {
  readonly base: number;
  readonly generators: Int32Array[];
  /** For each point of the orbit of `base` the inverse of the generator that leads to it; null elsewhere and at the base. */
  readonly back: (Int32Array | null)[];
  readonly inOrbit: Uint8Array;
  size: number;
}

function chainOrder(generators: readonly Int32Array[], budget: { left: number }): bigint | null {
  const degree = generators[0]?.length ?? 0;
  const next = randomElements(generators, degree);
  const levels: Level[] = [];
  for (let trivial = 0; trivial < 24;) {
    budget.left -= 4 * degree;
    const rest = sift(next(), levels, budget);
    if (budget.left < 0) return null;
    if (rest === null) {
      trivial += 1;
      continue;
    }
    trivial = 0;
    if (levels[rest.depth] === undefined) newLevel(rest.element, degree, levels);
    absorb(rest.element, rest.depth, levels, budget);
  }
  return levels.reduce((product, level) => product * BigInt(level.size), 1n);
}

/** Divides by coset representatives as far as they go; null: nothing remains, the chain knows the element. */
function sift(
  element: Int32Array,
  levels: readonly Level[],
  budget: { left: number },
): { element: Int32Array; depth: number } | null {
  const current = Int32Array.from(element);
  for (let depth = 0; depth < levels.length; depth += 1) {
    const level = levels[depth];
    if (level === undefined) break;
    if (level.inOrbit[at(current, level.base)] !== 1) return { element: current, depth };
    for (let step = level.back[at(current, level.base)]; step != null; step = level.back[at(current, level.base)]) {
      for (let i = 0; i < current.length; i += 1) current[i] = at(step, at(current, i));
      budget.left -= current.length;
    }
    if (budget.left < 0) return null;
  }
  return current.every((image, i) => image === i) ? null : { element: current, depth: levels.length };
}

function newLevel(element: Int32Array, degree: number, levels: Level[]): Level {
  const base = element.findIndex((image, i) => image !== i);
  const inOrbit = new Uint8Array(degree);
  inOrbit[base] = 1;
  const level = { base, generators: [], back: new Array<Int32Array | null>(degree).fill(null), inOrbit, size: 1 };
  levels.push(level);
  return level;
}

/**
 * Takes a new element into the chain. It fixes the bases above its depth, so it belongs to the stabilisers of all levels
 * up to there: each orbit must be closed under it and under everything deeper. Only then does a chain that is not
 * complete show itself to every other random element.
 */
function absorb(element: Int32Array, depth: number, levels: readonly Level[], budget: { left: number }): void {
  for (let i = depth; i >= 0; i -= 1) {
    const level = levels[i];
    if (level === undefined) continue;
    let missing: Int32Array | undefined = i === depth || !isClosed(level, element) ? element : undefined;
    while (missing !== undefined && budget.left >= 0) {
      level.generators.push(missing, inverse(missing));
      growOrbit(level, element.length);
      budget.left -= level.generators.length * element.length;
      const deeper = levels.slice(i + 1).flatMap(({ generators }) => generators);
      budget.left -= deeper.length;
      missing = deeper.find((generator) => !isClosed(level, generator));
    }
    budget.left -= element.length;
  }
}

function isClosed({ inOrbit }: Level, element: Int32Array): boolean {
  return element.every((image, point) => inOrbit[point] !== 1 || inOrbit[image] === 1);
}

/** Breadth first from the base, so that the ways back are short. Generators stand next to their inverses. */
function growOrbit(level: Level, degree: number): void {
  level.back.fill(null);
  level.inOrbit.fill(0);
  level.inOrbit[level.base] = 1;
  const queue = [level.base];
  for (const point of queue) {
    level.generators.forEach((generator, i) => {
      const image = at(generator, point);
      if (level.inOrbit[image] === 1) return;
      level.inOrbit[image] = 1;
      level.back[image] = level.generators[i ^ 1] ?? null;
      queue.push(image);
    });
    if (queue.length === degree) break;
  }
  level.size = queue.length;
  // The break may leave points of the queue unvisited; all points have their way back by then.
}

/** Product replacement with an accumulator. */
function randomElements(generators: readonly Int32Array[], degree: number): () => Int32Array {
  const pool: Int32Array[] = Array.from({ length: Math.max(10, generators.length) }, (_, i) =>
    Int32Array.from(generators[i % generators.length] ?? []),
  );
  let accumulator: Int32Array = Int32Array.from({ length: degree }, (_, i) => i);
  let state = 0x2545f491;
  const random = (below: number): number => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
  const next = (): Int32Array => {
    const i = random(pool.length);
    const j = (i + 1 + random(pool.length - 1)) % pool.length;
    const [a, b] = [pool[i], pool[j]];
    if (a === undefined || b === undefined) return accumulator;
    const factor = random(2) === 0 ? b : inverse(b);
    pool[i] = random(2) === 0 ? product(a, factor) : product(factor, a);
    accumulator = product(accumulator, pool[i] ?? a);
    return accumulator;
  };
  for (let i = 0; i < 60 + 2 * pool.length; i += 1) next();
  return next;
}

/** First a, then b. */
function product(a: Int32Array, b: Int32Array): Int32Array {
  return a.map((image) => at(b, image));
}

function inverse(a: Int32Array): Int32Array {
  const result = new Int32Array(a.length);
  a.forEach((image, i) => (result[image] = i));
  return result;
}

/** Supports that overlap in a connected way under transpositions alone generate the whole symmetric group. */
function isTransposition(images: Int32Array): boolean {
  return movedBy(images).length === 2;
}

function supportOf(part: readonly Int32Array[]): number[] {
  return Array.from(part[0] ?? [], (_, i) => i);
}

function movedBy(images: ArrayLike<number>): number[] {
  return Array.from(images, (image, i) => (image === i ? -1 : i)).filter((point) => point >= 0);
}

function factorial(n: number): bigint {
  let result = 1n;
  for (let i = 2n; i <= BigInt(n); i += 1n) result *= i;
  return result;
}

/** A typed array read within its bounds. */
function at(array: Int32Array, index: number): number {
  return array[index] ?? 0;
}
