import { describe, expect, it } from 'vitest';
import { backends } from '../../../backends/registry.generated.js';
import { operation } from '../../../catalog/sat/solve.js';
import { createProber } from '../../../src/availability/prober.js';
import type { AnyAdapter } from '../../../src/contracts/adapter.js';
import { settingsSchema, type SettingsInput } from '../../../src/contracts/settings.js';
import { selectEngine, transportsOf, type Forced } from '../../../src/gateway/select.js';
import { runCommand } from '../../../src/process/run-command.js';
import { available, image, testContainers, type TestContainers } from '../availability/support/containers.js';
import { testMachine } from '../availability/support/machine.js';

const transports = (id: string, settings: SettingsInput = {}) =>
  transportsOf(id, { backends, settings: settingsSchema.parse(settings) });

describe('the order of transports', () => {
  it('is subprocess, container, embedded', () => {
    expect(transports('z3')).toEqual(['subprocess', 'container', 'embedded']);
    expect(transports('pari')).toEqual(['subprocess', 'container']);
  });

  it('is what the operator named, for all or for one', () => {
    expect(transports('pari', { transport: 'container' })).toEqual(['container']);
    expect(transports('z3', { backends: { z3: { transport: 'container' } } })).toEqual(['container']);
    expect(transports('z3', { transport: 'container', backends: { z3: { transport: 'embedded' } } })).toEqual([
      'embedded',
    ]);
    // Named for all, it does not take away what has no such transport.
    expect(transports('pari', { transport: 'embedded' })).toEqual(['subprocess', 'container']);
    expect(transports('pari', { backends: { pari: { transport: 'embedded' } } })).toEqual([]);
  });
});

/** Answers as Z3 does to its probe and its trial computation. */
const engine = [
  '#!/bin/sh',
  'if [ "$1" = --version ]; then echo "Z3 version 4.13.0 - 64 bit"; exit; fi',
  'cat >/dev/null',
  'echo "sat ((x 2)) jg-end-0"',
].join('\n');

function choose(containers: TestContainers, forced: Forced = {}, settings: SettingsInput = {}, native = false) {
  const machine = testMachine();
  if (native) machine.write('path/jg-z3', engine);
  const { declaration, ...rest } = backends['z3']!;
  const subprocess = { ...declaration.subprocess!, executables: ['jg-z3'] };
  const known = { z3: { ...rest, declaration: { ...declaration, subprocess } } };
  const parsed = settingsSchema.parse({ isolation: 'off', ...settings });
  const prober = createProber({
    backends: known,
    settings: parsed,
    tools: { node: process.execPath, host: (name) => name, root: machine.gatewayRoot },
    run: runCommand,
    isolation: () => Promise.resolve({ available: false, reason: 'none', hint: 'Install bubblewrap.' }),
    containers,
    surroundings: machine,
  });
  const adapter = { operation: operation.id, backend: 'z3' } as AnyAdapter;
  return selectEngine(operation, {}, forced, [], { backends: known, adapters: [adapter], prober, settings: parsed });
}

function docker(): TestContainers {
  const program = testMachine().write('image/z3', engine);
  return testContainers(available(image('jacobian-gateway/z3:1', 'sha256:z', 0, ['z3'])), { 'sha256:z': program });
}

describe('the engine that serves', () => {
  it('is one of this machine, and Docker is not asked', async () => {
    const containers = docker();
    const { choice, tried } = await choose(containers, {}, {}, true);
    expect(choice?.location.transport).toBe('subprocess');
    expect(tried).toEqual([]);
    expect(containers.asked).toBe(0);
  });

  it('is in a container where there is none', async () => {
    const { choice, tried } = await choose(docker());
    expect(choice?.location).toMatchObject({ transport: 'container', image: { id: 'sha256:z' } });
    expect(tried).toMatchObject([{ transport: 'subprocess', status: 'MISSING' }]);
  });

  it('is in a container where the call or the operator wants that, or isolation that only it has', async () => {
    const cases: [Forced, SettingsInput][] = [
      [{ transport: 'container' }, {}],
      [{}, { transport: 'container' }],
      [{}, { backends: { z3: { transport: 'container' } } }],
      [{}, { isolation: 'required' }],
    ];
    for (const [forced, settings] of cases) {
      const { choice } = await choose(docker(), forced, settings, true);
      expect(choice?.location.transport).toBe('container');
    }
  });

  it('is none without Docker, which is said', async () => {
    const { choice, tried } = await choose(testContainers({ state: 'absent' }), { transport: 'container' });
    expect(choice).toBeNull();
    expect(tried).toMatchObject([
      { transport: 'container', status: 'MISSING', detail: 'no Docker daemon was found', version: null },
    ]);
  });
});
