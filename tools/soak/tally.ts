import { reservoir, type Reservoir } from './reservoir.js';

/** Counts of one operation at one target. */
export interface Row {
  calls: number;
  right: number;
  wrong: number;
  cancelled: number;
  failed: number;
}

/** Something that must not happen. */
export interface Violation {
  readonly what: string;
  readonly where: string;
  readonly detail: string;
}

/** Moments that latencies are told apart by. */
export const moments = ['calm', 'after a cancel', 'after a kill', 'after a limit', 'in a burst'] as const;
export type Moment = (typeof moments)[number];

export interface Tally {
  readonly rows: Map<string, Row>;
  /** Failures by `code | cause`. */
  readonly failures: Map<string, number>;
  readonly latencies: Readonly<Record<Moment, Reservoir>>;
  /** Kinds of violations, each with one of its kind; only the first kinds are kept. */
  readonly violations: Map<string, { count: number; readonly detail: string }>;
  readonly totals: { calls: number; wrong: number; violations: number; kills: number; bursts: number };
  readonly row: (operation: string, backend: string, transport: string | null) => Row;
  readonly fail: (code: string, cause: string) => void;
  readonly violate: (violation: Violation) => void;
}

const keptKinds = 40;

export function createTally(): Tally {
  const rows = new Map<string, Row>();
  const failures = new Map<string, number>();
  const violations: Tally['violations'] = new Map();
  const totals = { calls: 0, wrong: 0, violations: 0, kills: 0, bursts: 0 };
  return {
    rows,
    failures,
    latencies: Object.fromEntries(moments.map((moment) => [moment, reservoir()])) as Record<Moment, Reservoir>,
    violations,
    totals,
    row: (operation, backend, transport) => {
      const key = `${operation} | ${backend}${transport === 'embedded' ? ' (embedded)' : ''}`;
      const row = rows.get(key) ?? { calls: 0, right: 0, wrong: 0, cancelled: 0, failed: 0 };
      rows.set(key, row);
      return row;
    },
    fail: (code, cause) => {
      const key = `${code} | ${cause}`;
      failures.set(key, (failures.get(key) ?? 0) + 1);
    },
    violate: ({ what, where, detail }) => {
      totals.violations += 1;
      const kind = `${what} [${where}]`;
      const known = violations.get(kind);
      if (known !== undefined) known.count += 1;
      else if (violations.size < keptKinds) violations.set(kind, { count: 1, detail });
    },
  };
}
