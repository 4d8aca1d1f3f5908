import PQueue from 'p-queue';
import { expect, it } from 'vitest';
import { GatewayError } from '../../src/contracts/diagnostic.js';
import type { RunOptions, UntypedGateway } from '../../src/contracts/gateway.js';
import type { IsolationMode } from '../../src/contracts/isolation.js';
import type { SettingsInput } from '../../src/contracts/settings.js';
import { contractViolations } from './error-contract.js';
import { fakeDrivers, laneDrivers, type DriverName } from './fake-drivers.js';
import { leastMemory, type FakeDriver, type FakeEngine, type Fakes } from './fake-engine.js';
import { isContainerLane } from './lane.js';
import { waitUntilEmpty } from './processes.js';

type Budget = NonNullable<RunOptions['budget']>;

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
/** A container takes most of a second to start, on a busy machine more. */
const containerMs = 3_000;
/** And to end: in a tenth of this an engine has to be gone, for there to be an answer. */
const containerSoftMs = 10_000;

function wallOf({ backend, transport }: FakeDriver, { by }: FaultRow, ending: Ending): number {
  const end = whatEnds(ending);
  if (transport !== 'container') return wallMs[end];
  if (end === 'softLimit') return containerSoftMs;
  // Every request to a Lean starts a session.
  return wallMs[end] + (backend === 'lean' || by === 'start' || by === 'probe' ? containerMs : 0);
}

/** For rows that use what there is of the machine: processes one after the other, containers as below. */
export const rowTest = isContainerLane() ? it.concurrent : it;

/** Rows at once: containers that start keep the processors busy, and what is measured is the fault. */
const queue = new PQueue({ concurrency: isContainerLane() ? 2 : Infinity });

/** The faulty call ends as it should and in time, nothing is left of it, and the next call on the same gateway is right. */
export function runRow(...row: Parameters<typeof follow>): Promise<void> {
  return queue.add(() => follow(...row));
}

async function follow(
  fakes: Fakes<FakeEngine | Promise<FakeEngine>>,
  name: DriverName,
  row: FaultRow,
  isolation: IsolationMode,
  port = 0,
): Promise<void> {
  const driver: FakeDriver = fakeDrivers[name];
  const ending = endingOf(row, name);
  if (ending === null) throw new Error(`${name} has no such fault`);
  const engine = await fakes.make(driver, row.behaviour, port);
  const gateway = engine.open({ logLevel: 'silent', isolation, ...row.settings });
  const wall_ms = wallOf(driver, row, ending);
  const expectRight = async (budget: Budget = {}) => {
    const granted = { wall_ms: 20_000, ...budget };
    const answer = await call(gateway, driver.operation, driver.right.payload, driver, granted);
    expect(answer).toMatchObject({ output: driver.right.output });
  };
  try {
    // Probing is no part of the time that the fault takes, where it is not about that. A session of the least memory
    // serves no call that asks for more: that one starts another.
    if (row.by !== 'probe') await expectRight(row.by === 'start' ? { memory_mb: leastMemory(driver) } : {});
    const others = row.by === 'start' ? await engine.running() : [];
    const began = performance.now();
    const ended = await faultyCall(gateway, driver, row, wall_ms);
    expect(performance.now() - began).toBeLessThan(wall_ms + 1_000);
    checkEnding(ended, ending, driver);
    // A probe that hangs goes on: others may wait for it.
    if (row.survives !== true && ending !== 'right' && row.by !== 'probe') {
      expect((await engine.running()).filter((one) => !others.includes(one))).toEqual([]);
    }
    if (row.by === 'probe') await engine.repair();
    await expectRight();
  } finally {
    await gateway.close();
  }
  expect(await waitUntilEmpty(() => engine.running(), 1_000)).toEqual([]);
  expect(await waitUntilEmpty(() => engine.folders(), 1_000)).toEqual([]);
}

/** The rows of all drivers that can have the fault. Without isolation an embedded engine is a process like any other. */
export function pairs(
  isolation: IsolationMode,
  rowsOf: (name: DriverName) => readonly FaultRow[],
): { readonly name: DriverName; readonly row: FaultRow }[] {
  return laneDrivers
    .filter((name) => isolation !== 'off' || fakeDrivers[name].transport !== 'embedded')
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
  budget: Budget,
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
