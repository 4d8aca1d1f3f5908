import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';
import { GatewayError } from '../../src/contracts/diagnostic.js';
import type { RunOptions, UntypedGateway } from '../../src/contracts/gateway.js';
import type { IsolationMode } from '../../src/contracts/isolation.js';
import type { SettingsInput } from '../../src/contracts/settings.js';
import { createHome } from '../../src/process/guard.js';
import { contractViolations } from './error-contract.js';
import { driverNames, fakeDrivers, type DriverName } from './fake-drivers.js';
import { waitUntilEmpty } from './processes.js';
import { leastMemory, type createFakes, type FakeDriver } from './fake-engine.js';

/** How a call ends: an error or an answer with these fields; `right`: with the output that the request has. */
export type Ending = { readonly error: object } | { readonly answer: object } | 'right';

/** One behaviour and what comes of it. */
export interface FaultRow {
  readonly behaviour: string;
  readonly ending: Ending;
  /** Drivers that end otherwise; null: the fault cannot be there, and why stands beside it. */
  readonly but?: Readonly<Partial<Record<DriverName, Ending | null>>>;
  /** The call that shows the fault; `request` unless given. */
  readonly by?: 'request' | 'start' | 'large' | 'probe';
  /** An engine that only reported an error stays warm. */
  readonly survives?: true;
  readonly settings?: SettingsInput;
  readonly budget?: 'least memory';
}

/** Wall time of a call that its deadline ends, of one that ends a tenth before it with an answer, and of all others. */
const wallMs = { deadline: 1_500, softLimit: 4_000, none: 8_000 } as const;

/** The faulty call ends as it should and in time, nothing is left of it, and the next call on the same gateway is right. */
export async function runRow(
  fakes: ReturnType<typeof createFakes>,
  name: DriverName,
  row: FaultRow,
  isolation: IsolationMode,
  port = 0,
): Promise<void> {
  const driver: FakeDriver = fakeDrivers[name];
  const ending = endingOf(row, name);
  if (ending === null) throw new Error(`${name} has no such fault`);
  const engine = fakes.make(driver, row.behaviour, port);
  const gateway = engine.open({ logLevel: 'silent', isolation, ...row.settings });
  const wall_ms = wallMs[whatEnds(ending)];
  const right = () => call(gateway, driver.operation, driver.right.payload, driver, { wall_ms: 20_000 });
  try {
    // Probing is no part of the time that the fault takes, where it is not about that.
    if (row.by !== 'probe' && row.by !== 'start') expect(await right()).toMatchObject({ output: driver.right.output });
    const began = performance.now();
    const ended = await faultyCall(gateway, driver, row, wall_ms);
    expect(performance.now() - began).toBeLessThan(wall_ms + 1_000);
    checkEnding(ended, ending, driver);
    // A probe that hangs goes on: others may wait for it.
    if (row.survives !== true && ending !== 'right' && row.by !== 'probe') expect(processesOf(engine.path)).toEqual([]);
    if (row.by === 'probe') engine.repair();
    expect(await right()).toMatchObject({ output: driver.right.output });
  } finally {
    await gateway.close();
  }
  expect(await waitUntilEmpty(() => processesOf(engine.path), 1_000)).toEqual([]);
  expect(await waitUntilEmpty(() => foldersOf(engine.trace), 1_000)).toEqual([]);
}

/** The rows of all drivers that can have the fault. Without isolation an embedded engine is a process like any other. */
export function pairs(
  isolation: IsolationMode,
  rowsOf: (name: DriverName) => readonly FaultRow[],
): { readonly name: DriverName; readonly row: FaultRow }[] {
  return driverNames
    .filter((name) => isolation !== 'off' || fakeDrivers[name].transport === 'subprocess')
    .flatMap((name) => rowsOf(name).map((row) => ({ name, row })))
    .filter(({ name, row }) => endingOf(row, name) !== null);
}

function endingOf({ ending, but }: FaultRow, name: DriverName): Ending | null {
  return but !== undefined && name in but ? (but[name] ?? null) : ending;
}

function whatEnds(ending: Ending): keyof typeof wallMs {
  const fields = JSON.stringify(ending);
  return fields.includes('OPERATION_TIMEOUT') ? 'deadline' : fields.includes('"time"') ? 'softLimit' : 'none';
}

async function faultyCall(
  gateway: UntypedGateway,
  driver: FakeDriver,
  { by, budget }: FaultRow,
  wall_ms: number,
): Promise<unknown> {
  const granted = { wall_ms, ...(budget === undefined ? {} : { memory_mb: leastMemory(driver) }) };
  switch (by) {
    case 'large':
      return call(gateway, driver.large?.operation ?? '', driver.large?.payload, driver, granted);
    case 'start':
      return call(gateway, driver.operation, driver.right.payload, driver, {
        wall_ms,
        memory_mb: driver.faultyStart?.memory_mb ?? 0,
      });
    default:
      return call(gateway, driver.operation, driver.faulty.payload, driver, granted);
  }
}

/** The whole answer, or the error. */
async function call(
  gateway: UntypedGateway,
  operation: string,
  payload: unknown,
  { backend, transport }: FakeDriver,
  budget: NonNullable<RunOptions['budget']>,
): Promise<unknown> {
  return gateway.runUntyped(operation, payload, { backend, transport, budget }).catch((error: unknown) => error);
}

function checkEnding(ended: unknown, ending: Ending, driver: FakeDriver): void {
  if (ending === 'right') {
    expect(ended).toMatchObject({ output: driver.faulty.output });
  } else if ('answer' in ending) {
    expect(ended).toMatchObject(ending.answer);
  } else {
    expect(ended).toBeInstanceOf(GatewayError);
    // As it is sent.
    const error = JSON.parse(JSON.stringify((ended as GatewayError).diagnostic)) as Record<string, unknown>;
    expect(error).toMatchObject(ending.error);
    expect(contractViolations(error)).toEqual([]);
  }
}

/** Processes that have the text in their command line or in their environment. */
export function processesOf(text: string): string[] {
  return readdirSync('/proc')
    .filter((name) => /^[0-9]+$/.test(name) && name !== String(process.pid))
    .map((pid) => ({ pid, told: `${read(`/proc/${pid}/cmdline`)} ${read(`/proc/${pid}/environ`)}` }))
    .filter(({ told }) => told.includes(text))
    .map(({ pid, told }) => `${pid}: ${told.slice(0, 200)}`);
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}

/** Temporary folders of processes of ours that hold the file. */
function foldersOf(trace: string): string[] {
  const own = createHome();
  rmSync(own, { recursive: true });
  const all = dirname(own);
  return readdirSync(all).filter((folder) => existsSync(join(all, folder, trace)));
}
