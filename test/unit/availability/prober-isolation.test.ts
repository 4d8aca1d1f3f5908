import { createServer, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isolationState } from '../../../src/process/isolate.js';
import { testMachine } from './support/machine.js';
import { ask, fixture, testBackend, testProber } from './support/prober.js';

describe('a shim that fetches what it stands for', () => {
  const connections: string[] = [];
  const server = createServer((socket) => {
    connections.push('connected');
    socket.on('error', () => undefined).end();
  });
  beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  const shim = async (isolation: 'required' | 'preferred' | 'off') => {
    connections.length = 0;
    const machine = testMachine();
    const { port } = server.address() as AddressInfo;
    const lines = [
      '#!/bin/bash',
      `if exec 3<>/dev/tcp/127.0.0.1/${String(port)}; then echo 'info: downloading gp 2.17'; exit 1; fi 2>/dev/null`,
      "echo 'info: syncing channel updates' >&2",
      "echo 'error: could not download gp 2.17: could not connect' >&2",
      'exit 1',
    ];
    machine.write('path/jg-fake', `${lines.join('\n')}\n`);
    return ask(testProber({ machine, settings: { isolation }, isolation: await isolationState() }));
  };

  it.each(['required', 'preferred'] as const)('cannot, and fails its check: isolation %s', async (isolation) => {
    const found = await shim(isolation);
    if (!(await isolationState()).available) {
      if (isolation === 'required') expect(found.status).toBe('ISOLATION_UNAVAILABLE');
      return;
    }
    expect(found).toMatchObject({ status: 'CHECK_FAILED', location: null });
    expect(found.detail).toBe(
      'it answered: error: could not download gp 2.17: could not connect (a probe has no network: a program that fetches what it needs is not installed yet)',
    );
    expect(found.hint).not.toBeNull();
    expect(connections).toEqual([]);
  });

  it('would, where the operator has switched isolation off', async () => {
    expect((await shim('off')).status).toBe('CHECK_FAILED');
    expect(connections).toEqual(['connected']);
  });
});

describe('isolation', () => {
  const isolation = {
    available: false,
    reason: 'bubblewrap (bwrap) is not installed',
    hint: 'Install bubblewrap.',
  } as const;
  const settings = { backends: { fake: { path: fixture('gp-works.sh') } } };

  it('is required by settings or by engines that run code of callers, and nothing is run without it', async () => {
    const untrusted = testBackend({ traits: { ...testBackend().declaration.traits, untrusted: true } });
    const cases = [
      testProber({ settings: { ...settings, isolation: 'required' }, isolation }),
      testProber({ settings: { ...settings, isolation: 'preferred' }, isolation, backend: untrusted }),
    ];
    for (const test of cases) {
      const found = await ask(test);
      expect(found).toMatchObject({ status: 'ISOLATION_UNAVAILABLE', detail: isolation.reason, location: null });
      expect(found.hint).toBe('Install bubblewrap. Or set isolation to off, if you trust what is run.');
      expect(test.ran).toEqual([]);
    }
    expect(
      await ask(testProber({ settings: { ...settings, isolation: 'off' }, isolation, backend: untrusted })),
    ).toMatchObject({
      status: 'AVAILABLE',
    });
  });
});
