/** Questions about graphs and hypergraphs, whose answers are planted or counted by trying everything. */
import { z } from 'zod';
import { fraction, integer, verdict, type Maker } from './job.js';

type Edge = readonly [number, number];

const colouring: Maker = {
  operation: 'graph.coloring.k_colorability.decide',
  backends: ['z3'],
  make: (random) => {
    const [order, colors] = [random.between(4, 40), random.between(2, 5)];
    const planted = Array.from({ length: order }, () => random.int(colors));
    const edges = pairs(order).filter(([u, v]) => planted[u] !== planted[v] && random.chance(0.4));
    // colors + 1 vertices that are all joined cannot be coloured.
    const colorable = order <= colors || random.chance(0.7);
    const sent = colorable ? edges : [...new Map([...edges, ...pairs(colors + 1)].map((e) => [e.join(), e])).values()];
    return {
      payload: { graph: { vertex_count: order, edges: sent }, colors },
      check: (output) => {
        const answer = z
          .looseObject({
            colorable: z.boolean(),
            coloring: z.looseObject({ coloring: z.array(z.int()) }).optional(),
          })
          .parse(output);
        if (answer.colorable !== colorable) return 'colourability is wrong';
        const found = answer.coloring?.coloring ?? [];
        if (!colorable) return null;
        const proper = sent.every(([u, v]) => found[u] !== found[v]) && found.every((c) => c >= 0 && c < colors);
        return verdict(proper && found.length === order, 'not a proper colouring');
      },
    };
  },
};

/** The seven lines of the Fano plane: whatever two colours its points have, one line has a single one. */
const fano = [
  [0, 1, 2],
  [0, 3, 4],
  [0, 5, 6],
  [1, 3, 5],
  [1, 4, 6],
  [2, 3, 6],
  [2, 4, 5],
];

const hypergraph: Maker = {
  operation: 'hypergraph.nonmonochromatic_vertex_coloring.q_decide',
  backends: ['z3'],
  make: (random) => {
    const order = random.between(7, 30);
    const planted = Array.from({ length: order }, (_, v) => v % 2);
    const triples = Array.from({ length: 60 }, () => [random.int(order), random.int(order), random.int(order)]);
    const mixed = triples
      .map((edge) => [...new Set(edge)])
      .filter((edge) => new Set(edge.map((v) => planted[v])).size > 1);
    const colorable = random.chance(0.7);
    const edges = [...new Map([...mixed, ...(colorable ? [] : fano)].map((e) => [e.toSorted().join(), e])).values()];
    return {
      payload: { hypergraph: { vertices: planted.map((_, v) => v), edges }, palette_size: 2 },
      check: (output) => {
        const answer = z
          .looseObject({
            outcome: z.string(),
            witness: z.looseObject({ assignments: z.array(z.tuple([z.int(), z.int()])) }).optional(),
          })
          .parse(output);
        if (!colorable) return verdict(answer.outcome === 'NOT_COLORABLE', 'the Fano plane has no such colouring');
        const colours = new Map(answer.witness?.assignments ?? []);
        const proper = edges.every((edge) => new Set(edge.map((v) => colours.get(v))).size > 1);
        return verdict(proper && colours.size === order, 'an edge has a single colour');
      },
    };
  },
};

const chromatic: Maker = {
  operation: 'graph.polynomial.chromatic.compute',
  backends: ['sagemath'],
  make: (random) => {
    const order = random.between(1, 7);
    const edges = pairs(order)
      .filter(() => random.chance(0.5))
      .slice(0, 11);
    return {
      payload: { graph: { vertex_count: order, edges } },
      check: (output) => {
        const { polynomial } = z
          .looseObject({
            polynomial: z.looseObject({
              terms: z.array(z.looseObject({ coefficient: fraction, exponents: z.tuple([z.int()]) })),
            }),
          })
          .parse(output);
        // Degree at most its order: so many values and one determine it.
        for (let k = 0; k <= order; k += 1) {
          const value = polynomial.terms.reduce(
            (sum, { coefficient, exponents: [e] }) => sum + Number(coefficient.num / coefficient.den) * k ** e,
            0,
          );
          if (value !== colourings(order, edges, k)) return 'counts colourings wrongly';
        }
        return null;
      },
    };
  },
};

const automorphisms: Maker = {
  operation: 'graph.symmetry.automorphism_group.compute',
  backends: ['sagemath'],
  make: (random) => {
    const order = random.between(1, 6);
    const edges = pairs(order).filter(() => random.chance(0.5));
    return {
      payload: { graph: { vertex_count: order, edges } },
      check: (output) => {
        const answer = z
          .looseObject({
            automorphism_count: integer,
            generated_group_order: integer,
            group: z.looseObject({ generators: z.array(z.array(z.int())) }),
          })
          .parse(output);
        if (!answer.group.generators.every((images) => isSymmetry(order, edges, images))) return 'no automorphism';
        const count = BigInt(symmetries(order, edges));
        return verdict(
          answer.automorphism_count === count && answer.generated_group_order === count,
          'another number of automorphisms',
        );
      },
    };
  },
};

export const graphMakers: readonly Maker[] = [colouring, hypergraph, chromatic, automorphisms];

function pairs(order: number): Edge[] {
  return Array.from({ length: order }, (_, v) => Array.from({ length: v }, (_, u): Edge => [u, v])).flat();
}

/** Deletion and contraction: colourings without the edge, less those that give its ends the same colour. */
function colourings(order: number, edges: readonly Edge[], k: number): number {
  const [first, ...rest] = edges;
  if (first === undefined) return k ** order;
  const [kept, merged] = first;
  const moved = rest.map(([u, v]): Edge => [u === merged ? kept : u, v === merged ? kept : v]);
  const contracted = moved.some(([u, v]) => u === v) ? 0 : colourings(order - 1, moved, k);
  return colourings(order, rest, k) - contracted;
}

function isSymmetry(order: number, edges: readonly Edge[], images: readonly number[]): boolean {
  const joined = new Set(edges.flatMap(([u, v]) => [`${String(u)},${String(v)}`, `${String(v)},${String(u)}`]));
  const kept = edges.every(([u, v]) => joined.has(`${String(images[u])},${String(images[v])}`));
  return kept && new Set(images).size === order && images.every((v) => v >= 0 && v < order);
}

function symmetries(order: number, edges: readonly Edge[]): number {
  const extend = (images: readonly number[]): number => {
    if (images.length === order) return isSymmetry(order, edges, images) ? 1 : 0;
    return Array.from({ length: order }, (_, v) => (images.includes(v) ? 0 : extend([...images, v]))).reduce(
      (sum, count) => sum + count,
      0,
    );
  };
  return extend([]);
}
