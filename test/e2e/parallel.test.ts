import { afterAll, describe, expect, it } from 'vitest';
import { jobs, start, type Job } from '../support/busy.js';
import { callTool, connect, type Connection } from '../support/client.js';
import { currentLane } from '../support/lane.js';

/** Calls of one connection do not wait for each other, as far as engines may work at once. */
const connections: Connection[] = [];
afterAll(() => Promise.all(connections.map((connection) => connection.close())));

async function connected(concurrency: number): Promise<Connection> {
  const connection = await connect({ JACOBIAN_CONCURRENCY: String(concurrency) });
  connections.push(connection);
  return connection;
}

if (currentLane() === 'none') {
  it('many calls of one connection that need no engine are answered, each its own', async () => {
    const { client } = await connected(2);
    const texts = await Promise.all(
      Array.from({ length: 20 }, (_, limit) =>
        callTool(client, 'math.find', { query: 'prime', limit: 1 + (limit % 3) }),
      ),
    );
    expect(texts.map(({ structured }) => (structured?.['matches'] as unknown[]).length)).toEqual(
      Array.from({ length: 20 }, (_, limit) => 1 + (limit % 3)),
    );
  });
} else {
  const pairs: readonly { name: string; first: Job; second: Job }[] = [
    { name: 'two engines', first: jobs.pari, second: jobs.z3Embedded },
    { name: 'two sessions of one engine', first: jobs.pari, second: jobs.pari },
  ];

  describe.each(pairs)('slow calls on $name', ({ first, second }) => {
    it('run at the same time, and quick ones overtake them', async () => {
      const connection = await connected(3);
      const events: string[] = [];
      const begin = (name: string, job: Job) => {
        const call = start(connection, job);
        void call.running.then(() => events.push(`${name} runs`));
        void call.answer.catch(() => undefined).then(() => events.push(`${name} ends`));
        return call;
      };
      const [a, b] = [begin('first', first), begin('second', second)];
      await Promise.all([a.running, b.running]);
      // Both hold a session now, and neither ends for hours: one that waited for the other would not have begun.
      const quick = await callTool(connection.client, 'math.run', {
        operation_id: 'integer.decide.prime',
        backend: 'pari',
        payload: { value: '97' },
      });
      expect(quick.structured).toMatchObject({ output: { holds: true } });
      events.push('quick ends');
      for (const call of [a, b]) {
        call.cancel();
        await expect(call.answer).rejects.toThrow();
      }
      expect(events.slice(0, 2).sort()).toEqual(['first runs', 'second runs']);
      expect(events.slice(2)).toEqual(['quick ends', 'first ends', 'second ends']);
    });

    it('wait for each other where one engine alone may work: then the test above can fail', async () => {
      const connection = await connected(1);
      const a = start(connection, first);
      await a.running;
      const b = start(connection, second);
      const early = await Promise.race([b.running.then(() => 'runs'), sleep(1_500).then(() => 'waits')]);
      expect(early).toBe('waits');
      a.cancel();
      await b.running;
      b.cancel();
    });
  });
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
