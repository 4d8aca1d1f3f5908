import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { declaration as lean } from '../../../backends/lean/declaration.js';
import { declaration as pari } from '../../../backends/pari/declaration.js';
import { declaration as sagemath } from '../../../backends/sagemath/declaration.js';
import { declaration as z3 } from '../../../backends/z3/declaration.js';
import { readRecipes } from '../../../src/availability/bundle-recipe.js';
import { daemonHint, imageHint } from '../../../src/availability/container-remedies.js';
import { inspectMachine, type Machine } from '../../../src/availability/machine.js';
import { testMachine } from './support/machine.js';

/** What can be built, as the package itself states it. */
const recipes = readRecipes(fileURLToPath(new URL('../../..', import.meta.url)));

describe('what is typed', () => {
  const bare: Machine = {
    ...inspectMachine(testMachine({ env: {} })),
    apt: null,
    sudo: null,
    dockerd: null,
    systemd: false,
    root: false,
  };
  const absent = (machine: Partial<Machine>) => daemonHint({ state: 'absent' }, { ...bare, ...machine });
  const refused = (reason: 'permission' | 'connection', machine: Partial<Machine> = {}) =>
    daemonHint({ state: 'refused', reason, detail: '' }, { ...bare, ...machine });

  it('where no daemon is', () => {
    expect(absent({ apt: '/usr/bin/apt-get', sudo: '/usr/bin/sudo' })).toBe(
      'Run `sudo apt-get install docker.io`. Or set DOCKER_HOST to where a daemon runs.',
    );
    expect(absent({ apt: '/usr/bin/apt-get' })).toContain('Install Docker (https://docs.docker.com/engine/install/)');
    expect(absent({ dockerd: '/usr/sbin/dockerd', root: true })).toContain('Start Docker: `service docker start`.');
    expect(absent({ dockerd: '/usr/sbin/dockerd', sudo: '/usr/bin/sudo', systemd: true })).toContain(
      'Start Docker: `sudo systemctl start docker`.',
    );
  });

  it('where it refuses', () => {
    expect(refused('permission', { sudo: '/usr/bin/sudo' })).toContain(
      'Run `sudo usermod --append --groups docker "$USER"`, then log in anew.',
    );
    expect(refused('permission')).toContain('Have an administrator run');
    expect(refused('connection', { dockerd: '/usr/sbin/dockerd', root: true })).toContain('`service docker start`');
    expect(refused('connection')).toContain('`docker version`');
  });

  it('where an image lacks', () => {
    expect(imageHint(pari, '>=2.13', 'missing', recipes)).toBe(
      'Run `jacobian-gateway bundle build pari`, or `jacobian-gateway bundle load` with one that was saved elsewhere.',
    );
    expect(imageHint(z3, '>=4.12', 'unfit', recipes)).toBe(
      'Build the image anew: `jacobian-gateway bundle build z3 --from wheels`.',
    );
    expect(imageHint(lean, '>=4.9.0', 'missing', recipes)).toContain('`jacobian-gateway bundle build lean` (740 MB)');
    // Its image comes from Debian alone.
    expect(imageHint(sagemath, '>=10', 'unfit', recipes)).toContain(
      'Build an image with a release of SageMath that fits',
    );
    expect(imageHint(pari, '>=2.13', 'missing', [])).toContain('name it in backends.pari.image of the settings');
    expect(imageHint(lean, '>=999', 'unfit', recipes)).toBe(
      'Build an image with a release of Lean that fits, and name it in backends.lean.image of the settings.',
    );
  });
});
