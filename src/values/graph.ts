import { z } from 'zod';
import type { IssueSink, Location } from '../contracts/issue.js';
import { decodeGraphText, GraphFormatError, graphTextKeys } from './graph-formats.js';
import { edgeAt, readLabels, type Label, type LabelIndex } from './graph-labels.js';
import { parseRational, rationalOutput, type Rational, type RationalInput } from './rational.js';
import { checkKeys, isRecord, valueType, type JsonSchema } from './value.js';

export type { Label } from './graph-labels.js';

/** Undirected edges lead from the earlier to the later vertex; edges ascend in vertex order; `weights` run along them. */
export interface Graph {
  readonly vertices: readonly Label[];
  readonly edges: readonly (readonly [Label, Label])[];
  readonly directed: boolean;
  readonly weights?: readonly Rational[] | undefined;
}

export type EdgeInput = readonly [Label, Label];
/** Named vertices, numbered vertices, or a text of a known format. */
export type GraphInput =
  | {
      readonly vertices: readonly Label[];
      readonly edges?: readonly EdgeInput[] | undefined;
      readonly directed?: boolean | undefined;
      readonly weights?: readonly RationalInput[] | undefined;
    }
  | {
      readonly vertex_count: number;
      readonly edges?: readonly (readonly [number, number])[] | undefined;
      readonly directed?: boolean | undefined;
      readonly weights?: readonly RationalInput[] | undefined;
    }
  | { readonly graph6: string }
  | { readonly sparse6: string }
  | { readonly digraph6: string }
  | { readonly dimacs: string };

/** What an operation takes. Everything left out is refused. */
export interface GraphRules {
  /** Largest number of vertices and of edges that is admitted. */
  readonly vertices: number;
  readonly edges: number;
  readonly directed?: boolean;
  readonly loops?: 'kept';
  readonly parallel?: 'kept' | 'merged';
  readonly weights?: boolean;
}

/** A graph by positions: vertices 0..order-1, edges along `graph.edges`. */
export interface IndexedGraph {
  readonly order: number;
  readonly edges: readonly (readonly [number, number])[];
}

export interface ReadGraph {
  readonly graph: Graph;
  /** For each edge of the graph the position among the edges as sent; null where they were sent as text. */
  readonly edgeOrder: readonly number[] | null;
}

/** The canonical graph of any form, with what a list along the edges as sent needs to follow them. */
export function readGraph(raw: unknown, at: Location, issues: IssueSink, rules: GraphRules): ReadGraph | undefined {
  if (!isRecord(raw)) {
    issues.add(
      at,
      raw === undefined ? 'missing' : 'wrong_type',
      'Send a graph such as {"vertex_count": 3, "edges": [[0, 1]]}.',
    );
    return undefined;
  }
  const sent = graphTextKeys.some((key) => key in raw)
    ? readText(raw, at, issues, rules)
    : readLists(raw, at, issues, rules);
  return sent === undefined ? undefined : normalise(sent, at, issues, rules);
}

export function parseGraph(rules: GraphRules) {
  return (raw: unknown, at: Location, issues: IssueSink): Graph | undefined => readGraph(raw, at, issues, rules)?.graph;
}

/** zod type of a graph field. */
export function graph(rules: GraphRules, description: string): z.ZodType<Graph, GraphInput> {
  return valueType<Graph, GraphInput>(parseGraph(rules), { ...graphJsonSchema(rules), description });
}

export const label = z.union([z.string(), z.int()]).meta({ description: "a vertex, as the input's form names it" });

/** zod type of a graph in a result. */
export function graphOutput(description: string): z.ZodType<Graph> {
  return z
    .strictObject({
      vertices: z.array(label),
      edges: z.array(z.tuple([label, label])).meta({ description: 'ascending in vertex order' }),
      directed: z.boolean(),
      weights: z.array(rationalOutput('weight of an edge')).optional(),
    })
    .meta({ description });
}

