import { randomUUID } from 'node:crypto';
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createGateway } from '../../src/compose.js';
import { waitUntilGone } from '../support/processes.js';

/** A program stands where lean is expected, and can do all that a native Lean lets a source do. */
const folder = mkdtempSync(join(tmpdir(), 'jacobian-lean-'));
const bin = join(folder, 'bin');
mkdirSync(bin);
const path = join(bin, 'lean');
copyFileSync(new URL('../fixtures/engines/fake-lean', import.meta.url), path);
chmodSync(path, 0o755);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function check(order: string, isolation: 'preferred' | 'off' = 'preferred', wall_ms = 20_000) {
  const gateway = createGateway({ isolation, backends: { lean: { path } }, limits: { outputBytes: 4 * 1024 * 1024 } });
  try {
    const options = { transport: 'subprocess', budget: { wall_ms } } as const;
    return await gateway.run('lean.check', { source: `-- ${order}\n` }, options);
  } finally {
    await gateway.close();
    expect(await waitUntilGone(path)).toEqual([]);
  }
}

describe.each(['preferred', 'off'] as const)('isolation %s', (isolation) => {
  it('an accepted source has its axioms', async () => {
    const { output } = await check('accepts', isolation);
    expect(output).toEqual({
      outcome: 'ELABORATED',
      diagnostics: [],
      axioms: [{ declaration: 't', axioms: ['propext'] }],
    });
  });

  it('lines that a source prints are not taken for ours', async () => {
    expect((await check('forges', isolation)).output.outcome).toBe('REJECTED');
  });

  it('a source that ends Lean is not accepted', async () => {
    expect((await check('ends', isolation)).output.outcome).toBe('REJECTED');
  });

  it('what a source leaves in its folder does not reach the audit', async () => {
    expect((await check('rewrites', isolation)).output.axioms).toEqual([{ declaration: 't', axioms: ['propext'] }]);
  });

  it('a declaration that the kernel refuses is not accepted', async () => {
    const { output } = await check('lies', isolation);
    expect(output).toMatchObject({ outcome: 'REJECTED', diagnostics: [{ severity: 'error' }] });
    expect(output.axioms).toBeUndefined();
  });

  it('messages name no folder of this machine', async () => {
    const { output } = await check('tells', isolation);
    const told = output.diagnostics[0]?.message ?? '';
    expect(told).toContain('<lean>/lean in ');
    for (const hidden of [folder, homedir(), process.cwd(), 'LEAN_']) expect(told).not.toContain(hidden);
  });

  it.each([
    ['crashes', { code: 'BACKEND_FAILURE', classification: 'CRASHED' }],
    ['overflows', { code: 'BACKEND_FAILURE', evidence: 'status 134: Stack overflow detected. Aborting.' }],
    ['exhausts', { code: 'RESOURCE_EXHAUSTED', resource: 'memory' }],
    ['aborts', { code: 'RESOURCE_EXHAUSTED', resource: 'memory' }],
    ['floods', { code: 'RESOURCE_EXHAUSTED', resource: 'output' }],
  ])('%s: is an error, never a verdict', async (order, error) => {
    await expect(check(order, isolation)).rejects.toMatchObject({ diagnostic: error });
  });

  it('hangs: is ended with its deadline', async () => {
    const began = performance.now();
    await expect(check('hangs', isolation, 1_500)).rejects.toMatchObject({ code: 'OPERATION_TIMEOUT' });
    expect(performance.now() - began).toBeLessThan(2_500);
    expect(await waitUntilGone('sleep 613')).toEqual([]);
  });
});

describe('in the sandbox', () => {
  const home = mkdtempSync(join(homedir(), '.jacobian-test-'));
  const canary = join(home, 'canary');
  const secret = randomUUID();
  writeFileSync(canary, secret);
  afterAll(() => rmSync(home, { recursive: true, force: true }));

  it.each([canary, '/etc/passwd', '/etc/shadow', '/etc/hostname'])('%s cannot be read', async (file) => {
    const { output } = await check(`reads ${file}`);
    expect(output.diagnostics[0]?.message).toMatch(/No such file/);
    expect(JSON.stringify(output)).not.toContain(secret);
  });

  it('what a source leaves running goes with the call', async () => {
    expect((await check('daemon')).output.outcome).toBe('ELABORATED');
    expect(await waitUntilGone('sleep 617')).toEqual([]);
  });

  it('nothing can be written', async () => {
    for (const file of [join(home, 'escape'), canary, join(bin, 'escape'), '/usr/escape']) {
      expect((await check(`writes ${file}`)).output.diagnostics[0]?.message).toBe('not written');
    }
    expect(readdirSync(home)).toEqual(['canary']);
    expect(readdirSync(bin)).toEqual(['lean']);
  });

  it('nothing can be reached over the network', async () => {
    let connections = 0;
    const server = createServer(() => (connections += 1));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const { output } = await check(`connects 127.0.0.1/${String(port)}`);
    server.close();
    expect(output.diagnostics[0]?.message).toBe('not connected');
    expect(connections).toBe(0);
  });
});
