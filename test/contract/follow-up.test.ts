import { mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { backends } from '../../backends/registry.generated.js';
import { openMaintenance } from '../../src/compose.js';
import { parseSettings } from '../../src/config/load.js';
import type { AnyAdapter, Reply } from '../../src/contracts/adapter.js';
import { startDeadline } from '../../src/gateway/deadline.js';
import { executeOnEngine } from '../../src/gateway/execute.js';
import { launchLimits } from '../../src/gateway/limits.js';
import { createScheduler } from '../../src/gateway/scheduler.js';
import { createSessionPool } from '../../src/gateway/session-pool.js';
import { createLog } from '../../src/log/log.js';
import { processTransport } from '../../src/transport/process.js';
import { fakeOperation } from '../support/fake-catalog.js';

/** A request of two programs, each in a real gp of its own that a link leads to. */
const settings = parseSettings({ isolation: 'off' });
const maintenance = openMaintenance({ isolation: 'off' });
const folder = mkdtempSync(join(tmpdir(), 'jacobian-follow-up-'));
const path = join(folder, 'gp');
const prelude = 'jg_remember(names) = 0;\njg_same() = 1;\njg_unassigned(names) = 1;\njg_saved = [0, 0, []];';
const pool = createSessionPool({
  transports: { subprocess: processTransport('subprocess', 'off') },
  engineCode: () => ({ files: [{ name: 'prelude.gp', text: prelude }] }),
  tools: maintenance.tools,
  launchLimits: () => launchLimits(backends['pari']?.declaration, settings),
  idleMs: 60_000,
  maximum: () => 2,
  ready: () => 0,
  maximumInAll: 2,
  log: createLog('silent'),
});
afterAll(async () => {
  await pool.close();
  rmSync(folder, { recursive: true });
});

async function run(between: () => void): Promise<unknown> {
  const requirement = { backend: 'pari', version: '>=2.15', features: [] };
  const { location, version } = await maintenance.prober.availability(requirement, 'subprocess');
  const pari = backends['pari'];
  if (location === null || version === null || pari === undefined) throw new Error('no gp here');
  rmSync(path, { force: true });
  symlinkSync(realpathSync(location.path), path);
  const traits = { ...pari.declaration.traits, maximumUses: 1 };
  const adapter = {
    operation: 'a.two.compute',
    backend: 'pari',
    encode: () => ({ text: '1+1' }),
    decode: (first: Reply) => {
      between();
      const decode = (second: Reply) => ({ kind: 'ok', output: [first.text, second.text] });
      return { kind: 'follow-up', program: { text: '2+2' }, decode };
    },
  } as unknown as AnyAdapter;
  const budget = { wall_ms: 20_000, memory_mb: 512 };
  const deadline = startDeadline({
    wallMs: 20_000,
    owner: 'operation_wall',
    signal: undefined,
    began: performance.now(),
  });
  const choice = {
    requirement,
    adapter,
    backend: { ...pari, declaration: { ...pari.declaration, traits } },
    location: { ...location, path },
    version,
    remark: null,
  };
  const request = {
    operation: fakeOperation('a.two.compute'),
    choice,
    input: {},
    budget,
    turn: { client: '', priority: 'interactive' as const },
  };
  const scheduler = createScheduler({ concurrency: 1, sessions: () => 1, queueLength: 9, queueWaitMs: 9_000 });
  try {
    const { answer } = await executeOnEngine(
      request,
      deadline,
      () => undefined,
      (outcome) => outcome,
      {
        pool,
        scheduler,
        settings,
      },
    );
    return answer;
  } finally {
    deadline.dispose();
  }
}

describe('a request of two programs', () => {
  it('is answered by both', async () => {
    expect(await run(() => undefined)).toEqual({ kind: 'ok', output: ['2', '4'] });
  });

  it('is a failure where the engine does not start again, not a reason to ask another', async () => {
    const error = { code: 'BACKEND_FAILURE', diagnostic: { backend: 'pari', classification: 'CRASHED' } };
    await expect(run(() => rmSync(path))).rejects.toMatchObject(error);
  });
});
