import type { IssueSink, Location } from '../contracts/issue.js';
import { characteristic, inverseModulo, parseDomain, type Domain } from './domain.js';
import type { Integer } from './integer.js';
import type { DomainKind, Matrix, MatrixByKind, MatrixOptions } from './matrix.js';
import { mod } from './number-theory.js';
import { parseRational, type Rational } from './rational.js';
import { checkKeys, isRecord, type Parse } from './value.js';

/** Widest matrix of any operation, unless it says otherwise. */
const maximumSide = 10_000;
const maximumCells = 1_000_000;

type Cells<E> = readonly (readonly E[])[];
interface Shape {
  readonly rows: number;
  readonly columns: number;
}

/** A parser of every input form of a matrix, for the domains, the shape and the size that an operation takes. */
export function matrixParser<K extends DomainKind>(options: MatrixOptions<K>): Parse<MatrixByKind[K]> {
  return (raw, at, issues) => {
    const record = Array.isArray(raw) ? { entries: raw } : raw;
    if (!isRecord(record)) {
      const code = raw === undefined ? 'missing' : 'wrong_type';
      issues.add(at, code, 'Send a matrix as an array of rows, or as {domain, row_count, column_count, entries}.');
      return undefined;
    }
    checkKeys(record, ['domain', 'row_count', 'column_count', 'entries'], at, issues);
    const named = readDomain(record['domain'], options, [...at, 'domain'], issues);
    const inside = Array.isArray(raw) ? at : [...at, 'entries'];
    const layout = readLayout(record, at, inside, options.maximumSide ?? maximumSide, issues);
    if (named === undefined || layout === undefined) return undefined;
    if (options.square === true && layout.rows !== layout.columns) {
      issues.add(at, 'not_square', 'The matrix must be square: as many rows as columns.');
      return undefined;
    }
    const value = readMatrix(named, options.domains, layout, inside, issues);
    return value !== undefined && isOneOf(value, options.domains) ? value : undefined;
  };
}

function readDomain<K extends DomainKind>(
  raw: unknown,
  { domains }: MatrixOptions<K>,
  at: Location,
  issues: IssueSink,
): Domain | undefined {
  const [first] = domains;
  const named: Domain | undefined = raw === undefined && first !== 'GF(p)' ? first : parseDomain(raw, at, issues);
  if (named === undefined || takenAs(named, domains) !== null) return named;
  issues.add(at, 'domain_not_allowed', `The domain here is one of: ${domains.join(', ')}.`);
  return undefined;
}

/** The domain that a matrix gets: an integral one is the same over ZZ and QQ, so either is taken for the other. */
function takenAs(named: Domain, domains: readonly DomainKind[]): Domain | null {
  if (domains.includes(kindOf(named))) return named;
  const other = named === 'ZZ' ? 'QQ' : named === 'QQ' ? 'ZZ' : null;
  return other !== null && domains.includes(other) ? other : null;
}

/** Where the entries are: rows, or the cells of a sparse matrix. */
type Layout = Shape & ({ readonly dense: readonly (readonly unknown[])[] } | { readonly sparse: readonly unknown[] });

function readLayout(
  record: Readonly<Record<string, unknown>>,
  at: Location,
  inside: Location,
  side: number,
  issues: IssueSink,
): Layout | undefined {
  const rows = readCount(record['row_count'], [...at, 'row_count'], issues);
  const columns = readCount(record['column_count'], [...at, 'column_count'], issues);
  const entries = record['entries'] ?? (rows === undefined || columns === undefined ? undefined : []);
  if (!Array.isArray(entries)) {
    issues.add(inside, entries === undefined ? 'missing' : 'wrong_type', 'The entries are an array of rows.');
    return undefined;
  }
  if (issues.failed) return undefined;
  const items: readonly unknown[] = entries;
  const sparse = isRecord(items[0]) || (items.length === 0 && rows !== undefined && columns !== undefined);
  if (sparse) {
    if (rows === undefined || columns === undefined) {
      issues.add(at, 'missing', 'Sparse entries need both row_count and column_count.');
      return undefined;
    }
    return fits({ rows, columns, sparse: items }, side, at, issues);
  }
  const dense = items.filter((row): row is readonly unknown[] => Array.isArray(row));
  if (dense.length < items.length) {
    issues.add(inside, 'wrong_type', 'Each row is an array of entries; sparse and dense entries are not mixed.');
    return undefined;
  }
  const width = columns ?? dense[0]?.length ?? 0;
  const ragged = dense.findIndex((row) => row.length !== width);
  if (ragged >= 0) {
    issues.add([...inside, ragged], 'ragged', `Every row must have the same number of entries: ${String(width)} here.`);
    return undefined;
  }
  if (rows !== undefined && rows !== dense.length) {
    issues.add([...at, 'row_count'], 'wrong_count', `There are ${String(dense.length)} rows: make row_count say so.`);
    return undefined;
  }
  return fits({ rows: dense.length, columns: width, dense }, side, at, issues);
}

