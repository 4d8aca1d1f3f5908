import { afterEach, describe, expect, it } from 'vitest';
import { backends } from '../../backends/registry.generated.js';
import { createGateway, openMaintenance } from '../../src/compose.js';
import type { Program, Reply } from '../../src/contracts/adapter.js';
import type { RequestLimits } from '../../src/contracts/limits.js';
import type { Transport } from '../../src/contracts/transport.js';
import { parseSettings } from '../../src/config/load.js';
import { launchLimits } from '../../src/gateway/limits.js';
import { createSessionPool, type SessionPool, type SessionPoolDependencies } from '../../src/gateway/session-pool.js';
import type { SessionTarget } from '../../src/gateway/session.js';
import { createLog } from '../../src/log/log.js';
import { processTransport } from '../../src/transport/process.js';

/** The pool with real gp sessions; what was started is counted. */
const maintenance = openMaintenance({ hide: [] });
const requirement = { backend: 'pari', version: '>=2.15', features: [] };
const limits: RequestLimits = { memory_mb: 512, cpu_ms: 60_000, outputBytes: 1e6, processes: 8, temporaryBytes: 1e6 };
const pools: SessionPool[] = [];
afterEach(() => Promise.all(pools.splice(0).map((pool) => pool.close())));

interface Started {
  /** Its process has not ended. */
  isHere: boolean;
  kill(): Promise<void>;
}

interface Opened {
  readonly pool: SessionPool;
  readonly started: Started[];
  /** The most engines that were there at once, as their processes tell. */
  most(): number;
}

function openPool(more: Partial<SessionPoolDependencies> = {}): Opened {
  const started: Started[] = [];
  let most = 0;
  const real = processTransport('subprocess', 'preferred');
  const subprocess: Transport = {
    name: 'subprocess',
    start: async (launch, launchLimit) => {
      const channel = await real.start(launch, launchLimit);
      const engine = { isHere: true, kill: () => channel.kill() };
      void channel.exited.then(() => (engine.isHere = false));
      started.push(engine);
      most = Math.max(most, started.filter(({ isHere }) => isHere).length);
      return channel;
    },
  };
  const pool = createSessionPool({
    transports: { subprocess },
    engineCode: () => ({ files: [{ name: 'prelude.gp', text: prelude }] }),
    tools: maintenance.tools,
    launchLimits: () => launchLimits(backends['pari']?.declaration, parseSettings({})),
    idleMs: 60_000,
    maximum: () => 2,
    ready: () => 0,
    maximumInAll: 8,
    log: createLog('silent'),
    ...more,
  });
  pools.push(pool);
  return { pool, started, most: () => most };
}

/** Only what the driver itself calls: the pool is what is tested. */
const prelude = 'jg_remember(names) = 0;\njg_same() = 1;\njg_unassigned(names) = 1;\njg_saved = [0, 0, []];';

async function target(memory_mb = 512): Promise<SessionTarget> {
  const { location, version } = await maintenance.prober.availability(requirement, 'subprocess');
  const backend = backends['pari'];
  if (location === null || version === null || backend === undefined) throw new Error('no gp here');
  return { backend, location, version, memory_mb };
}

async function ask(pool: SessionPool, text: string, memory_mb = 512, signal = new AbortController().signal) {
  const program: Program = { text };
  return pool.execute(await target(memory_mb), program, (reply: Reply) => reply.text, { signal, limits });
}

/** Waits until something is so, for 10 s at most. */
async function until(holds: () => boolean): Promise<void> {
  const end = Date.now() + 10_000;
  while (!holds() && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 10));
  expect(holds()).toBe(true);
}

