import { z } from 'zod';
import type { IssueSink, Location } from '../contracts/issue.js';
import { readLabels, type Label, type LabelIndex } from './graph-labels.js';
import { checkKeys, isRecord, valueType, type JsonSchema } from './value.js';

/** Edges stay in the order as sent; the vertices of an edge stand in vertex order. */
export interface Hypergraph {
  readonly vertices: readonly Label[];
  readonly edges: readonly (readonly Label[])[];
}

export type HyperedgeInput = readonly Label[] | readonly [string, readonly Label[]];
/** Edges are lists of vertices, or named: `["e0", ["a", "b"]]`. The names are not kept. */
export interface HypergraphInput {
  readonly vertices: readonly Label[];
  readonly edges: readonly HyperedgeInput[];
}

export interface HypergraphRules {
  readonly vertices: number;
  readonly edges: number;
  /** Largest sum of the sizes of the edges. */
  readonly incidences: number;
}

export function parseHypergraph(rules: HypergraphRules) {
  return (raw: unknown, at: Location, issues: IssueSink): Hypergraph | undefined => {
    if (!isRecord(raw)) {
      issues.add(at, raw === undefined ? 'missing' : 'wrong_type', 'Send {"vertices": […], "edges": [[…], …]}.');
      return undefined;
    }
    checkKeys(raw, ['vertices', 'edges'], at, issues);
    const index = readLabels(raw['vertices'], 'vertices', [...at, 'vertices'], issues, rules.vertices);
    const edges = index === undefined ? undefined : readEdges(raw['edges'], index, [...at, 'edges'], issues, rules);
    return index === undefined || edges === undefined ? undefined : { vertices: index.labels, edges };
  };
}

/** zod type of a hypergraph field. */
export function hypergraph(rules: HypergraphRules, description: string): z.ZodType<Hypergraph, HypergraphInput> {
  return valueType<Hypergraph, HypergraphInput>(parseHypergraph(rules), { ...jsonSchema(rules), description });
}

/** The edges by positions of vertices. */
export function hyperedges(given: Hypergraph): number[][] {
  const index = new Map(given.vertices.map((name, i) => [name, i]));
  return given.edges.map((edge) => edge.flatMap((name) => index.get(name) ?? []));
}

function readEdges(
  raw: unknown,
  index: LabelIndex,
  at: Location,
  issues: IssueSink,
  rules: HypergraphRules,
): Label[][] | undefined {
  if (!Array.isArray(raw)) {
    issues.add(at, raw === undefined ? 'missing' : 'wrong_type', 'Send the edges as a list of lists of vertices.');
    return undefined;
  }
  if (raw.length > rules.edges) {
    issues.bound(at, `There may be at most ${String(rules.edges)} edges.`);
    return undefined;
  }
  const names = new Set<string>();
  let incidences = 0;
  const edges = raw.map((sent: unknown, i) => {
    const edge = readEdge(unnamed(sent, names, [...at, i], issues), index, [...at, i], issues);
    incidences += edge.length;
    return edge;
  });
  if (incidences > rules.incidences) {
    issues.bound(at, `The edges may have at most ${String(rules.incidences)} vertices in all.`);
    return undefined;
  }
  return edges;
}

/** The vertices of a named edge, or the edge as it is. */
function unnamed(raw: unknown, names: Set<string>, at: Location, issues: IssueSink): unknown {
  if (!Array.isArray(raw) || raw.length !== 2 || !Array.isArray(raw[1])) return raw;
  const name: unknown = raw[0];
  if (typeof name !== 'string') issues.add([...at, 0], 'wrong_type', 'The name of an edge is a string.');
  else if (names.has(name)) issues.add([...at, 0], 'repeated_name', 'Give each edge a name of its own.');
  else names.add(name);
  return raw[1];
}

function readEdge(raw: unknown, index: LabelIndex, at: Location, issues: IssueSink): Label[] {
  if (!Array.isArray(raw)) {
    issues.add(at, 'wrong_type', 'An edge is a list of vertices, or a pair of its name and that list.');
    return [];
  }
  const positions = new Set<number>();
  raw.forEach((name: unknown, i) => {
    const position = index.position(name);
    if (position === undefined)
      issues.add([...at, i], 'unknown_vertex', 'An edge must name vertices of the hypergraph.');
    else if (positions.has(position)) issues.add([...at, i], 'repeated_vertex', 'Name each vertex of an edge once.');
    else positions.add(position);
  });
  return [...positions].sort((a, b) => a - b).flatMap((position) => index.labels[position] ?? []);
}

function jsonSchema(rules: HypergraphRules): JsonSchema {
  const name = { anyOf: [{ type: 'string' }, { type: 'integer' }] };
  const plain = { type: 'array', items: name, uniqueItems: true };
  return {
    type: 'object',
    properties: {
      vertices: { ...plain, maxItems: rules.vertices },
      edges: {
        type: 'array',
        maxItems: rules.edges,
        items: {
          anyOf: [plain, { type: 'array', prefixItems: [{ type: 'string' }, plain], minItems: 2, maxItems: 2 }],
        },
      },
    },
    required: ['vertices', 'edges'],
    additionalProperties: false,
  };
}
