import type { IssueSink, Location } from '../contracts/issue.js';

/** The caller's name of a vertex. The text "1" and the number 1 are two names. */
export type Label = string | number;

export interface LabelIndex {
  readonly labels: readonly Label[];
  position(raw: unknown): number | undefined;
}

const longestLabel = 1_000;

/** Names of vertices, from a list of names or from a count, which stands for 0..count-1. */
export function readLabels(
  raw: unknown,
  form: 'vertices' | 'vertex_count',
  at: Location,
  issues: IssueSink,
  most: number,
): LabelIndex | undefined {
  return form === 'vertices' ? fromNames(raw, at, issues, most) : fromCount(raw, at, issues, most);
}

/** The two positions of an edge. */
export function edgeAt(raw: unknown, index: LabelIndex, at: Location, issues: IssueSink): [number, number] | undefined {
  if (!Array.isArray(raw) || raw.length !== 2) {
    issues.add(at, 'wrong_type', 'An edge is a pair of vertices.');
    return undefined;
  }
  const [u, v] = [index.position(raw[0]), index.position(raw[1])];
  if (u === undefined || v === undefined) {
    issues.add(
      [...at, u === undefined ? 0 : 1],
      'unknown_vertex',
      'An edge must name vertices of the graph, written as they are listed.',
    );
    return undefined;
  }
  return [u, v];
}

function fromNames(raw: unknown, at: Location, issues: IssueSink, most: number): LabelIndex | undefined {
  if (!Array.isArray(raw)) {
    issues.add(at, 'wrong_type', 'Send the vertices as a list of names (strings or integers).');
    return undefined;
  }
  if (raw.length > most) {
    issues.bound(at, `There may be at most ${String(most)} vertices.`);
    return undefined;
  }
  const positions = new Map<unknown, number>();
  const labels: Label[] = [];
  raw.forEach((name: unknown, i) => {
    if (!isLabel(name))
      issues.add(
        [...at, i],
        'wrong_type',
        `A vertex is an integer or a string of at most ${String(longestLabel)} characters.`,
      );
    else if (positions.has(name)) issues.add([...at, i], 'repeated_vertex', 'Name each vertex once.');
    else {
      positions.set(name, i);
      labels.push(name);
    }
  });
  return labels.length === raw.length ? { labels, position: (name) => positions.get(name) } : undefined;
}

function fromCount(raw: unknown, at: Location, issues: IssueSink, most: number): LabelIndex | undefined {
  if (typeof raw !== 'number' || !Number.isSafeInteger(raw) || raw < 0) {
    issues.add(
      at,
      raw === undefined ? 'missing' : 'wrong_type',
      'Send the number of vertices, or "vertices" with their names.',
    );
    return undefined;
  }
  if (raw > most) {
    issues.bound(at, `There may be at most ${String(most)} vertices.`);
    return undefined;
  }
  const position = (name: unknown) =>
    typeof name === 'number' && Number.isInteger(name) && name >= 0 && name < raw ? name : undefined;
  return { labels: Array.from({ length: raw }, (_, i) => i), position };
}

function isLabel(raw: unknown): raw is Label {
  return typeof raw === 'string' ? raw.length <= longestLabel : typeof raw === 'number' && Number.isSafeInteger(raw);
}
