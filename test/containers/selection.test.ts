import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { SettingsInput } from '../../src/contracts/settings.js';
import type { TransportName } from '../../src/contracts/transport.js';
import { comparingGateway } from '../support/gateway.js';

/** Where an engine runs that is here as a program, in an image, and in WebAssembly. */
const satisfiable = ['sat.solve', { cnf: { dimacs: 'p cnf 1 1\n1 0\n' } }] as const;
const noDaemon = { dockerHost: `unix://${join(tmpdir(), 'jacobian-no-daemon.sock')}` };

describe.each<[string, SettingsInput, TransportName]>([
  ['as a program, if nobody says otherwise', {}, 'subprocess'],
  ['in a container, where there is no program', { hide: ['z3/subprocess'] }, 'container'],
  ['in WebAssembly, where there is no image either', { hide: ['z3/subprocess', 'z3/container'] }, 'embedded'],
  ['in WebAssembly, where there is no daemon', { hide: ['z3/subprocess'], ...noDaemon }, 'embedded'],
  ['where the operator says', { transport: 'container' }, 'container'],
  [
    'where the operator says of it',
    { transport: 'embedded', backends: { z3: { transport: 'container' } } },
    'container',
  ],
])('%s', (_, settings, transport) => {
  const gateway = comparingGateway(settings);

  it(`over ${transport}`, async () => {
    expect((await gateway.run(...satisfiable)).execution).toMatchObject({ backend: 'z3', transport });
  });
});

describe('not at all', () => {
  const gateway = comparingGateway({ transport: 'container', ...noDaemon });

  it('where only containers are wanted and there is no daemon, which is told with what mends it', async () => {
    const missing = { status: 'MISSING', backend: 'z3', detail: 'no Docker daemon was found' };
    await expect(gateway.run(...satisfiable)).rejects.toMatchObject({
      code: 'BACKEND_UNAVAILABLE',
      diagnostic: {
        ...missing,
        hint: expect.stringContaining('DOCKER_HOST') as string,
        tried: [{ ...missing, transport: 'container', hint: expect.stringContaining('DOCKER_HOST') as string }],
      },
    });
  });
});
