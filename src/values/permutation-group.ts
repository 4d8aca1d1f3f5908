import { z } from 'zod';
import type { IssueSink, Location } from '../contracts/issue.js';
import { checkKeys, isRecord, type JsonSchema } from './value.js';

export { groupOrder, orbitsOf } from './schreier-sims.js';

/** `images[i]` is where point i goes; points are 0..degree-1. */
export type Permutation = readonly number[];

export interface PermutationGroup {
  readonly degree: number;
  readonly generators: readonly Permutation[];
}
/** Image lists with points from 0 or from 1, or cycle strings with points from 1. */
export interface PermutationGroupInput {
  readonly degree?: number | undefined;
  readonly generators: readonly (readonly number[] | string)[];
}

export interface ReadPermutationGroup {
  readonly group: PermutationGroup;
  /** The points of the generators as sent; null where nothing tells (no generators, or degree 0). */
  readonly base: 0 | 1 | null;
}

export const groupBounds = { degree: 10_000, generators: 1_000 } as const;

export const permutationGroupProperties: Readonly<Record<string, JsonSchema>> = {
  degree: {
    type: 'integer',
    minimum: 0,
    maximum: groupBounds.degree,
    description: 'number of points; may be left out beside generators',
  },
  generators: {
    type: 'array',
    maxItems: groupBounds.generators,
    items: {
      anyOf: [
        { type: 'array', items: { type: 'integer' }, description: 'images of all points, from 0 or from 1' },
        { type: 'string', description: 'disjoint cycles such as (1,2,3)(4,5), points from 1' },
      ],
    },
  },
};

/** The group of a record with `degree` and `generators`; other keys of the record are not looked at. */
export function readPermutationGroup(raw: unknown, at: Location, issues: IssueSink): ReadPermutationGroup | undefined {
  if (!isRecord(raw)) {
    issues.add(at, raw === undefined ? 'missing' : 'wrong_type', 'Send {"degree", "generators"}.');
    return undefined;
  }
  const sent = raw['generators'];
  if (!Array.isArray(sent)) {
    issues.add([...at, 'generators'], sent === undefined ? 'missing' : 'wrong_type', 'Send the generators as a list.');
    return undefined;
  }
  if (sent.length > groupBounds.generators) {
    issues.bound([...at, 'generators'], `There may be at most ${String(groupBounds.generators)} generators.`);
    return undefined;
  }
  const cycles = sent.map((generator: unknown, i) =>
    typeof generator === 'string' ? readCycles(generator, [...at, 'generators', i], issues) : null,
  );
  const degree = readDegree(raw['degree'], sent, cycles, [...at, 'degree'], issues);
  if (degree === undefined || issues.failed) return undefined;
  const bases = new Set<0 | 1>();
  const generators = sent.flatMap((generator: unknown, i) => {
    const where = [...at, 'generators', i];
    const list = cycles[i];
    const read = list == null ? fromImages(generator, degree, where, issues) : fromCycles(list, degree, where, issues);
    if (read?.base != null) bases.add(read.base);
    return read === undefined ? [] : [read.images];
  });
  if (bases.size > 1) {
    issues.add(
      [...at, 'generators'],
      'mixed_bases',
      'Count the points of all generators from 0, or of all from 1 (cycle strings count from 1).',
    );
  }
  if (bases.size > 1 || generators.length < sent.length) return undefined;
  const [base = null] = bases;
  return { group: { degree, generators }, base };
}

export function parsePermutationGroup(raw: unknown, at: Location, issues: IssueSink): PermutationGroup | undefined {
  if (isRecord(raw)) checkKeys(raw, ['degree', 'generators'], at, issues);
  return readPermutationGroup(raw, at, issues)?.group;
}

/** zod type of a group in a result. */
export const permutationGroupOutput: z.ZodType<PermutationGroup> = z
  .strictObject({ degree: z.int().min(0), generators: z.array(z.array(z.int().min(0))) })
  .meta({ description: 'generators as image lists of the points 0..degree-1' });