describe('sessions', () => {
  it('serve one request after another', async () => {
    const { pool, started } = openPool();
    for (let i = 0; i < 5; i += 1) expect(await ask(pool, `${String(i)}+1`)).toBe(String(i + 1));
    expect(started.length).toBe(1);
  });

  it('one that died while it waited is replaced, and the request is not lost', async () => {
    const { pool, started } = openPool();
    await ask(pool, '1');
    await started[0]?.kill();
    expect(await ask(pool, '1+1')).toBe('2');
    expect(started.length).toBe(2);
  });

  it('one that dies with a request is reported, not tried again', async () => {
    const { pool, started } = openPool();
    await ask(pool, '1');
    const lost = ask(pool, 'while(1,)');
    const outcome = expect(lost).rejects.toThrow(/gp ended/);
    setTimeout(() => void started[0]?.kill(), 100);
    await outcome;
    expect(started.length).toBe(1);
    expect(await ask(pool, '1+1')).toBe('2');
  });

  it('an error of the engine keeps the session, a cancel ends it', async () => {
    const { pool, started } = openPool();
    await ask(pool, '1');
    expect(await ask(pool, '1/0')).toMatch(/^!e_INV/);
    expect(started.length).toBe(1);
    const controller = new AbortController();
    const cancelled = expect(ask(pool, 'while(1,)', 512, controller.signal)).rejects.toThrow('enough');
    setTimeout(() => controller.abort(new Error('enough')), 50);
    await cancelled;
    expect(pool.idleCount()).toBe(0);
    expect(await ask(pool, '1+1')).toBe('2');
    expect(started.length).toBe(2);
  });

  it('at most so many live: the one that waited longest goes', async () => {
    const { pool, started } = openPool();
    for (const memory of [256, 512, 768]) await ask(pool, '1', memory);
    expect(started.length).toBe(3);
    expect(pool.idleCount()).toBe(2);
    for (const memory of [256, 512, 768]) await ask(pool, '1', memory);
    expect(started.length).toBe(3);
    await ask(pool, '1', 1024);
    await ask(pool, '1', 768);
    expect(started.length).toBe(4);
  });

  it.each([
    ['a backend', 1, 8],
    ['all backends', 8, 1],
  ])(
    'at most so many of %s live, those that are started ahead of their use with them',
    async (_, maximum, maximumInAll) => {
      const { pool, started, most } = openPool({ ready: () => 1, maximum: () => maximum, maximumInAll });
      const warmingUp = pool.warmUp(await target(512));
      // The one that is on its way has too little memory for this.
      expect(await ask(pool, '1+1', 768)).toBe('2');
      await warmingUp;
      expect(most()).toBe(1);
      expect(started.length).toBeLessThanOrEqual(2);
      expect(pool.idleCount()).toBe(1);
      expect(await ask(pool, '1+1', 768)).toBe('2');
      expect(most()).toBe(1);
    },
  );

  it('at most so many live when requests come at once, each for an engine of its own', async () => {
    const { pool, most } = openPool({ ready: () => 2 });
    await pool.warmUp(await target(200));
    for (const memory of [300, 500, 700]) {
      const both = [ask(pool, '1+1', memory), ask(pool, '1+1', memory + 100)];
      expect(await Promise.all(both)).toEqual(['2', '2']);
    }
    await until(() => pool.idleCount() === 2);
    expect(most()).toBe(2);
  });

  it('one that is being ended is waited for where it takes the last room', async () => {
    const { pool, most } = openPool({ maximum: () => 1 });
    await ask(pool, '1');
    const controller = new AbortController();
    const cancelled = expect(ask(pool, 'while(1,)', 512, controller.signal)).rejects.toThrow('enough');
    await new Promise((resolve) => setTimeout(resolve, 50));
    controller.abort(new Error('enough'));
    expect(await ask(pool, '1+1')).toBe('2');
    await cancelled;
    expect(most()).toBe(1);
  });

  it('one that was claimed while it started and is not needed any more serves the next request', async () => {
    const { pool, started, most } = openPool({ ready: () => 1, maximum: () => 1 });
    const warmingUp = pool.warmUp(await target());
    const cancelled = expect(ask(pool, '1', 512, AbortSignal.abort(new Error('enough')))).rejects.toThrow('enough');
    await Promise.all([warmingUp, cancelled]);
    expect(await ask(pool, '1+1')).toBe('2');
    expect(started.length).toBe(1);
    expect(most()).toBe(1);
  });

  it('below the maximum none goes', async () => {
    const { pool } = openPool({ maximum: () => 8 });
    for (const memory of [100, 200, 300, 400, 500, 600]) await ask(pool, '1', memory);
    expect(pool.idleCount()).toBe(6);
  });

  it('at most so many live over all backends', async () => {
    const { pool } = openPool({ maximum: () => 8, maximumInAll: 3 });
    for (const memory of [100, 200, 300, 400, 500]) await ask(pool, '1', memory);
    expect(pool.idleCount()).toBe(3);
  });

  it('wait no longer than they may, but as many as are to be ready stay', async () => {
    const { pool } = openPool({ idleMs: 50 });
    await ask(pool, '1');
    await until(() => pool.idleCount() === 0);
    const kept = openPool({ idleMs: 50, ready: () => 1 });
    await ask(kept.pool, '1');
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(kept.pool.idleCount()).toBe(1);
    expect(kept.started.length).toBe(1);
  });

  it('of an engine that was replaced are not kept ready', async () => {
    const { pool, started } = openPool({ idleMs: 50, ready: () => 1, maximum: () => 8 });
    const old = await target();
    const replaced = { ...old, version: `${old.version}-next` };
    const options = { signal: new AbortController().signal, limits };
    const askOf = (engine: SessionTarget, text: string) =>
      pool.execute(engine, { text }, (reply) => reply.text, options);
    expect(await askOf(old, '1+1')).toBe('2');
    // What still works on the old one when the new one is known starts none of the old ones.
    const last = askOf(old, 'my(t=getwalltime());while(getwalltime()-t<300,);3');
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await askOf(replaced, '1+1')).toBe('2');
    expect(await last).toBe('3');
    await until(() => pool.idleCount() === 1);
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(started.map((engine) => engine.isHere)).toEqual([false, false, true]);
  });

  it('of one image serve no request for another, whose engine has the same path and version', async () => {
    const { pool, started } = openPool();
    const options = { signal: new AbortController().signal, limits };
    const here = await target();
    for (const id of ['sha256:1', 'sha256:2', 'sha256:1']) {
      const inImage = { ...here, location: { ...here.location, image: { name: 'gp', id } } };
      expect(await pool.execute(inImage, { text: '1+1' }, (reply) => reply.text, options)).toBe('2');
    }
    expect(started.length).toBe(2);
  });

  it('are started ahead of their use, and claimed while they start', async () => {
    const { pool, started } = openPool({ ready: () => 2 });
    void pool.warmUp(await target());
    expect(await ask(pool, '1+1')).toBe('2');
    await until(() => pool.idleCount() === 2);
    expect(started.length).toBe(2);
  });

  it('end after so many uses', async () => {
    const backend = backends['pari'];
    if (backend === undefined) throw new Error('no such backend');
    const { traits } = backend.declaration;
    const few = { ...backend, declaration: { ...backend.declaration, traits: { ...traits, maximumUses: 3 } } };
    const { pool, started } = openPool();
    const options = { signal: new AbortController().signal, limits };
    for (let i = 0; i < 7; i += 1)
      await pool.execute({ ...(await target()), backend: few }, { text: '1' }, (reply) => reply.text, options);
    expect(started.length).toBe(3);
  });

  it('one that holds much memory after a request is replaced', async () => {
    const { pool, started } = openPool();
    const keep = 'my(t=getwalltime());kept=vector(5*10^6,i,i);while(getwalltime()-t<300,);#kept';
    expect(await ask(pool, keep, 280)).toBe('5000000');
    expect(await ask(pool, '1+1', 280)).toBe('2');
    expect(started.length).toBe(2);
  });

  it('closing ends those that work and those that wait', async () => {
    const { pool, started } = openPool();
    await ask(pool, '1');
    const controller = new AbortController();
    const running = expect(ask(pool, 'while(1,)', 512, controller.signal)).rejects.toThrow('closed');
    await new Promise((resolve) => setTimeout(resolve, 50));
    controller.abort(new Error('closed'));
    await Promise.all([running, pool.close()]);
    expect(pool.idleCount()).toBe(0);
    expect(started.length).toBe(1);
  });
});

