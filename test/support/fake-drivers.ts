import type { TransportName } from '../../src/contracts/transport.js';
import type { FakeDriver } from './fake-engine.js';
import { isContainerLane } from './lane.js';

/** What a fake of each driver is asked (test/fixtures/engines/protocol-*.pl answers it). */
export const fakeDrivers = {
  'pari/subprocess': numbers('pari', 'subprocess', 'gp', 833),
  'pari/container': numbers('pari', 'container', 'gp', 833),
  'sagemath/subprocess': numbers('sagemath', 'subprocess', 'sage', 1_111),
  'sagemath/container': numbers('sagemath', 'container', 'sage', 1_111),
  'z3/subprocess': formulas('subprocess'),
  'z3/embedded': formulas('embedded'),
  'z3/container': formulas('container'),
  'lean/subprocess': sources('subprocess'),
  'lean/embedded': sources('embedded'),
  'lean/container': sources('container'),
} satisfies Readonly<Record<string, FakeDriver>>;

export type DriverName = keyof typeof fakeDrivers;

export const driverNames = Object.keys(fakeDrivers) as DriverName[];

/** Fakes need no engine, but those in containers need Docker: lanes of containers run these, and all others the rest. */
export const laneDrivers = driverNames.filter(
  (name) => (fakeDrivers[name].transport === 'container') === isContainerLane(),
);

/** A container is a sandbox in every mode of isolation: once is enough. */
export const isolationModes = isContainerLane() ? (['preferred'] as const) : (['preferred', 'off'] as const);

function numbers(backend: string, transport: TransportName, executable: string, seen: number): FakeDriver {
  const factored = (last: number) => ({
    sign: 1,
    factors: [
      { prime: '2', power: last },
      { prime: '3', power: 2 },
      { prime: '5', power: 1 },
    ],
  });
  const row = Array.from({ length: 200 }, () => '7'.repeat(100));
  return {
    backend,
    transport,
    executable,
    operation: 'integer.compute.prime_factorization',
    right: { payload: { value: '360' }, output: factored(3) },
    faulty: { payload: { value: '720' }, output: factored(4) },
    large: { operation: 'matrix.determinant.compute', payload: { matrix: row.map(() => row) } },
    faultyStart: { memory_mb: 1_111, seen },
  };
}

function formulas(transport: TransportName): FakeDriver {
  const of = (literal: number) => ({ cnf: { variables: ['a'], clauses: [[literal]] } });
  const clauses = Array.from({ length: 70_000 }, (_, i) => [i + 1, -(i + 2), i + 3]);
  return {
    backend: 'z3',
    transport,
    executable: 'z3',
    operation: 'sat.solve',
    right: { payload: of(1), output: { outcome: 'SAT', assignment: [true] } },
    faulty: { payload: of(-1), output: { outcome: 'SAT', assignment: [false] } },
    large: {
      operation: 'sat.solve',
      payload: { cnf: { variables: Array.from({ length: 70_002 }, (_, i) => `v${String(i)}`), clauses } },
    },
    faultyStart: { memory_mb: 1_111, seen: 999 },
  };
}

function sources(transport: TransportName): FakeDriver {
  const output = { outcome: 'ELABORATED', axioms: [{ declaration: 't', axioms: ['propext'] }] };
  return {
    backend: 'lean',
    transport,
    executable: 'lean',
    operation: 'lean.check',
    right: { payload: { source: '-- right' }, output },
    faulty: { payload: { source: '-- faulty' }, output },
    large: null,
    faultyStart: null,
  };
}
