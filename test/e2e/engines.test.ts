import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { callTool, connect, errorOf, type Connection } from '../support/client.js';
import { currentLane } from '../support/lane.js';
import { waitUntilGone } from '../support/processes.js';

/** Real engines behind the server: big answers, cancellation, deadlines, disappearing clients. */
const open: Connection[] = [];
const connected = async (environment: Record<string, string> = {}) => {
  const connection = await connect({ JACOBIAN_PATH_PARI: engineProcesses, ...environment });
  open.push(connection);
  return connection;
};
afterEach(async () => {
  for (const connection of open.splice(0)) await connection.close();
});

/** 90 digits, product of two primes of 45: hours for the engine. Its text marks the processes of these tests. */
const hard = {
  operation_id: 'integer.compute.prime_factorization',
  backend: 'pari',
  payload: { value: '(10^45+9)*(10^44+31)' },
};
/** A copy of gp under a path of its own: what this file's servers leave behind can be told from everything else. */
const folder = mkdtempSync(join(tmpdir(), 'jacobian-gp-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const engineProcesses = join(folder, 'gp');

if (currentLane() === 'none') {
  it('says what to install', async () => {
    const { client } = await connected();
    const error = errorOf(
      await callTool(client, 'math.run', { operation_id: 'integer.decide.prime', payload: { value: '7' } }),
    );
    expect(error).toMatchObject({ code: 'BACKEND_UNAVAILABLE', backend: 'pari' });
    expect(error['tried']).toMatchObject([
      { backend: 'pari', transport: 'subprocess' },
      { backend: 'pari', transport: 'container' },
      { backend: 'sagemath', transport: 'subprocess' },
      { backend: 'sagemath', transport: 'container' },
    ]);
  });
} else {
  beforeAll(() =>
    copyFileSync(realpathSync(execFileSync('which', ['gp'], { encoding: 'utf8' }).trim()), engineProcesses),
  );

  describe('engines', () => {
    it('factors a 59-digit semiprime', async () => {
      const { client } = await connected();
      const answer = await callTool(client, 'math.run', {
        operation_id: 'integer.compute.prime_factorization',
        payload: { value: '30000000000000000000000003787000000000000000000000010163227' },
      });
      expect(answer.structured).toMatchObject({
        output: { factors: [{ prime: '100000000000000000000000012349' }, { prime: '300000000000000000000000000823' }] },
      });
    });

    it('keeps a determinant of 100 x 100 entries of 20 digits exact on both engines', async () => {
      const { client } = await connected();
      let state = 12345n;
      const next = () => {
        state = (state * 6364136223846793005n + 1442695040888963407n) % 2n ** 64n;
        return (10n ** 19n + (state % (9n * 10n ** 19n))).toString();
      };
      const matrix = Array.from({ length: 100 }, () => Array.from({ length: 100 }, next));
      const outputs = [];
      for (const backend of ['pari', 'sagemath']) {
        const answer = await callTool(
          client,
          'math.run',
          { operation_id: 'matrix.determinant.compute', backend, payload: { matrix } },
          { timeout: 110_000 },
        );
        outputs.push(answer.structured?.['output']);
      }
      expect(outputs[0]).toEqual(outputs[1]);
    });

    it('sends big results whole', async () => {
      const { client } = await connected();
      const answer = await callTool(client, 'math.run', {
        operation_id: 'integer.compute.extended_gcd',
        payload: { left: '7^200000', right: '0' },
      });
      expect((answer.structured?.['output'] as { gcd: string }).gcd).toHaveLength(169_020);
      expect(answer.text.length).toBeLessThan(20_000);
    });

    it('a cancelled call leaves no engine, and the next call works', async () => {
      const { client } = await connected();
      const controller = new AbortController();
      const call = callTool(client, 'math.run', hard, { signal: controller.signal, timeout: 100_000 });
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      controller.abort('enough');
      await expect(call).rejects.toThrow();
      expect(await waitUntilGone(engineProcesses)).toEqual([]);
      const answer = await callTool(client, 'math.run', {
        operation_id: 'integer.decide.prime',
        payload: { value: '97' },
      });
      expect(answer.structured).toMatchObject({ output: { holds: true } });
    });

    it('a deadline ends the engine, with a typed error', async () => {
      const { client } = await connected();
      const error = errorOf(await callTool(client, 'math.run', { ...hard, budget: { wall_ms: 700 } }));
      expect(error).toMatchObject({
        code: 'OPERATION_TIMEOUT',
        stage: 'backend_execution',
        timeout_owner: 'caller_deadline',
        configured_ms: 700,
      });
      expect(await waitUntilGone(engineProcesses)).toEqual([]);
    });

    it('a client that disappears leaves nothing behind', async () => {
      const connection = await connected();
      callTool(connection.client, 'math.run', hard, { timeout: 100_000 }).catch(() => undefined);
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      await connection.client.close();
      expect(await waitUntilGone(engineProcesses, 2_000)).toEqual([]);
    });

    it('a killed server takes its busy engines with it', async () => {
      const connection = await connected();
      callTool(connection.client, 'math.run', hard, { timeout: 100_000 }).catch(() => undefined);
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      process.kill(connection.pid, 'SIGKILL');
      expect(await waitUntilGone(engineProcesses)).toEqual([]);
    });

    it('reports progress with a token, monotone, at least every 2 s', async () => {
      const { client } = await connected();
      const seen: number[] = [];
      const times: number[] = [performance.now()];
      const answer = await callTool(
        client,
        'math.run',
        { ...hard, budget: { wall_ms: 5_000 } },
        {
          timeout: 60_000,
          onprogress: ({ progress }) => {
            seen.push(progress);
            times.push(performance.now());
          },
        },
      );
      expect(errorOf(answer)).toMatchObject({ code: 'OPERATION_TIMEOUT' });
      expect(seen.length).toBeGreaterThan(2);
      expect(seen).toEqual(seen.toSorted((a, b) => a - b));
      expect(Math.max(...times.slice(1).map((time, i) => time - (times[i] ?? 0)))).toBeLessThan(2_000);
    });
  });
}
