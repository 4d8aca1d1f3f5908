import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createGateway } from '../../src/compose.js';
import type { SettingsInput } from '../../src/contracts/settings.js';
import type { UntypedGateway } from '../../src/contracts/gateway.js';
import { packageVersion } from '../../src/version.js';
import { ask, intoTheWork, isPrime, longFactors, told, works } from '../support/asked.js';
import { containersOfProcess, docker, imageFrom } from '../support/docker-command.js';
import { fakeDrivers } from '../support/fake-drivers.js';
import { leastMemory } from '../support/fake-engine.js';
import { laneFakes } from '../support/fake-image.js';
import { exhausted } from '../support/fault-endings.js';
import { runRow } from '../support/fault-row.js';
import { laneBackends } from '../support/lane.js';

/** What can happen to a container, and to its image, while a gateway has them: an error that says so, and the next call works. */
if (laneBackends().includes('pari')) describe('a gateway with PARI in containers', faults);

const ours = `jacobian-gateway/pari:${packageVersion}`;
/** Those of sessions, not of probes, which come and go. */
const containers = async () =>
  (await containersOfProcess(process.pid)).filter(({ command }) => command.includes('parisizemax')).map(({ id }) => id);

function faults(): void {
  const gateways: UntypedGateway[] = [];
  const open = (settings: SettingsInput = {}) => {
    const gateway = createGateway({ transport: 'container', logLevel: 'silent', ...settings });
    gateways.push(gateway);
    return gateway;
  };
  const close = () => Promise.all(gateways.splice(0).map((gateway) => gateway.close()));

  describe('a container', () => {
    let gateway: UntypedGateway;
    beforeAll(async () => {
      gateway = open({ backends: { pari: { image: ours } }, limits: { temporaryBytes: 2 ** 20 } });
      expect(await ask(gateway, isPrime)).toMatchObject(works);
    });
    afterAll(async () => {
      await close();
      expect(await containers()).toEqual([]);
    });
    const only = async () => {
      const found = await containers();
      expect(found).toHaveLength(1);
      return found[0]!;
    };

    const ends = {
      killed: { by: ['kill'], evidence: /^status 137/ },
      // Docker may still know how it ended when it is asked.
      removed: { by: ['rm', '--force'], evidence: /^status 137|^the container was removed/ },
      stopped: { by: ['stop', '--time', '5'], evidence: /^status 143/ },
    } as const;

    it.each(Object.entries(ends))('%s in the middle of a call', async (_, { by, evidence }) => {
      let at = Infinity;
      const ended = await ask(gateway, longFactors, {
        onProgress: intoTheWork(async () => {
          const id = await only();
          at = performance.now();
          await docker(...by, id);
        }),
      });
      expect(performance.now() - at).toBeLessThan(2_000);
      const error = told(ended);
      expect(error, JSON.stringify(error)).toMatchObject({ code: 'BACKEND_FAILURE', classification: 'CRASHED' });
      expect(error['evidence']).toMatch(evidence);
      expect(await ask(gateway, isPrime)).toMatchObject(works);
    });

    it.each(Object.entries(ends))('%s while it is idle: the next call has another one', async (_, { by }) => {
      const before = await only();
      await docker(...by, before);
      expect(await ask(gateway, isPrime)).toMatchObject(works);
      await expect.poll(containers).not.toContain(before);
      await only();
    });

    it('frozen: the deadline ends the call, and the container goes', async () => {
      const frozen = await only();
      await docker('pause', frozen);
      const ended = await ask(gateway, isPrime, { budget: { wall_ms: 1_500 } });
      // Docker thaws what it kills: an answer may slip out, too late to be one.
      expect(told(ended)).toMatchObject({ code: 'OPERATION_TIMEOUT', stage: 'backend_execution' });
      expect(await containers()).not.toContain(frozen);
      expect(await ask(gateway, isPrime)).toMatchObject(works);
    });

    it('of a call that is cancelled, or out of time, is gone when the call has ended', async () => {
      const cancelling = new AbortController();
      const cancelled = await ask(gateway, longFactors, {
        signal: cancelling.signal,
        onProgress: intoTheWork(() => Promise.resolve(cancelling.abort())),
      });
      expect(told(cancelled)).toMatchObject({ code: 'OPERATION_CANCELLED' });
      expect(await containers()).toEqual([]);
      const late = await ask(gateway, longFactors, { budget: { wall_ms: 3_000 } });
      expect(told(late)).toMatchObject({ code: 'OPERATION_TIMEOUT' });
      expect(await containers()).toEqual([]);
      expect(await ask(gateway, isPrime)).toMatchObject(works);
    });

    it('whose temporary files fill their space serves an engine that needs none', async () => {
      const id = await only();
      await docker('exec', id, 'sh', '-c', 'yes >/tmp/filler 2>/dev/null || true');
      const ended = await ask(gateway, isPrime);
      expect(ended).toMatchObject(works);
    });
  });

  describe('an image', () => {
    const name = `jacobian-test-pari-${String(process.pid)}:1`;
    const openNamed = () => open({ backends: { pari: { image: name } }, sessionIdleMs: 60_000 });
    const missing = { code: 'BACKEND_UNAVAILABLE', status: 'MISSING', backend: 'pari' };
    beforeAll(() => imageFrom(ours, name));
    afterEach(async () => {
      await close();
      imageFrom(ours, name);
    });
    afterAll(() => docker('rmi', '--force', name));

    it('removed before the first call', async () => {
      await docker('rmi', '--force', name);
      const gateway = openNamed();
      const error = told(await ask(gateway, isPrime));
      expect(error).toMatchObject(missing);
      expect(error['detail']).toBe(`Docker has no image ${name}, which the settings name`);
      expect(error['hint']).toMatch(/^Correct backends\.pari\.image of the settings/);
      imageFrom(ours, name);
      await expect.poll(() => ask(gateway, isPrime), { timeout: 20_000 }).toMatchObject(works);
    });

    it('removed in the middle of a call: the call has its container still, those that come find none', async () => {
      const id = imageFrom(ours, name);
      const gateway = openNamed();
      const ended = await ask(gateway, longFactors, {
        budget: { wall_ms: 4_000 },
        // Docker takes the name away; what a container runs from stays until that is gone.
        onProgress: intoTheWork(() => docker('rmi', '--force', name)),
      });
      expect(told(ended)).toMatchObject({ code: 'OPERATION_TIMEOUT' });
      await docker('rmi', '--force', id);
      const error = told(await ask(gateway, isPrime));
      expect(error).toMatchObject(missing);
      expect(error['detail']).toMatch(/^Docker has no image/);
      expect(told(await ask(gateway, isPrime))).toMatchObject(missing);
      imageFrom(ours, name);
      await expect.poll(() => ask(gateway, isPrime), { timeout: 20_000 }).toMatchObject(works);
    });

    it('removed between calls: a warm session serves on until it is noticed, and what comes after is told', async () => {
      const gateway = openNamed();
      expect(await ask(gateway, isPrime)).toMatchObject(works);
      await docker('rmi', '--force', name);
      expect(await ask(gateway, isPrime)).toMatchObject(works);
      await expect
        .poll(() => ask(gateway, isPrime), { timeout: 20_000, interval: 500 })
        .toMatchObject({ diagnostic: missing });
      imageFrom(ours, name);
      await expect.poll(() => ask(gateway, isPrime), { timeout: 20_000 }).toMatchObject(works);
    });

    it('named by its id', async () => {
      const id = imageFrom(ours, name);
      for (const image of [id, id.replace('sha256:', '').slice(0, 12)]) {
        const gateway = open({ backends: { pari: { image } } });
        expect(await ask(gateway, isPrime)).toMatchObject(works);
      }
    });
  });

  describe('memory that runs out', () => {
    const fakes = laneFakes();
    afterAll(() => fakes.remove());
    afterAll(close);
    const driver = 'pari/container';
    const ending = exhausted('memory', leastMemory(fakeDrivers[driver]));

    it.each(['uses-memory-itself', 'uses-memory-in-child'])('of an engine that %s', (behaviour) =>
      runRow(fakes, driver, { behaviour, ending, budget: 'least memory' }, 'preferred'),
    );

    it('of PARI itself', async () => {
      const gateway = open();
      const row = Array.from({ length: 120 }, (_, i) => String(10n ** 400n + BigInt(i)));
      const payload = { matrix: row.map((_, i) => row.map((value, j) => (i === j ? `${value}7` : value))) };
      const budget = { memory_mb: 32 };
      const ended = await ask(gateway, ['matrix.determinant.compute', payload], { budget });
      expect(told(ended)).toMatchObject({ code: 'RESOURCE_EXHAUSTED', resource: 'memory', limit: 32 });
      expect(await ask(gateway, isPrime, { budget })).toMatchObject(works);
    });
  });
}