export function isPermutation(images: readonly number[], degree: number): boolean {
  const seen = new Uint8Array(degree);
  for (const image of images) {
    if (!Number.isInteger(image) || image < 0 || image >= degree || seen[image] === 1) return false;
    seen[image] = 1;
  }
  return images.length === degree;
}

export function isIdentity(images: Permutation): boolean {
  return images.every((image, i) => image === i);
}

/** Disjoint cycles from 1, as GAP, Magma and Sage write them; `()` is the identity. */
export function printCycles(images: Permutation): string {
  const seen = new Set<number>();
  const cycles: string[] = [];
  images.forEach((image, start) => {
    if (seen.has(start) || image === start) return;
    const cycle: number[] = [];
    for (let point = start; !seen.has(point); point = images[point] ?? start) {
      seen.add(point);
      cycle.push(point + 1);
    }
    cycles.push(`(${cycle.join(',')})`);
  });
  return cycles.length === 0 ? '()' : cycles.join('');
}

function readDegree(
  raw: unknown,
  sent: readonly unknown[],
  cycles: readonly (number[][] | null)[],
  at: Location,
  issues: IssueSink,
): number | undefined {
  const lists = sent.flatMap((generator) => (Array.isArray(generator) ? [generator.length] : []));
  const points = cycles.flatMap((list) => (list ?? []).flat());
  const degree = raw ?? [...lists, ...points].reduce((most, point) => Math.max(most, point), 0);
  if (raw === undefined && sent.length === 0) issues.add(at, 'missing', 'Without generators send the degree.');
  else if (typeof degree !== 'number' || !Number.isSafeInteger(degree) || degree < 0)
    issues.add(at, 'wrong_type', 'Send the number of points.');
  else if (degree > groupBounds.degree) issues.bound(at, `The degree may be at most ${String(groupBounds.degree)}.`);
  else return degree;
  return undefined;
}

function readCycles(text: string, at: Location, issues: IssueSink): number[][] | null {
  const bare = text.replace(/\s+/g, '');
  if (!/^(?:\((?:[0-9]{1,9}(?:,[0-9]{1,9})*)?\))+$/.test(bare)) {
    issues.add(at, 'invalid_cycles', 'Write disjoint cycles such as "(1,2,3)(4,5)"; the identity is "()".');
    return null;
  }
  return [...bare.matchAll(/\(([^()]*)\)/g)].map(([, inside = '']) =>
    inside === '' ? [] : inside.split(',').map(Number),
  );
}

function fromCycles(
  cycles: readonly number[][],
  degree: number,
  at: Location,
  issues: IssueSink,
): { images: number[]; base: 1 | null } | undefined {
  const points = cycles.flat();
  if (points.some((point) => point < 1 || point > degree) || new Set(points).size !== points.length) {
    issues.add(at, 'invalid_cycles', 'The cycles must be disjoint, with points from 1 to the degree.');
    return undefined;
  }
  const images = Array.from({ length: degree }, (_, i) => i);
  for (const cycle of cycles) {
    cycle.forEach((point, i) => (images[point - 1] = (cycle[i + 1] ?? cycle[0] ?? point) - 1));
  }
  return { images, base: points.length === 0 ? null : 1 };
}

/** A permutation of 1..n has the image n and lacks 0; one of 0..n-1 has 0 and lacks n. */
function fromImages(
  raw: unknown,
  degree: number,
  at: Location,
  issues: IssueSink,
): { images: number[]; base: 0 | 1 | null } | undefined {
  const numbers = Array.isArray(raw) ? raw.filter((image: unknown): image is number => typeof image === 'number') : [];
  const base = numbers.includes(degree) && !numbers.includes(0) ? 1 : 0;
  const images = numbers.map((image) => image - base);
  if (!Array.isArray(raw) || numbers.length !== raw.length || !isPermutation(images, degree)) {
    issues.add(
      at,
      'not_a_permutation',
      'A generator lists the image of each point once: as many as the degree, counted from 0 or from 1.',
    );
    return undefined;
  }
  return { images, base: degree === 0 ? null : base };
}
