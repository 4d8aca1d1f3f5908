import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';
import { GatewayError } from '../../src/contracts/diagnostic.js';
import type { RunOptions, UntypedGateway } from '../../src/contracts/gateway.js';
import type { IsolationMode } from '../../src/contracts/isolation.js';
import type { SettingsInput } from '../../src/contracts/settings.js';
import { createHome } from '../../src/process/guard.js';
import { contractViolations } from './error-contract.js';
import { fakeDrivers, type DriverName } from './fake-drivers.js';
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

/** Wall time of a call that nothing but its deadline ends, and of all others. */
export const waitingMs = 2_000;
const otherMs = 8_000;

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
  const wall_ms = waits(ending) ? waitingMs : otherMs;
  const right = () => call(gateway, driver.operation, driver.right.payload, driver, { wall_ms: 20_000 });
  try {
    // Probing is no part of the time that the fault takes, where it is not about that.
    if (row.by !== 'probe') expect(await right()).toMatchObject({ output: driver.right.output });
    const began = performance.now();
    const ended = await faultyCall(gateway, driver, row, wall_ms);
    expect(performance.now() - began).toBeLessThan(wall_ms + 1_000);
    checkEnding(ended, ending, driver);
    if (row.survives !== true && ending !== 'right') expect(processesOf(engine.path)).toEqual([]);
    if (row.by === 'probe') engine.repair();
    expect(await right()).toMatchObject({ output: driver.right.output });
  } finally {
    await gateway.close();
  }
  expect(await soonNone(() => processesOf(engine.path))).toEqual([]);
  expect(foldersOf(engine.trace)).toEqual([]);
}

export function endingOf({ ending, but }: FaultRow, name: DriverName): Ending | null {
  return but !== undefined && name in but ? (but[name] ?? null) : ending;
}

function waits(ending: Ending): boolean {
  return /TIMEOUT|"time"/.test(JSON.stringify(ending));
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
  if (ending === 'right') return void expect(ended).toMatchObject({ output: driver.faulty.output });
  if ('answer' in ending) return void expect(ended).toMatchObject(ending.answer);
  expect(ended).toBeInstanceOf(GatewayError);
  // As it is sent.
  const error = JSON.parse(JSON.stringify((ended as GatewayError).diagnostic)) as Record<string, unknown>;
  expect(error).toMatchObject(ending.error);
  expect(contractViolations(error)).toEqual([]);
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

/** What is left after a second. */
export async function soonNone(look: () => string[]): Promise<string[]> {
  const end = Date.now() + 1_000;
  for (;;) {
    const left = look();
    if (left.length === 0 || Date.now() > end) return left;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Temporary folders of processes of ours that hold the file. */
function foldersOf(trace: string): string[] {
  const own = createHome();
  rmSync(own, { recursive: true });
  const all = dirname(own);
  return readdirSync(all).filter((folder) => existsSync(join(all, folder, trace)));
}
