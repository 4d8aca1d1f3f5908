import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { createGateway } from '../../src/compose.js';
import { GatewayError } from '../../src/contracts/diagnostic.js';
import type { RunOptions, RunProgress } from '../../src/contracts/gateway.js';
import type { SettingsInput } from '../../src/contracts/settings.js';
import { contractViolations } from '../support/error-contract.js';
import { fakeDrivers } from '../support/fake-drivers.js';
import { createFakes } from '../support/fake-engine.js';

/**
 * An engine that was there when it was probed and does not start when it is needed: the next alternative of the operation
 * serves, since nobody has seen the request. A fake fails at the start of a session that is given `memory_mb`.
 */
const pari = fakeDrivers['pari/subprocess'];
const sage = fakeDrivers['sagemath/subprocess'];
const z3 = fakeDrivers['z3/subprocess'];
const memory_mb = 1_111;

const folder = mkdtempSync(join(tmpdir(), 'jacobian-next-'));
const fakes = createFakes();
const open: ReturnType<typeof createGateway>[] = [];
afterEach(() => Promise.all(open.splice(0).map((gateway) => gateway.close())));
afterAll(async () => {
  await fakes.remove();
  rmSync(folder, { recursive: true, force: true });
});

/** No image of this machine is among the alternatives. */
function gatewayWith(paths: Readonly<Record<string, string>>, settings: SettingsInput = { transport: 'subprocess' }) {
  const backends = Object.fromEntries(Object.entries(paths).map(([id, path]) => [id, { path }]));
  const gateway = createGateway({ logLevel: 'silent', backends, ...settings });
  open.push(gateway);
  return gateway;
}

/** A PARI and a SageMath that do what they are told to. */
function numbers(ofPari: string, ofSage: string) {
  return gatewayWith({ pari: fakes.make(pari, ofPari).path, sagemath: fakes.make(sage, ofSage).path });
}

function factor(gateway: ReturnType<typeof gatewayWith>, options: RunOptions = { budget: { memory_mb } }) {
  return gateway.runUntyped(pari.operation, pari.right.payload, options);
}

/** The error as it is sent. */
async function failure(call: Promise<unknown>): Promise<Readonly<Record<string, unknown>>> {
  const error: unknown = await call.catch((caught: unknown) => caught);
  if (!(error instanceof GatewayError)) throw new Error(`no GatewayError: ${JSON.stringify(error)}`);
  const sent = JSON.parse(JSON.stringify(error.diagnostic)) as Readonly<Record<string, unknown>>;
  expect(contractViolations(sent)).toEqual([]);
  return sent;
}

const failed = (backend: string, transport = 'subprocess') =>
  expect.objectContaining({
    backend,
    transport,
    status: 'CHECK_FAILED',
    version: expect.any(String) as string,
  }) as object;

describe('an engine that does not start', () => {
  it('is passed over for another backend, and used again when it starts', async () => {
    const gateway = numbers('start-exits-1', 'none');
    const states: RunProgress['state'][] = [];
    const onProgress = ({ state }: RunProgress) => void states.push(state);
    const { output, execution, assurance } = await factor(gateway, { budget: { memory_mb }, onProgress });
    expect(output).toMatchObject(pari.right.output);
    expect(execution).toMatchObject({ backend: 'sagemath', transport: 'subprocess' });
    expect(assurance.basis).toContain('SageMath');
    expect(states).toEqual(['queued', 'starting', 'queued', 'starting', 'running', 'checking']);
    expect((await factor(gateway, {})).execution.backend).toBe('pari');
  });

  it('is passed over for another transport of its backend', async () => {
    const gateway = gatewayWith({ z3: fakes.make(z3, 'start-exits-1').path }, { hide: ['z3/container'] });
    const { output, execution } = await gateway.runUntyped(z3.operation, z3.right.payload, { budget: { memory_mb } });
    expect(output).toMatchObject(z3.right.output);
    expect(execution).toMatchObject({ backend: 'z3', transport: 'embedded' });
  });

  it('is told with all others that were tried, each once', async () => {
    const error = await failure(factor(numbers('start-exits-1', 'start-exits-137')));
    expect(error).toMatchObject({ code: 'BACKEND_UNAVAILABLE', backend: 'pari', status: 'CHECK_FAILED' });
    expect(error['tried']).toEqual([failed('pari'), failed('sagemath')]);
  });

  it('comes after those that are not there', async () => {
    const gateway = gatewayWith({ pari: join(folder, 'nothing'), sagemath: fakes.make(sage, 'start-exits-1').path });
    const error = await failure(factor(gateway));
    expect(error).toMatchObject({ backend: 'pari', detail: 'there is no such file' });
    expect(error['tried']).toEqual([expect.objectContaining({ backend: 'pari', version: null }), failed('sagemath')]);
  });

  it('is the only one where the call insists on it', async () => {
    const error = await failure(factor(numbers('start-exits-1', 'none'), { backend: 'pari', budget: { memory_mb } }));
    expect(error['tried']).toEqual([failed('pari')]);
  });

  it('uses up the time of the call: nothing else is tried after its end', async () => {
    const error = await failure(factor(numbers('start-hangs', 'none'), { budget: { memory_mb, wall_ms: 1_500 } }));
    expect(error).toMatchObject({ code: 'OPERATION_TIMEOUT', timeout_owner: 'caller_deadline' });
  });

  it('says nothing of the paths of this machine', async () => {
    const path = join(folder, 'gp');
    writeFileSync(
      path,
      `#!/bin/sh
case "$*" in
--version-short) echo 2.15.2 ;;
*parisizemax*) printf 'gp: cannot open %s: \\033[1mdenied\\n' "$0" >&2; exit 1 ;;
*) cat >/dev/null; echo '[193707721, 1; 761838257287, 1]' ;;
esac
`,
    );
    chmodSync(path, 0o755);
    const error = await failure(factor(gatewayWith({ pari: path }), { backend: 'pari' }));
    const detail = 'gp ended: gp: cannot open <path>:  [1mdenied';
    expect(error).toMatchObject({ detail, tried: [{ detail }] });
    expect(JSON.stringify(error)).not.toContain(folder);
  });
});
