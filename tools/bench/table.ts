import { median, quantile, type Load } from './measure.js';

/** One line of the result. Cells that do not apply are left out. */
export interface Line {
  readonly what: string;
  readonly isolated?: boolean;
  readonly callers?: number;
  readonly raw?: Load | string;
  readonly gateway?: Load | string;
  /** The figure that counts, with its unit. */
  readonly figure: string;
  readonly limit?: Limit;
}

/** A limit, in the unit of the figure. */
export interface Limit {
  readonly value: number;
  readonly text: string;
  readonly kept: boolean;
}

export function atMost(value: number, limit: number, unit: string): Limit {
  return { value: limit, text: `at most ${String(limit)} ${unit}`, kept: value <= limit };
}

export function atLeast(value: number, limit: number, unit: string): Limit {
  return { value: limit, text: `at least ${String(limit)} ${unit}`, kept: value >= limit };
}

const head = [
  'what',
  'isolation',
  'callers',
  'raw p50 / p99 ms',
  'raw calls/s',
  'gateway p50 / p99 ms',
  'gateway calls/s',
  'result',
  'limit',
];

/** The table, in Markdown. */
export function printTable(lines: readonly Line[]): string {
  const rows = [head, head.map(() => '---'), ...lines.map(cells)];
  return rows.map((row) => `| ${row.join(' | ')} |`).join('\n');
}

export function cells({ what, isolated, callers, raw, gateway, figure, limit }: Line): string[] {
  const isolation = isolated === undefined ? '' : isolated ? 'on' : 'off';
  return [
    what,
    isolation,
    callers === undefined ? '' : String(callers),
    ...loadCells(raw),
    ...loadCells(gateway),
    figure,
    limit === undefined ? '' : `${limit.text}: ${limit.kept ? 'kept' : '**MISSED**'}`,
  ];
}

function loadCells(given: Load | string | undefined): [string, string] {
  if (given === undefined) return ['', ''];
  if (typeof given === 'string') return [given, ''];
  return [`${number(median(given.times))} / ${number(quantile(given.times, 0.99))}`, given.perSecond.toFixed(0)];
}

export function number(value: number): string {
  return value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0);
}
