import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { busyServer, jobs, start, type BusyServer, type Job } from '../support/busy.js';
import { callTool, connect, type Connection } from '../support/client.js';
import { currentLane } from '../support/lane.js';
import { familyOf, waitUntilEmpty } from '../support/processes.js';

/** However a gateway ends, and however a call does: a second later nothing of it is left, no process and no file. */
const graceMs = 1_000;
// The engines of every row are busy: more rows at once would only wait for each other.
vi.setConfig({ maxConcurrency: 2 });

const folder = mkdtempSync(join(tmpdir(), 'death-'));
/** Runs gp as its child, as wrappers of distributions do. */
const wrapper = join(folder, 'gp-wrapper');
beforeAll(() => {
  writeFileSync(wrapper, '#!/bin/sh\ngp "$@"\nstatus=$?\nexit $status\n');
  chmodSync(wrapper, 0o755);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const isPrime = { operation_id: 'integer.decide.prime', backend: 'pari', payload: { value: '97' } };
const isolations = ['preferred', 'off'] as const;
type Isolation = (typeof isolations)[number];

/** Jobs that run at once in one server, and its environment. */
const crowds: readonly { name: string; working: readonly Job[]; environment: Readonly<Record<string, string>> }[] = [
  {
    name: 'every engine',
    // The one that takes longest to start first.
    working: [jobs.sagemath, jobs.z3Embedded, jobs.z3, jobs.pari],
    environment: {},
  },
  { name: 'a wrapper', working: [jobs.pari], environment: { JACOBIAN_PATH_PARI: wrapper } },
];

const deaths: Readonly<Record<string, (connection: Connection) => void>> = {
  // The client's close begins with the end of the server's input, and does no more for two seconds.
  'the end of its input': ({ client }) => void client.close(),
  SIGTERM: ({ pid }) => void process.kill(pid, 'SIGTERM'),
  SIGINT: ({ pid }) => void process.kill(pid, 'SIGINT'),
  SIGHUP: ({ pid }) => void process.kill(pid, 'SIGHUP'),
  SIGKILL: ({ pid }) => void process.kill(pid, 'SIGKILL'),
};

const servers: BusyServer[] = [];
const busy = async (crowd: (typeof crowds)[number], isolation: Isolation, without: readonly Job[] = []) => {
  const working = crowd.working.filter((job) => !without.includes(job));
  const server = await busyServer(working, { JACOBIAN_ISOLATION: isolation, ...crowd.environment });
  servers.push(server);
  return server;
};
afterAll(() => Promise.all(servers.map((server) => server.dispose())));

if (currentLane() === 'none') {
  it.each(Object.entries(deaths))('a server without engines ends by %s', async (_, die) => {
    const connection = await connect();
    const family = familyOf(connection.pid);
    die(connection);
    expect(await waitUntilEmpty(family.left, graceMs)).toEqual([]);
  });
} else {
  const rows = isolations.flatMap((isolation) => crowds.map((crowd) => ({ isolation, crowd, name: crowd.name })));

  describe.each(rows)('a server with $name at work, isolation $isolation', ({ isolation, crowd }) => {
    it.concurrent.each(Object.entries(deaths))('leaves nothing after %s', async (name, die) => {
      // Signals that can be caught take one way; SageMath takes seconds to start.
      const without = name === 'SIGINT' || name === 'SIGHUP' ? [jobs.sagemath] : [];
      const { connection, family, files } = await busy(crowd, isolation, without);
      die(connection);
      expect(await waitUntilEmpty(() => [...family.left(), ...files()], graceMs)).toEqual([]);
    });

    it.concurrent('lives on when calls are cancelled or run out of time, and their engines do not', async () => {
      const { connection, calls, family } = await busy(crowd, isolation);
      for (const call of calls) call.cancel();
      expect(await waitUntilEmpty(family.engines, graceMs)).toEqual([]);
      expect((await callTool(connection.client, 'math.run', isPrime)).structured).toMatchObject({
        output: { holds: true },
      });

      // A native Z3 gives up by itself before the deadline, and stays warm.
      const late = crowd.working.filter((job) => job !== jobs.z3);
      const lateCalls = late.map((job) => start(connection, job, { wall_ms: 2_000 }));
      for (const { answer } of lateCalls) expect((await answer).text).toMatch(/"OPERATION_TIMEOUT"|"UNKNOWN"/);
      expect(await waitUntilEmpty(family.engines, graceMs)).toEqual([]);
      expect((await callTool(connection.client, 'math.run', isPrime)).structured).toMatchObject({
        output: { holds: true },
      });
    });
  });
}
