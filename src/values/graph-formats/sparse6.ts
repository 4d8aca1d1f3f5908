import {
  printOrder,
  printSextets,
  readOrder,
  sextets,
  tooManyEdges,
  tooManyVertices,
  type DecodedGraph,
  type FormatLimits,
} from './six-bit.js';

/** sparse6: `:`, then a list of edges; loops and parallel edges are part of the format. */
export function decodeSparse6(text: string, limits: FormatLimits): DecodedGraph {
  const data = sextets(text, 1);
  const { order, length } = readOrder(data);
  if (order > limits.vertices) throw tooManyVertices(limits);
  const width = widthOf(order);
  const total = (data.length - length) * 6;
  const edges: [number, number][] = [];
  let current = 0;
  // Each step is one bit "next vertex" and `width` bits of a vertex; an incomplete step at the end is padding.
  for (let at = 0; at + width < total; at += width + 1) {
    if (readBits(data, length, at, 1) === 1) current += 1;
    const other = readBits(data, length, at + 1, width);
    if (current >= order || other >= order) break;
    if (other > current) current = other;
    else {
      if (edges.length >= limits.edges) throw tooManyEdges(limits);
      edges.push([other, current]);
    }
  }
  return { order, edges, directed: false };
}

export function encodeSparse6(order: number, edges: readonly (readonly [number, number])[]): string {
  const sorted = edges.map(([u, v]): [number, number] => (u < v ? [u, v] : [v, u]));
  sorted.sort(([lowA, highA], [lowB, highB]) => highA - highB || lowA - lowB);
  const width = widthOf(order);
  const bits: number[] = [];
  const write = (value: number, count: number) => {
    for (let i = count - 1; i >= 0; i -= 1) bits.push((value >> i) & 1);
  };
  let current = 0;
  for (const [low, high] of sorted) {
    write(high > current ? 1 : 0, 1);
    if (high > current + 1) {
      write(high, width);
      write(0, 1);
    }
    write(low, width);
    current = high;
  }
  pad(bits, order, width, current, sorted);
  const data = new Uint8Array(bits.length / 6);
  bits.forEach((value, i) => {
    const at = Math.floor(i / 6);
    data[at] = (data[at] ?? 0) | (value << (5 - (i % 6)));
  });
  return `:${printOrder(order)}${printSextets(data)}`;
}

/** Ones, except where a step of ones would be read as a loop at the last vertex: then a zero first. */
function pad(
  bits: number[],
  order: number,
  width: number,
  current: number,
  edges: readonly (readonly [number, number])[],
): void {
  const count = (6 - (bits.length % 6)) % 6;
  const powerOfTwo = width < 5 && order === 2 ** width && width > 0;
  if (powerOfTwo && count > width && current === order - 2 && edges.length > 0) {
    bits.push(0, ...new Array<number>(count - 1).fill(1));
  } else bits.push(...new Array<number>(count).fill(1));
}

/** Bits of the largest vertex; none for a single vertex. */
function widthOf(order: number): number {
  return order <= 1 ? 0 : 32 - Math.clz32(order - 1);
}

function readBits(data: Uint8Array, offset: number, at: number, count: number): number {
  let value = 0;
  for (let i = at; i < at + count; i += 1) {
    value = value * 2 + (((data[offset + Math.floor(i / 6)] ?? 0) >> (5 - (i % 6))) & 1);
  }
  return value;
}
