import { createServer, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isolationModes, laneDrivers, type DriverName } from '../support/fake-drivers.js';
import { laneFakes } from '../support/fake-image.js';
import { lean, timeout, unavailable, unknown, error } from '../support/fault-endings.js';
import { isContainerLane } from '../support/lane.js';
import { pairs, runRow, type FaultRow } from '../support/fault-row.js';

/**
 * What an engine may do when it is probed and when its session starts, for every driver. After a bad probe the engine is
 * put right, after a bad start the next one goes well: in both cases the next call on the same gateway has to notice.
 */
const fakes = laneFakes();
afterAll(() => fakes.remove());

/** The session of a Lean is a shell of ours: Lean itself starts with the request. */
const ofOurs = lean(null);

const starts: readonly FaultRow[] = [
  { behaviour: 'start-hangs', by: 'start', ending: timeout, but: { ...unknown('time'), ...ofOurs } },
  { behaviour: 'start-asks', by: 'start', ending: timeout, but: { ...unknown('time'), ...ofOurs } },
  ...['start-exits-0', 'start-exits-1', 'start-exits-139', 'start-exits-137', 'start-banner', 'start-floods'].map(
    (behaviour): FaultRow => ({ behaviour, by: 'start', ending: unavailable, but: ofOurs }),
  ),
];

const probes: readonly FaultRow[] = [
  ...['probe-exits-0', 'probe-exits-1', 'probe-exits-139', 'probe-exits-137', 'probe-unparsable', 'probe-floods'].map(
    (behaviour): FaultRow => ({ behaviour, by: 'probe', ending: unavailable }),
  ),
  // Nobody answers: the standard input of a probe is at its end.
  { behaviour: 'probe-asks', by: 'probe', ending: unavailable },
  { behaviour: 'probe-daemon', by: 'probe', ending: 'right' },
  { behaviour: 'probe-hangs', by: 'probe', ending: error('OPERATION_TIMEOUT', { stage: 'execution_admission' }) },
];

describe.each(isolationModes)('isolation %s', (isolation) => {
  it.concurrent.each(pairs(isolation, () => [...starts, ...probes]))('$name $row.behaviour', ({ name, row }) =>
    runRow(fakes, name, row, isolation),
  );
});

describe('in isolation', () => {
  let connections = 0;
  let port = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    port = (server.address() as AddressInfo).port;
  });
  afterAll(() => server.close());

  const shim = (name: DriverName, isolation: 'preferred' | 'off') =>
    runRow(
      fakes,
      name,
      { behaviour: 'probe-shim', by: 'probe', ending: isolation === 'off' ? 'right' : fetches(name) },
      isolation,
      port,
    );
  /** An image has all that its engine needs: there it is no question of isolation. */
  const fetches = (name: DriverName) => {
    const why = name.endsWith('/container') ? 'nothing was downloaded' : 'a probe has no network';
    return error('BACKEND_UNAVAILABLE', { status: 'CHECK_FAILED', detail: expect.stringContaining(why) as unknown });
  };

  it.each(laneDrivers)('%s: a shim that would fetch the engine gets nowhere', async (name) => {
    await shim(name, 'preferred');
    expect(connections).toBe(0);
  });

  it.each(laneDrivers)('%s: a request reaches no network', async (name) => {
    await runRow(fakes, name, { behaviour: 'connects', ending: 'right' }, 'preferred', port);
    expect(connections).toBe(0);
  });

  // Containers have no network, isolated or not.
  if (!isContainerLane()) {
    it('without it the same shim does get out', async () => {
      await shim('pari/subprocess', 'off');
      expect(connections).toBe(1);
    });
  }
});