describe('limits of a request, each with its own word', () => {
  const factor = { value: '2^1061-1' };
  const cases: readonly [string, Parameters<typeof createGateway>[0], object, object][] = [
    ['cpu', { limits: { cpu_ms: 500 } }, {}, { code: 'RESOURCE_EXHAUSTED', resource: 'cpu', limit: 500 }],
    ['wall', {}, { wall_ms: 700 }, { code: 'OPERATION_TIMEOUT', timeout_owner: 'caller_deadline', configured_ms: 700 }],
  ];
  it.each(cases)('%s', async (_, settings, budget, error) => {
    const gateway = createGateway(settings);
    const call = gateway.run('integer.compute.prime_factorization', factor, { backend: 'pari', budget });
    await expect(call).rejects.toMatchObject({ diagnostic: error });
    expect((await gateway.run('integer.decide.prime', { value: 97 }, { backend: 'pari' })).output.holds).toBe(true);
    await gateway.close();
  });

  it('memory that SageMath takes', async () => {
    const gateway = createGateway({});
    const options = { backend: 'sagemath', budget: { memory_mb: 768, wall_ms: 60_000 } } as const;
    const divisors = gateway.run('integer.compute.divisors', { value: '100!' }, options);
    await expect(divisors).rejects.toMatchObject({ code: expect.stringMatching(/RESOURCE_/) as string });
    expect((await gateway.run('integer.decide.prime', { value: 97 }, options)).output.holds).toBe(true);
    await gateway.close();
  });
});
