import { z } from 'zod';
import { domainDescription, domainOutput, type Domain } from './domain.js';
import { integerOutput, type Integer } from './integer.js';
import { rationalOutput, type Rational, type RationalInput } from './rational.js';
import { valueType, type JsonSchema } from './value.js';
import { matrixParser } from './matrix-parse.js';

export { matrixParser } from './matrix-parse.js';

/** Rows of entries. Both counts always stand there, so that a matrix without rows still has columns. */
export interface RationalMatrix {
  readonly domain: 'QQ';
  readonly row_count: number;
  readonly column_count: number;
  readonly entries: readonly (readonly Rational[])[];
}
export interface IntegerMatrix {
  readonly domain: 'ZZ';
  readonly row_count: number;
  readonly column_count: number;
  readonly entries: readonly (readonly Integer[])[];
}
/** Entries are residues 0..p-1. */
export interface ModularMatrix {
  readonly domain: `GF(${string})`;
  readonly row_count: number;
  readonly column_count: number;
  readonly entries: readonly (readonly Integer[])[];
}
export type Matrix = RationalMatrix | IntegerMatrix | ModularMatrix;

export interface MatrixByKind {
  readonly QQ: RationalMatrix;
  readonly ZZ: IntegerMatrix;
  readonly 'GF(p)': ModularMatrix;
}
/** A family of domains that an operation may allow. */
export type DomainKind = keyof MatrixByKind;

/** What an operation takes for a matrix. */
export interface MatrixOptions<K extends DomainKind> {
  /** The allowed domains; the first is that of a bare array and of an object without `domain`. */
  readonly domains: readonly [K, ...K[]];
  readonly square?: boolean;
  /** Most rows, and most columns, that are admitted. */
  readonly maximumSide?: number;
}

export interface SparseEntryInput {
  /** 0-based. */
  readonly row: number;
  /** 0-based. */
  readonly column: number;
  readonly value: RationalInput;
}
/** A bare array of rows, dense entries with optional counts, or sparse entries with both counts. */
export type MatrixInput =
  | readonly (readonly RationalInput[])[]
  | {
      readonly domain?: Domain;
      readonly row_count?: number;
      readonly column_count?: number;
      readonly entries?: readonly (readonly RationalInput[])[] | readonly SparseEntryInput[];
    };

/** zod type of a matrix field; `description` says what the field means. */
export function matrix<K extends DomainKind>(
  options: MatrixOptions<K>,
  description: string,
): z.ZodType<MatrixByKind[K], MatrixInput> {
  return valueType<MatrixByKind[K], MatrixInput>(matrixParser(options), matrixJsonSchema(options, description));
}

const text: JsonSchema = { type: ['string', 'integer'] };
/** Entries stand in three places of a schema, so theirs is short: numbers in any form of an Integer or a Rational. */
const entryOf = (words: string): JsonSchema => ({
  anyOf: [
    { ...text, description: words },
    { type: 'object', properties: { num: text, den: text }, required: ['num', 'den'], additionalProperties: false },
  ],
});
const integerEntry = entryOf('integer, also as {num, den}');
const rationalEntry = entryOf('integer, or fraction such as "-3/4"');

/** The input forms as JSON Schema. */
export function matrixJsonSchema<K extends DomainKind>(options: MatrixOptions<K>, description: string): JsonSchema {
  const entry = options.domains.length === 1 && options.domains[0] === 'ZZ' ? integerEntry : rationalEntry;
  const rows = { type: 'array', items: { type: 'array', items: entry } };
  const count = { type: 'integer', minimum: 0 };
  const sparse = {
    type: 'object',
    properties: { row: count, column: count, value: entry },
    required: ['row', 'column', 'value'],
    additionalProperties: false,
    description: 'row and column are 0-based; cells not listed are 0; both counts are required',
  };
  const record = {
    type: 'object',
    properties: {
      domain: { type: 'string', description: domainWords(options) },
      row_count: count,
      column_count: count,
      entries: { anyOf: [rows, { type: 'array', items: sparse }] },
    },
    additionalProperties: false,
  };
  return { anyOf: [{ ...rows, description: 'rows' }, record], description: `${description} ${domainWords(options)}.` };
}

const shape = { row_count: z.int().min(0), column_count: z.int().min(0) };

/** zod type of a matrix in a result. */
export function rationalMatrixOutput(description: string): z.ZodType<RationalMatrix> {
  const entries = z.array(z.array(rationalOutput('entry')));
  return z
    .strictObject({ domain: z.literal('QQ'), ...shape, entries })
    .refine(hasItsCounts)
    .meta({ description });
}

export function integerMatrixOutput(description: string): z.ZodType<IntegerMatrix> {
  const entries = z.array(z.array(integerOutput('entry')));
  return z
    .strictObject({ domain: z.literal('ZZ'), ...shape, entries })
    .refine(hasItsCounts)
    .meta({ description });
}

/** A matrix of any domain in a result. */
export function matrixOutput(description: string): z.ZodType<Matrix> {
  const entries = z.array(z.array(integerOutput('residue 0..p-1')));
  const domain = domainOutput.refine((value): value is `GF(${string})` => value.startsWith('GF('));
  const modular = z.strictObject({ domain, ...shape, entries }).refine(hasItsCounts);
  return z
    .union([
      rationalMatrixOutput('over QQ'),
      integerMatrixOutput('over ZZ'),
      modular.meta({ description: 'over GF(p)' }),
    ])
    .meta({ description });
}

/** The canonical matrix of an engine's rows; a matrix without rows needs the number of its columns. */
export function integerMatrix(entries: readonly (readonly Integer[])[], columns: number): IntegerMatrix {
  return { domain: 'ZZ', row_count: entries.length, column_count: columns, entries };
}

export function rationalMatrix(entries: readonly (readonly Rational[])[], columns: number): RationalMatrix {
  return { domain: 'QQ', row_count: entries.length, column_count: columns, entries };
}

function hasItsCounts(value: { row_count: number; column_count: number; entries: readonly unknown[][] }): boolean {
  return value.entries.length === value.row_count && value.entries.every((row) => row.length === value.column_count);
}

function domainWords<K extends DomainKind>({ domains }: MatrixOptions<K>): string {
  const [only] = domains;
  if (domains.length > 1) return `Domain: ${domainDescription}; default "${only}"`;
  if (only === 'ZZ') return 'Domain: "ZZ", or "QQ" with integral entries';
  return only === 'QQ' ? 'Domain: "QQ", or "ZZ" with integral entries' : `Domain: "${only}"`;
}