export function indexGraph(given: Graph): IndexedGraph {
  const index = new Map(given.vertices.map((name, i) => [name, i]));
  const position = (name: Label): number => {
    const found = index.get(name);
    if (found === undefined) throw new TypeError('an edge of a canonical graph names a vertex');
    return found;
  };
  return { order: given.vertices.length, edges: given.edges.map(([u, v]) => [position(u), position(v)]) };
}

/** The neighbours of each vertex, both ways; a loop makes a vertex its own neighbour once. */
export function neighbours({ order, edges }: IndexedGraph): number[][] {
  const lists = Array.from({ length: order }, (): number[] => []);
  for (const [u, v] of edges) {
    lists[u]?.push(v);
    if (u !== v) lists[v]?.push(u);
  }
  return lists;
}

export function graphJsonSchema(rules: GraphRules): JsonSchema {
  const name = { anyOf: [{ type: 'string' }, { type: 'integer' }] };
  const pairs = (item: JsonSchema) => ({
    type: 'array',
    items: { type: 'array', items: item, minItems: 2, maxItems: 2 },
  });
  const more = {
    ...(rules.directed === true ? { directed: { type: 'boolean', default: false } } : { directed: { const: false } }),
    ...(rules.weights === true ? { weights: { type: 'array', description: 'rationals along the edges' } } : {}),
  };
  const vertices = { type: 'array', items: name, maxItems: rules.vertices, uniqueItems: true };
  const count = { type: 'integer', minimum: 0, maximum: rules.vertices };
  const text = (key: string, description: string) => ({
    type: 'object',
    properties: { [key]: { type: 'string', description } },
    required: [key],
    additionalProperties: false,
  });
  return {
    anyOf: [
      {
        type: 'object',
        properties: { vertices, edges: pairs(name), ...more },
        required: ['vertices'],
        additionalProperties: false,
      },
      {
        type: 'object',
        properties: { vertex_count: count, edges: pairs({ type: 'integer', minimum: 0 }), ...more },
        required: ['vertex_count'],
        additionalProperties: false,
      },
      text('graph6', 'graph6, sparse6 or digraph6 text; vertices are 0..n-1'),
      text('dimacs', 'DIMACS .col text; vertices are 1..n'),
    ],
  };
}

interface SentGraph {
  readonly labels: readonly Label[];
  readonly edges: readonly (readonly [number, number])[];
  readonly directed: boolean;
  readonly weights: readonly Rational[] | undefined;
  /** Where the edges stand in the payload; null for a text. */
  readonly edgesAt: Location | null;
}

function readText(
  raw: Readonly<Record<string, unknown>>,
  at: Location,
  issues: IssueSink,
  rules: GraphRules,
): SentGraph | undefined {
  const key = graphTextKeys.find((name) => name in raw);
  if (key === undefined) return undefined;
  checkKeys(raw, [key], at, issues);
  const text = raw[key];
  if (typeof text !== 'string') {
    issues.add([...at, key], 'wrong_type', 'Send the graph as one string.');
    return undefined;
  }
  try {
    const { order, edges, directed } = decodeGraphText(key, text, rules);
    const first = key === 'dimacs' ? 1 : 0;
    return {
      labels: Array.from({ length: order }, (_, i) => i + first),
      edges,
      directed,
      weights: undefined,
      edgesAt: null,
    };
  } catch (error) {
    if (!(error instanceof GraphFormatError)) throw error;
    if (error.bound) issues.bound([...at, key], error.message);
    else issues.add([...at, key], 'invalid_format', error.message);
    return undefined;
  }
}

