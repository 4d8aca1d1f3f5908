import { GraphFormatError, tooManyEdges, tooManyVertices, type DecodedGraph, type FormatLimits } from './six-bit.js';

/**
 * DIMACS colouring text: `p edge N M` (or `p col N M`), then `e U V` with vertices 1..N. Vertices are returned as
 * 0..N-1. Many published files list each edge in both directions, or count it once but list it twice: parallel lines
 * become one edge, and M may be the number of lines or of edges.
 */
export function decodeDimacsCol(text: string, limits: FormatLimits): DecodedGraph {
  let header: { order: number; size: number } | null = null;
  let lines = 0;
  const edges = new Map<number, [number, number]>();
  let number = 0;
  for (const line of text.split('\n')) {
    number += 1;
    const words = line.trim().split(/\s+/);
    const kind = words[0] ?? '';
    // Comments, vertex weights and parameters of generators say nothing of the graph.
    if (kind === '' || kind.startsWith('c') || kind === 'n' || kind === 'd' || kind === 'v' || kind === 'x') continue;
    if (kind === 'p') {
      if (header !== null) throw wrong(number, 'has a second "p" line; send one');
      header = readHeader(words, number);
      if (header.order > limits.vertices) throw tooManyVertices(limits);
      continue;
    }
    if (kind !== 'e') throw wrong(number, 'begins with none of "c", "p", "n", "e"');
    if (header === null) throw wrong(number, 'has an edge before the line "p edge VERTICES EDGES"');
    const [low, high] = readEdge(words, header.order, number);
    lines += 1;
    edges.set(low * header.order + high, [low, high]);
    if (edges.size > limits.edges) throw tooManyEdges(limits);
  }
  if (header === null) throw new GraphFormatError('DIMACS text needs the line "p edge VERTICES EDGES".');
  if (![lines, edges.size, 2 * edges.size].includes(header.size)) {
    throw new GraphFormatError('The "p" line states another number of edges than there are "e" lines; correct either.');
  }
  return { order: header.order, edges: [...edges.values()], directed: false };
}

export function encodeDimacsCol(order: number, edges: readonly (readonly [number, number])[]): string {
  const lines = edges.map(([u, v]) => `e ${String(u + 1)} ${String(v + 1)}\n`);
  return `p edge ${String(order)} ${String(edges.length)}\n${lines.join('')}`;
}

function readHeader(words: readonly string[], line: number): { order: number; size: number } {
  const [, format, order, size] = words;
  const known = format === 'edge' || format === 'edges' || format === 'col';
  if (words.length !== 4 || !known) throw wrong(line, 'must be "p edge VERTICES EDGES"');
  return { order: natural(order, line), size: natural(size, line) };
}

function readEdge(words: readonly string[], order: number, line: number): [number, number] {
  if (words.length !== 3) throw wrong(line, 'must be "e VERTEX VERTEX"');
  const [u, v] = [natural(words[1], line), natural(words[2], line)];
  if (u < 1 || v < 1 || u > order || v > order) throw wrong(line, 'names a vertex outside 1 .. the number of vertices');
  return u < v ? [u - 1, v - 1] : [v - 1, u - 1];
}

function natural(word: string | undefined, line: number): number {
  if (word === undefined || !/^[0-9]{1,15}$/.test(word)) throw wrong(line, 'has something else than a whole number');
  return Number(word);
}

function wrong(line: number, what: string): GraphFormatError {
  return new GraphFormatError(`Line ${String(line)} of the DIMACS text ${what}.`);
}
