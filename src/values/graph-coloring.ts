/** Helpers of exact colouring, on adjacency lists by position. All are deterministic and bounded by a count of steps. */

export interface Core {
  /** What remains when vertices with fewer than k remaining neighbours are taken away again and again; ascending. */
  readonly vertices: readonly number[];
  /** The vertices taken away, in that order. */
  readonly removed: readonly number[];
}

/** A graph is k-colourable exactly if its k-core is: a removed vertex always has a colour left. */
export function coreOf(adjacent: readonly (readonly number[])[], k: number): Core {
  const degree = adjacent.map((list) => list.length);
  const gone = new Uint8Array(adjacent.length);
  const removed: number[] = [];
  degree.forEach((d, v) => {
    if (d < k) {
      gone[v] = 1;
      removed.push(v);
    }
  });
  for (const v of removed) {
    for (const w of adjacent[v] ?? []) {
      const left = (degree[w] ?? 0) - 1;
      degree[w] = left;
      if (left < k && gone[w] === 0) {
        gone[w] = 1;
        removed.push(w);
      }
    }
  }
  return { vertices: adjacent.flatMap((_, v) => (gone[v] === 0 ? [v] : [])), removed };
}

/** Gives the removed vertices the least colour that no coloured neighbour has, last removed first. `colours` is -1 where open. */
export function extendColouring(adjacent: readonly (readonly number[])[], core: Core, colours: number[]): void {
  for (const v of [...core.removed].reverse()) colours[v] = leastFree(adjacent[v] ?? [], colours);
}

/** Connected components of the subgraph on `vertices`, each ascending. */
export function componentsOf(adjacent: readonly (readonly number[])[], vertices: readonly number[]): number[][] {
  const open = new Set(vertices);
  const components: number[][] = [];
  for (const start of vertices) {
    if (!open.delete(start)) continue;
    const component = [start];
    for (const v of component) for (const w of adjacent[v] ?? []) if (open.delete(w)) component.push(w);
    components.push(component.sort((a, b) => a - b));
  }
  return components;
}

/**
 * A proper colouring by DSATUR (most colours among the neighbours first, then largest degree), or null where it needs
 * more than k colours. Colours follow `vertices`.
 */
export function colourGreedily(
  adjacent: readonly (readonly number[])[],
  vertices: readonly number[],
  k: number,
): number[] | null {
  const colours: number[] = adjacent.map(() => -1);
  const seen = new Map(vertices.map((v) => [v, new Set<number>()]));
  const open = new Set(vertices);
  while (open.size > 0) {
    let best = -1;
    let score = -1;
    for (const v of open) {
      const own = (seen.get(v)?.size ?? 0) * adjacent.length + (adjacent[v]?.length ?? 0);
      if (own > score) [best, score] = [v, own];
    }
    open.delete(best);
    const colour = leastFree(adjacent[best] ?? [], colours);
    if (colour >= k) return null;
    colours[best] = colour;
    for (const w of adjacent[best] ?? []) seen.get(w)?.add(colour);
  }
  return vertices.map((v) => colours[v] ?? -1);
}

/** A clique among `vertices`: the largest unless more than `steps` comparisons are needed, then the largest found. */
export function largeClique(
  adjacent: readonly (readonly number[])[],
  vertices: readonly number[],
  steps = 400_000,
): number[] {
  const inside = new Set(vertices);
  const near = new Map(vertices.map((v) => [v, new Set((adjacent[v] ?? []).filter((w) => inside.has(w)))]));
  const joined = (v: number, w: number) => near.get(v)?.has(w) === true;
  let best: number[] = [];
  let left = steps;
  // Branch and bound; a greedy partition of the candidates into independent sets bounds what a branch can reach.
  const grow = (clique: number[], candidates: readonly number[]): void => {
    if (clique.length > best.length) best = clique;
    const classes: number[][] = [];
    for (const v of candidates) {
      left -= 1;
      const home = classes.find((members) => members.every((w) => ((left -= 1), !joined(v, w))));
      if (home === undefined) classes.push([v]);
      else home.push(v);
    }
    const ordered = classes.flatMap((members, i) => members.map((v) => ({ v, bound: i + 1 })));
    while (left > 0) {
      const last = ordered.pop();
      if (last === undefined || clique.length + last.bound <= best.length) return;
      grow(
        [...clique, last.v],
        ordered.flatMap(({ v }) => (((left -= 1), joined(v, last.v)) ? [v] : [])),
      );
    }
  };
  const byDegree = [...vertices].sort((v, w) => (near.get(w)?.size ?? 0) - (near.get(v)?.size ?? 0) || v - w);
  for (const start of byDegree.slice(0, 20)) {
    const clique = greedyClique(start, byDegree, joined);
    if (clique.length > best.length) best = clique;
  }
  if (vertices.length <= 2_000) grow([], byDegree);
  return [...best].sort((a, b) => a - b);
}

function greedyClique(start: number, order: readonly number[], joined: (v: number, w: number) => boolean): number[] {
  const clique = [start];
  for (const v of order) if (v !== start && clique.every((w) => joined(v, w))) clique.push(v);
  return clique;
}

function leastFree(list: readonly number[], colours: readonly number[]): number {
  const used = new Set(list.map((w) => colours[w]));
  let colour = 0;
  while (used.has(colour)) colour += 1;
  return colour;
}