function readLists(
  raw: Readonly<Record<string, unknown>>,
  at: Location,
  issues: IssueSink,
  rules: GraphRules,
): SentGraph | undefined {
  const form = 'vertices' in raw ? 'vertices' : 'vertex_count';
  checkKeys(raw, [form, 'edges', 'directed', ...(rules.weights === true ? ['weights'] : [])], at, issues);
  const index = readLabels(raw[form], form, [...at, form], issues, rules.vertices);
  const edges = index === undefined ? undefined : readEdges(raw['edges'], index, [...at, 'edges'], issues, rules.edges);
  const directed = raw['directed'];
  if (directed !== undefined && typeof directed !== 'boolean')
    issues.add([...at, 'directed'], 'wrong_type', 'Send true or false.');
  if (index === undefined || edges === undefined) return undefined;
  const weights = readWeights(raw['weights'], edges.length, [...at, 'weights'], issues);
  return { labels: index.labels, edges, directed: directed === true, weights, edgesAt: [...at, 'edges'] };
}

function readEdges(
  raw: unknown,
  index: LabelIndex,
  at: Location,
  issues: IssueSink,
  most: number,
): [number, number][] | undefined {
  if (raw === undefined) return [];
  if (!Array.isArray(raw)) {
    issues.add(at, 'wrong_type', 'Send the edges as a list of pairs of vertices.');
    return undefined;
  }
  if (raw.length > most) {
    issues.bound(at, `The graph may have at most ${String(most)} edges.`);
    return undefined;
  }
  const edges: [number, number][] = [];
  raw.forEach((edge: unknown, i) => {
    const read = edgeAt(edge, index, [...at, i], issues);
    if (read !== undefined) edges.push(read);
  });
  return edges.length === raw.length ? edges : undefined;
}

function readWeights(raw: unknown, count: number, at: Location, issues: IssueSink): Rational[] | undefined {
  if (raw === undefined) return undefined;
  if (!Array.isArray(raw) || raw.length !== count) {
    issues.add(at, 'wrong_length', 'Send one weight for each edge, in the order of the edges.');
    return undefined;
  }
  return raw.flatMap((weight: unknown, i) => parseRational(weight, [...at, i], issues) ?? []);
}

function normalise(sent: SentGraph, at: Location, issues: IssueSink, rules: GraphRules): ReadGraph | undefined {
  if (sent.directed && rules.directed !== true) {
    issues.add(at, 'directed', 'This operation takes undirected graphs; send the graph without directions.');
    return undefined;
  }
  const pairs = sent.edges.map(([u, v]): readonly [number, number] => (sent.directed || u <= v ? [u, v] : [v, u]));
  const compare = (i: number, j: number) => {
    const [a, b] = [pairs[i], pairs[j]];
    return a === undefined || b === undefined ? 0 : a[0] - b[0] || a[1] - b[1] || i - j;
  };
  const order = Array.from(pairs, (_, i) => i).sort(compare);
  const where = (i: number) => (sent.edgesAt === null ? at : [...sent.edgesAt, i]);
  const kept: number[] = [];
  for (const i of order) {
    const [u, v] = pairs[i] ?? [0, 0];
    const before = pairs[kept.at(-1) ?? -1];
    const repeated = before !== undefined && before[0] === u && before[1] === v;
    if (u === v && rules.loops !== 'kept')
      issues.add(
        where(i),
        'loop',
        'Remove the edge from a vertex to itself: loops are not part of what this operation takes.',
      );
    if (repeated && rules.parallel === undefined)
      issues.add(where(i), 'repeated_edge', 'Remove the repeated edge: this operation takes each edge once.');
    if (!repeated || rules.parallel === 'kept') kept.push(i);
  }
  if (issues.failed) return undefined;
  const name = (i: number): Label => sent.labels[i] ?? i;
  const edges = kept.map((i): [Label, Label] => {
    const [u, v] = pairs[i] ?? [0, 0];
    return [name(u), name(v)];
  });
  const { weights } = sent;
  const value: Graph = { vertices: sent.labels, edges, directed: sent.directed };
  const graph = weights === undefined ? value : { ...value, weights: kept.flatMap((i) => weights[i] ?? []) };
  return { graph, edgeOrder: sent.edgesAt === null ? null : kept };
}
