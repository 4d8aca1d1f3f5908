import { afterAll, describe } from 'vitest';
import { fakeDrivers, isolationModes, type DriverName } from '../support/fake-drivers.js';
import { leastMemory } from '../support/fake-engine.js';
import { laneFakes } from '../support/fake-image.js';
import { exhausted, unknown } from '../support/fault-endings.js';
import { pairs, rowTest, runRow, type FaultRow } from '../support/fault-row.js';

/** Each limit of a request, exceeded by an engine of every driver, has an error of its own. */
const fakes = laneFakes();
afterAll(() => fakes.remove());

const limits = { cpu_ms: 500, processes: 20, fileBytes: 1024 * 1024, temporaryBytes: 2 * 1024 * 1024 };

const rowsOf = (name: DriverName): readonly FaultRow[] => [
  {
    behaviour: 'uses-memory',
    ending: exhausted('memory', leastMemory(fakeDrivers[name])),
    but: unknown('memory'),
    budget: 'least memory',
  },
  { behaviour: 'uses-cpu', ending: exhausted('cpu', limits.cpu_ms), settings: { limits: { cpu_ms: limits.cpu_ms } } },
  {
    behaviour: 'uses-processes',
    ending: exhausted('processes', limits.processes),
    settings: { limits: { processes: limits.processes } },
  },
  {
    behaviour: 'uses-file-size',
    ending: exhausted('file_size', limits.fileBytes),
    settings: { limits: { fileBytes: limits.fileBytes } },
  },
  ...['uses-disk', 'uses-all-disk'].map((behaviour) => ({
    behaviour,
    ending: exhausted('disk', limits.temporaryBytes),
    settings: { limits: { temporaryBytes: limits.temporaryBytes } },
  })),
];

describe.each(isolationModes)('isolation %s', (isolation) => {
  rowTest.each(pairs(isolation, rowsOf))('$name $row.behaviour', ({ name, row }) =>
    runRow(fakes, name, row, isolation),
  );
});
