import {
  GraphFormatError,
  printOrder,
  printSextets,
  readOrder,
  sextets,
  tooManyEdges,
  tooManyVertices,
  type DecodedGraph,
  type FormatLimits,
} from './six-bit.js';

/** graph6: the upper triangle of the adjacency matrix, column by column. Edges are returned in that order. */
export function decodeGraph6(text: string, limits: FormatLimits): DecodedGraph {
  const { order, cells } = matrixOf(text, 0, limits, (n) => (n * (n - 1)) / 2);
  const edges: [number, number][] = [];
  for (let high = 1, cell = 0; high < order; high += 1) {
    for (let low = 0; low < high; low += 1, cell += 1) if (bit(cells, cell)) push(edges, low, high, limits);
  }
  return { order, edges, directed: false };
}

/** digraph6: `&`, then the whole adjacency matrix, row by row; a loop is a bit on the diagonal. */
export function decodeDigraph6(text: string, limits: FormatLimits): DecodedGraph {
  const { order, cells } = matrixOf(text, 1, limits, (n) => n * n);
  const edges: [number, number][] = [];
  for (let from = 0, cell = 0; from < order; from += 1) {
    for (let to = 0; to < order; to += 1, cell += 1) if (bit(cells, cell)) push(edges, from, to, limits);
  }
  return { order, edges, directed: true };
}

/** Undirected, without loops; parallel edges become one. */
export function encodeGraph6(order: number, edges: readonly (readonly [number, number])[]): string {
  const data = new Uint8Array(Math.ceil((order * (order - 1)) / 12));
  for (const [u, v] of edges) {
    const [low, high] = u < v ? [u, v] : [v, u];
    setBit(data, (high * (high - 1)) / 2 + low);
  }
  return printOrder(order) + printSextets(data);
}

export function encodeDigraph6(order: number, edges: readonly (readonly [number, number])[]): string {
  const data = new Uint8Array(Math.ceil((order * order) / 6));
  for (const [from, to] of edges) setBit(data, from * order + to);
  return `&${printOrder(order)}${printSextets(data)}`;
}

function matrixOf(
  text: string,
  start: number,
  limits: FormatLimits,
  size: (order: number) => number,
): { order: number; cells: Uint8Array } {
  const data = sextets(text, start);
  const { order, length } = readOrder(data);
  if (order > limits.vertices) throw tooManyVertices(limits);
  const bits = size(order);
  const characters = Math.ceil(bits / 6);
  if (data.length !== length + characters) {
    const told = String(start + length + characters);
    throw new GraphFormatError(
      `A graph of the stated order has ${told} characters in this format; send exactly those.`,
    );
  }
  const cells = data.subarray(length);
  const padding = characters * 6 - bits;
  if (((cells[characters - 1] ?? 0) & ((1 << padding) - 1)) !== 0) {
    throw new GraphFormatError('The bits after the last matrix entry must be 0.');
  }
  return { order, cells };
}

function bit(cells: Uint8Array, index: number): boolean {
  return (((cells[Math.floor(index / 6)] ?? 0) >> (5 - (index % 6))) & 1) === 1;
}

function setBit(cells: Uint8Array, index: number): void {
  const at = Math.floor(index / 6);
  cells[at] = (cells[at] ?? 0) | (1 << (5 - (index % 6)));
}

function push(edges: [number, number][], u: number, v: number, limits: FormatLimits): void {
  if (edges.length >= limits.edges) throw tooManyEdges(limits);
  edges.push([u, v]);
}
