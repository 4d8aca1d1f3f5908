import type { z } from 'zod';
import type { IssueSink, Location } from '../contracts/issue.js';
import { graphJsonSchema, readGraph, type Graph, type GraphInput, type GraphRules } from './graph.js';
import { checkKeys, isRecord, valueType } from './value.js';

export type Colour = string | number;

/** A graph whose vertices and edges may carry colours: along `graph.vertices` and along `graph.edges`. */
export interface ColoredGraph {
  readonly graph: Graph;
  readonly vertex_colors?: readonly Colour[] | undefined;
  readonly edge_colors?: readonly Colour[] | undefined;
}
export type ColoredGraphInput =
  | GraphInput
  | {
      readonly graph: GraphInput;
      readonly vertex_colors?: readonly Colour[] | undefined;
      readonly edge_colors?: readonly Colour[] | undefined;
    };

/** `{graph, vertex_colors?, edge_colors?}`, or a graph alone. Edge colours run along the edges as sent, or, for a text, in vertex order. */
export function parseColoredGraph(rules: GraphRules) {
  return (raw: unknown, at: Location, issues: IssueSink): ColoredGraph | undefined => {
    if (!isRecord(raw) || !('graph' in raw)) {
      const plain = readGraph(raw, at, issues, rules);
      return plain === undefined ? undefined : { graph: plain.graph };
    }
    checkKeys(raw, ['graph', 'vertex_colors', 'edge_colors'], at, issues);
    const read = readGraph(raw['graph'], [...at, 'graph'], issues, rules);
    if (read === undefined) return undefined;
    const { graph, edgeOrder } = read;
    const vertexColors = readColours(
      raw['vertex_colors'],
      graph.vertices.length,
      'vertex',
      [...at, 'vertex_colors'],
      issues,
    );
    const sent = readColours(raw['edge_colors'], graph.edges.length, 'edge', [...at, 'edge_colors'], issues);
    const edgeColors = sent === undefined || edgeOrder === null ? sent : edgeOrder.flatMap((i) => sent[i] ?? []);
    return {
      graph,
      ...(vertexColors === undefined ? {} : { vertex_colors: vertexColors }),
      ...(edgeColors === undefined ? {} : { edge_colors: edgeColors }),
    };
  };
}

export function coloredGraph(rules: GraphRules, description: string): z.ZodType<ColoredGraph, ColoredGraphInput> {
  const plain = graphJsonSchema(rules);
  const colours = { type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'integer' }] } };
  const coloured = {
    type: 'object',
    properties: {
      graph: plain,
      vertex_colors: { ...colours, description: 'one for each vertex, in the order of the vertices' },
      edge_colors: { ...colours, description: 'one for each edge, in the order of the edges as sent' },
    },
    required: ['graph'],
    additionalProperties: false,
  };
  return valueType<ColoredGraph, ColoredGraphInput>(parseColoredGraph(rules), {
    anyOf: [plain, coloured],
    description,
  });
}

/** Colours as numbers 0, 1, … in the order in which they first occur. */
export function colourNumbers(colours: readonly Colour[] | undefined, count: number): number[] {
  if (colours === undefined) return new Array<number>(count).fill(0);
  const numbers = new Map<Colour, number>();
  return colours.map((colour) => {
    const number = numbers.get(colour) ?? numbers.size;
    numbers.set(colour, number);
    return number;
  });
}

function readColours(raw: unknown, count: number, what: string, at: Location, issues: IssueSink): Colour[] | undefined {
  // An empty list is how some callers write "without colours".
  if (raw === undefined || (Array.isArray(raw) && raw.length === 0)) return undefined;
  if (!Array.isArray(raw) || raw.length !== count) {
    issues.add(at, 'wrong_length', `Send one colour for each ${what}.`);
    return undefined;
  }
  const colours: Colour[] = [];
  raw.forEach((colour: unknown, i) => {
    if (typeof colour === 'string' || (typeof colour === 'number' && Number.isSafeInteger(colour)))
      colours.push(colour);
    else issues.add([...at, i], 'wrong_type', 'A colour is a string or an integer.');
  });
  return colours;
}
