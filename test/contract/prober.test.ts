import { describe, expect, it } from 'vitest';
import { openMaintenance } from '../../src/compose.js';
import { transportsOf } from '../../src/gateway/select.js';
import { hiddenBackends, laneBackends } from '../support/lane.js';

/** The prober on the engines of this lane, as they are installed, in whatever isolation there is. */
const { prober, backends, settings, surroundings } = openMaintenance({ hide: hiddenBackends() });

function base(id: string) {
  return { backend: id, version: backends[id]!.declaration.policy.supported, features: [] };
}

describe.each(laneBackends().length === 0 ? [] : laneBackends())('%s', (id) => {
  it('is found, tells its version and computes', async () => {
    const looks = await Promise.all(
      transportsOf(id, { backends, settings }).map((transport) => prober.survey(base(id), transport)),
    );
    const usable = looks.filter(({ status }) => status === 'AVAILABLE' || status === 'UNTESTED');
    expect(usable, JSON.stringify(looks, null, 1)).not.toEqual([]);
    for (const { version, location, hint } of usable) {
      expect(version).toMatch(/^\d+\.\d+\.\d+/);
      expect(location?.roots).not.toContain(surroundings.home);
      expect(hint).toBeNull();
    }
  });

  it('that is asked for in a release that does not exist is unsupported, with a hint', async () => {
    for (const transport of transportsOf(id, { backends, settings })) {
      if (transport === 'container') continue;
      const found = await prober.availability({ ...base(id), version: '>=999' }, transport);
      expect(['UNSUPPORTED', 'MISSING']).toContain(found.status);
      expect(found.hint).not.toBeNull();
    }
  });
});

const hiddenWhole = hiddenBackends().filter((entry) => !entry.includes('/'));

it.each(hiddenWhole)('%s is hidden in this lane, and says so', async (id) => {
  for (const transport of transportsOf(id, { backends, settings })) {
    const found = await prober.availability(base(id), transport);
    expect(found).toMatchObject({ status: 'DISABLED', path: null, candidates: [] });
    expect(found.hint).not.toBeNull();
  }
});
