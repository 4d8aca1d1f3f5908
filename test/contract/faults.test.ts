import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createGateway } from '../../src/compose.js';
import { waitUntilGone } from '../support/processes.js';

/**
 * Programs of one behaviour each stand where gp is expected. Each fault ends in the right typed error within its limit
 * plus a second, leaves no process behind, and the next call (on an engine that works) succeeds.
 */
const folder = mkdtempSync(join(tmpdir(), 'jacobian-fakes-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const wallMs = 1_500;
const rightAnswer = {
  sign: 1,
  factors: [
    { prime: '2', power: 3 },
    { prime: '3', power: 2 },
    { prime: '5', power: 1 },
  ],
};

const faults: readonly { behaviour: string; error: Record<string, unknown>; survives?: boolean }[] = [
  {
    behaviour: 'never-answers',
    error: { code: 'OPERATION_TIMEOUT', stage: 'backend_execution', timeout_owner: 'caller_deadline' },
  },
  { behaviour: 'ignores-sigterm', error: { code: 'OPERATION_TIMEOUT' } },
  { behaviour: 'wrong-sentinel', error: { code: 'OPERATION_TIMEOUT' } },
  { behaviour: 'garbage', error: { code: 'BACKEND_FAILURE', classification: 'PROTOCOL_ERROR' } },
  { behaviour: 'prints-banner', error: { code: 'BACKEND_FAILURE', classification: 'PROTOCOL_ERROR' } },
  { behaviour: 'echoes', error: { code: 'BACKEND_FAILURE', classification: 'PROTOCOL_ERROR' } },
  { behaviour: 'half-answer', error: { code: 'BACKEND_FAILURE', classification: 'CRASHED' } },
  { behaviour: 'exits-0', error: { code: 'BACKEND_FAILURE', classification: 'CRASHED' } },
  { behaviour: 'exits-1', error: { code: 'BACKEND_FAILURE', classification: 'CRASHED' } },
  { behaviour: 'crashes', error: { code: 'BACKEND_FAILURE', classification: 'CRASHED' } },
  { behaviour: 'killed', error: { code: 'BACKEND_FAILURE', classification: 'CRASHED' } },
  { behaviour: 'wrong-answer', error: { code: 'BACKEND_FAILURE', classification: 'INVALID_OUTPUT' } },
  { behaviour: 'not-proved-order', error: { code: 'BACKEND_FAILURE', classification: 'INVALID_OUTPUT' } },
  { behaviour: 'engine-error', error: { code: 'BACKEND_FAILURE', classification: 'ENGINE_ERROR' }, survives: true },
  { behaviour: 'out-of-memory', error: { code: 'RESOURCE_EXHAUSTED', resource: 'memory' }, survives: true },
  { behaviour: 'floods', error: { code: 'RESOURCE_EXHAUSTED', resource: 'output' } },
  { behaviour: 'never-ready', error: { code: 'OPERATION_TIMEOUT' } },
  { behaviour: 'dies-at-start', error: { code: 'BACKEND_UNAVAILABLE', status: 'CHECK_FAILED' } },
];
const harmless = ['works', 'floods-stderr', 'leaves-daemon'];

describe.each(['preferred', 'off'] as const)('isolation %s', (isolation) => {
  it.each(faults)('$behaviour', async ({ behaviour, error, survives }) => {
    const gateway = openWith(behaviour, isolation);
    const began = performance.now();
    const failure: unknown = await factor(gateway).catch((caught: unknown) => caught);
    expect(failure).toMatchObject({ diagnostic: error });
    expect(performance.now() - began).toBeLessThan(wallMs + 1_000);
    // An engine that only reported an error stays warm; every other one is gone before the call returns.
    if (survives !== true) expect(await waitUntilGone(join(folder, isolation, behaviour), 0)).toEqual([]);
    await gateway.close();
    expect(await waitUntilGone(join(folder, isolation, behaviour))).toEqual([]);
  });

  it.each(harmless)('%s: the answer arrives, and closing leaves nothing', async (behaviour) => {
    const gateway = openWith(behaviour, isolation);
    expect((await factor(gateway, 20_000)).output).toMatchObject(rightAnswer);
    expect((await factor(gateway, 20_000)).output).toMatchObject(rightAnswer);
    await gateway.close();
    expect(await waitUntilGone(join(folder, isolation, behaviour))).toEqual([]);
  });
});

it('a probe that hangs does not hold the call beyond its deadline', async () => {
  const gateway = openWith('probe-hangs', 'preferred');
  const began = performance.now();
  await expect(factor(gateway)).rejects.toMatchObject({ code: 'OPERATION_TIMEOUT' });
  expect(performance.now() - began).toBeLessThan(wallMs + 1_000);
  await gateway.close();
});

function openWith(behaviour: string, isolation: 'preferred' | 'off') {
  const path = fakeEngine(join(folder, isolation), behaviour);
  return createGateway({
    isolation,
    backends: { pari: { path } },
    hide: ['sagemath'],
    limits: { outputBytes: 4 * 1024 * 1024 },
  });
}

function factor(gateway: ReturnType<typeof createGateway>, budgetMs = wallMs) {
  return gateway.run(
    'integer.compute.prime_factorization',
    { value: '360' },
    { backend: 'pari', budget: { wall_ms: budgetMs } },
  );
}

/** A program behaves as its name says. */
function fakeEngine(target: string, behaviour: string): string {
  mkdirSync(target, { recursive: true });
  const path = join(target, behaviour);
  copyFileSync(new URL('../fixtures/engines/fake-gp', import.meta.url), path);
  chmodSync(path, 0o755);
  return path;
}
