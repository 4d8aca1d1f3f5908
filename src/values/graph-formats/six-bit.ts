/**
 * Bits in printable characters, as graph6, sparse6 and digraph6 have them: six bits a character, most significant
 * first, plus 63. https://users.cecs.anu.edu.au/~bdm/data/formats.txt
 */

/** A graph as a format has it: vertices 0..order-1; loops and parallel edges are kept where the format has them. */
export interface DecodedGraph {
  readonly order: number;
  readonly edges: readonly (readonly [number, number])[];
  readonly directed: boolean;
}

/** What is wrong with a text. `bound`: well-formed, but larger than what the caller takes. */
export class GraphFormatError extends Error {
  override readonly name = 'GraphFormatError';
  constructor(
    message: string,
    readonly bound = false,
  ) {
    super(message);
  }
}

export interface FormatLimits {
  readonly vertices: number;
  readonly edges: number;
}

export function tooManyVertices(limits: FormatLimits): GraphFormatError {
  return new GraphFormatError(`The graph may have at most ${String(limits.vertices)} vertices.`, true);
}

export function tooManyEdges(limits: FormatLimits): GraphFormatError {
  return new GraphFormatError(`The graph may have at most ${String(limits.edges)} edges.`, true);
}

/** The six bits of each character from `start` on; throws on a character outside 63..126. */
export function sextets(text: string, start: number): Uint8Array {
  const bits = new Uint8Array(text.length - start);
  for (let i = start; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    if (code < 63 || code > 126) {
      throw new GraphFormatError('The text has a character outside "?" .. "~"; send it as the tool printed it.');
    }
    bits[i - start] = code - 63;
  }
  return bits;
}

/** The order that stands at the beginning, and how many characters it takes. */
export function readOrder(data: Uint8Array): { order: number; length: number } {
  const wide = data[0] === 63 ? (data[1] === 63 ? 2 : 1) : 0;
  const digits = [1, 3, 6][wide] ?? 1;
  if (data.length < wide + digits) throw new GraphFormatError('The text ends before the number of vertices.');
  let order = 0;
  for (let i = wide; i < wide + digits; i += 1) order = order * 64 + (data[i] ?? 0);
  return { order, length: wide + digits };
}

export function printOrder(order: number): string {
  const digits = order <= 62 ? 1 : order <= 258_047 ? 3 : 6;
  let text = '';
  for (let i = 0, rest = order; i < digits; i += 1, rest = Math.floor(rest / 64)) {
    text = String.fromCharCode((rest % 64) + 63) + text;
  }
  return '~'.repeat(digits === 6 ? 2 : digits === 3 ? 1 : 0) + text;
}

export function printSextets(data: Uint8Array): string {
  const pieces: string[] = [];
  for (let i = 0; i < data.length; i += 8192) {
    pieces.push(String.fromCharCode(...data.subarray(i, i + 8192).map((bits) => bits + 63)));
  }
  return pieces.join('');
}
