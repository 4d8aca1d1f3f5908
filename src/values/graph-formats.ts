import { decodeDimacsCol } from './graph-formats/dimacs-col.js';
import { decodeDigraph6, decodeGraph6 } from './graph-formats/graph6.js';
import { GraphFormatError, type DecodedGraph, type FormatLimits } from './graph-formats/six-bit.js';
import { decodeSparse6 } from './graph-formats/sparse6.js';

export { decodeDimacsCol, encodeDimacsCol } from './graph-formats/dimacs-col.js';
export { decodeDigraph6, decodeGraph6, encodeDigraph6, encodeGraph6 } from './graph-formats/graph6.js';
export { decodeSparse6, encodeSparse6 } from './graph-formats/sparse6.js';
export { GraphFormatError, type DecodedGraph, type FormatLimits } from './graph-formats/six-bit.js';

/** Keys under which a graph may be sent as text, and what reads them. */
export const graphTextKeys = ['graph6', 'sparse6', 'digraph6', 'dimacs'] as const;
export type GraphTextKey = (typeof graphTextKeys)[number];

/** A text under one of the keys. The three formats of nauty tell themselves apart, so any of them may stand under any of their keys. */
export function decodeGraphText(key: GraphTextKey, text: string, limits: FormatLimits): DecodedGraph {
  return key === 'dimacs' ? decodeDimacsCol(text, limits) : decodeNautyText(text, limits);
}

/** graph6, sparse6 or digraph6, with or without the format's header and final newline. */
function decodeNautyText(sent: string, limits: FormatLimits): DecodedGraph {
  const text = sent.replace(/^>>(?:graph6|sparse6|digraph6)<</, '').replace(/\r?\n$/, '');
  if (text === '') throw new GraphFormatError('The text is empty; the graph without vertices is "?".');
  if (text.includes('\n')) throw new GraphFormatError('Send one graph, not several lines.');
  if (text.startsWith(';'))
    throw new GraphFormatError('Incremental sparse6 refers to another graph; send the graph itself.');
  if (text.startsWith(':')) return decodeSparse6(text, limits);
  return text.startsWith('&') ? decodeDigraph6(text, limits) : decodeGraph6(text, limits);
}
