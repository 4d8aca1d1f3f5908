import { afterAll, describe, expect, it } from 'vitest';
import { intoTheWorkMs, jobs, start } from '../support/busy.js';
import { callTool, connect, type Connection } from '../support/client.js';
import { containersOfProcess } from '../support/docker-command.js';
import { laneBackends } from '../support/lane.js';
import { waitUntilEmpty } from '../support/processes.js';

/** However a server ends, and however a call does, no container of it is left. */
if (['pari', 'z3'].every((id) => laneBackends().includes(id))) describe('a server with engines in containers', servers);

/** A container takes most of a second to end, whoever ends it. */
const graceMs = 2_000;
/** The next server has other things to do first. */
const nextMs = 10_000;

const isPrime = { operation_id: 'integer.decide.prime', backend: 'pari', payload: { value: '97' } };
const satisfiable = { operation_id: 'sat.solve', backend: 'z3', payload: { cnf: { dimacs: 'p cnf 1 1\n1 0\n' } } };

function servers(): void {
  const connections: Connection[] = [];
  afterAll(() => Promise.all(connections.map((connection) => connection.close())));

  const open = async () => {
    const connection = await connect({ JACOBIAN_TRANSPORT: 'container', JACOBIAN_CONCURRENCY: '4' });
    connections.push(connection);
    // Nothing is sent to what is not there.
    expect(connection.pid).toBeGreaterThan(0);
    return connection;
  };
  /** One with a container that waits for work, and one that is at work. */
  const busy = async () => {
    const connection = await open();
    await answer(connection, satisfiable);
    const call = start(connection, jobs.pari);
    await call.running;
    await new Promise((resolve) => setTimeout(resolve, intoTheWorkMs));
    // Those of probes have gone.
    await expect.poll(() => containersOf(connection), { timeout: 10_000 }).toHaveLength(2);
    return { connection, call };
  };

  it('the next one removes what one has left that was killed, before any call, and nothing of a living one', async () => {
    const [dead, living] = await Promise.all([busy(), busy()]);
    const before = await containersOf(living.connection);
    process.kill(dead.connection.pid, 'SIGKILL');
    await expect.poll(() => isAlive(dead.connection.pid)).toBe(false);
    const next = await open();
    expect(await waitUntilEmpty(() => containersOf(dead.connection), nextMs)).toEqual([]);
    expect(await containersOf(living.connection)).toEqual(before);
    expect(await containersOf(next)).toEqual([]);
    // Two that live together do not take each other's either.
    await answer(next, isPrime);
    expect(await containersOf(living.connection)).toEqual(before);
  });

  const deaths: Readonly<Record<string, (connection: Connection) => void>> = {
    'the end of its input': ({ client }) => void client.close(),
    SIGTERM: ({ pid }) => void process.kill(pid, 'SIGTERM'),
    SIGINT: ({ pid }) => void process.kill(pid, 'SIGINT'),
  };

  it.each(Object.entries(deaths))('none is left after %s', async (_, die) => {
    const { connection } = await busy();
    const began = performance.now();
    die(connection);
    await expect.poll(() => isAlive(connection.pid), { timeout: graceMs + 1_000, interval: 20 }).toBe(false);
    const took = performance.now() - began;
    expect(await waitUntilEmpty(() => containersOf(connection), 0)).toEqual([]);
    expect(took).toBeLessThan(graceMs);
  });

  it.each([0, 300, 600])('none is left of a server that ends %d ms after a call began to start one', async (ms) => {
    const connection = await open();
    const call = callTool(connection.client, 'math.run', isPrime).catch(() => undefined);
    await expect.poll(() => containersOf(connection), { timeout: 10_000, interval: 10 }).not.toEqual([]);
    await new Promise((resolve) => setTimeout(resolve, ms));
    process.kill(connection.pid, 'SIGTERM');
    await expect.poll(() => isAlive(connection.pid), { timeout: graceMs + 1_000, interval: 20 }).toBe(false);
    expect(await waitUntilEmpty(() => containersOf(connection), 0)).toEqual([]);
    await call;
  });

  it('a call that is cancelled gives its container up, and the server lives on', async () => {
    const { connection, call } = await busy();
    const before = await containersOf(connection);
    call.cancel();
    await expect
      .poll(async () => (await containersOf(connection)).length, { timeout: graceMs, interval: 50 })
      .toBeLessThan(before.length);
    await answer(connection, isPrime);
    await answer(connection, satisfiable);
  });
}

async function answer({ client }: Connection, call: Record<string, unknown>): Promise<void> {
  expect((await callTool(client, 'math.run', call)).structured).toMatchObject({ completeness: 'COMPLETE' });
}

async function containersOf({ pid }: Connection): Promise<string[]> {
  return (await containersOfProcess(pid)).map(({ id }) => id);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