function fits(layout: Layout, side: number, at: Location, issues: IssueSink): Layout | undefined {
  if (layout.rows > side || layout.columns > side) {
    issues.bound(at, `A matrix here may have at most ${String(side)} rows and as many columns.`);
    return undefined;
  }
  if (layout.rows * layout.columns > maximumCells) {
    issues.bound(at, `A matrix may have at most ${String(maximumCells)} entries.`);
    return undefined;
  }
  return layout;
}

function readCount(raw: unknown, at: Location, issues: IssueSink): number | undefined {
  if (raw === undefined) return undefined;
  if (typeof raw === 'number' && Number.isSafeInteger(raw) && raw >= 0) return raw === 0 ? 0 : raw;
  issues.add(at, 'invalid_count', 'A count is a JSON integer from 0 on.');
  return undefined;
}

function readMatrix(
  named: Domain,
  domains: readonly DomainKind[],
  layout: Layout,
  at: Location,
  issues: IssueSink,
): Matrix | undefined {
  const shape = { row_count: layout.rows, column_count: layout.columns };
  const domain = takenAs(named, domains) ?? named;
  if (domain === 'QQ') {
    const parse = named === 'ZZ' ? parseIntegralRational : parseRational;
    const entries = readCells<Rational>(layout, parse, { num: '0', den: '1' }, at, issues);
    return entries && { domain, ...shape, entries };
  }
  if (domain === 'ZZ') {
    const entries = readCells<Integer>(layout, parseIntegral, '0', at, issues);
    return entries && { domain, ...shape, entries };
  }
  const entries = readCells<Integer>(layout, residueParser(domain), '0', at, issues);
  return entries && { domain, ...shape, entries };
}

/** An integer in any form of a rational. */
function parseIntegral(raw: unknown, at: Location, issues: IssueSink): Integer | undefined {
  return parseIntegralRational(raw, at, issues)?.num;
}

function parseIntegralRational(raw: unknown, at: Location, issues: IssueSink): Rational | undefined {
  const value = parseRational(raw, at, issues);
  if (value === undefined || value.den === '1') return value;
  issues.add(at, 'not_integral', 'Every entry must be an integer here.');
  return undefined;
}

function readCells<E>(layout: Layout, parse: Parse<E>, zero: E, at: Location, issues: IssueSink): Cells<E> | undefined {
  const cells = Array.from({ length: layout.rows }, () => new Array<E>(layout.columns).fill(zero));
  const seen = new Set<number>();
  const put = (row: number, column: number, raw: unknown, where: Location) => {
    const value = parse(raw, where, issues);
    const line = cells[row];
    if (value !== undefined && line !== undefined) line[column] = value;
  };
  if ('dense' in layout) {
    layout.dense.forEach((row, i) => row.forEach((raw, j) => put(i, j, raw, [...at, i, j])));
  } else {
    layout.sparse.forEach((raw, i) => {
      const cell = readCell(raw, layout, [...at, i], seen, issues);
      if (cell !== undefined) put(cell.row, cell.column, cell.value, [...at, i, 'value']);
    });
  }
  return issues.failed ? undefined : cells;
}

function readCell(
  raw: unknown,
  { rows, columns }: Shape,
  at: Location,
  seen: Set<number>,
  issues: IssueSink,
): { row: number; column: number; value: unknown } | undefined {
  if (!isRecord(raw)) {
    issues.add(at, 'wrong_type', 'A sparse entry is {row, column, value}.');
    return undefined;
  }
  checkKeys(raw, ['row', 'column', 'value'], at, issues);
  const row = readIndex(raw['row'], rows, [...at, 'row'], issues);
  const column = readIndex(raw['column'], columns, [...at, 'column'], issues);
  if (row === undefined || column === undefined) return undefined;
  if (seen.has(row * columns + column)) {
    issues.add(at, 'repeated_cell', 'Each cell is given once: remove the repeated entry.');
    return undefined;
  }
  seen.add(row * columns + column);
  return { row, column, value: raw['value'] };
}

function readIndex(raw: unknown, count: number, at: Location, issues: IssueSink): number | undefined {
  if (typeof raw === 'number' && Number.isSafeInteger(raw) && raw >= 0 && raw < count) return raw === 0 ? 0 : raw;
  issues.add(at, 'invalid_index', `An index is 0-based and below its count, which is ${String(count)}.`);
  return undefined;
}

function residueParser(domain: Domain): Parse<Integer> {
  const prime = characteristic(domain) ?? 1n;
  return (raw, at, issues) => {
    const value = parseRational(raw, at, issues);
    if (value === undefined) return undefined;
    if (value.den === '1') return String(mod(BigInt(value.num), prime));
    const inverse = inverseModulo(BigInt(value.den), prime);
    if (inverse === null) issues.add(at, 'zero_denominator', 'The denominator must not be 0 modulo p.');
    return inverse === null ? undefined : String(mod(BigInt(value.num) * inverse, prime));
  };
}

function kindOf(domain: Domain): DomainKind {
  return domain === 'QQ' || domain === 'ZZ' ? domain : 'GF(p)';
}

function isOneOf<K extends DomainKind>(value: Matrix, domains: readonly K[]): value is Matrix & MatrixByKind[K] {
  return domains.some((kind) => kind === kindOf(value.domain));
}
