import { satisfies } from 'semver';
import { expect, it } from 'vitest';
import { laneGateway } from '../support/gateway.js';
import { currentLane, laneBackends } from '../support/lane.js';

/** Each lane runs on the releases it is about: the oldest supported (the distribution's), or the newest (the wheels'). */
const gateway = laneGateway();
const oldest: Readonly<Record<string, string>> = { pari: '2.15.x', sagemath: '9.5.x', z3: '4.8.12' };
const newest: Readonly<Record<string, string>> = { pari: '>=2.17', z3: '>=5' };
const wanted = currentLane() === 'newest' ? newest : oldest;

it.each(laneBackends())('%s is of the lane’s release', async (backend) => {
  const entry = (await gateway.availability()).find((known) => known.backend === backend && known.location !== null);
  expect(entry?.version, JSON.stringify(entry)).toBeTruthy();
  const range = wanted[backend];
  if (range !== undefined) expect(satisfies(entry?.version ?? '', range), entry?.version ?? '').toBe(true);
});
