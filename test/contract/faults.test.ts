import { afterAll, describe, expect, it } from 'vitest';
import { backends } from '../../backends/registry.generated.js';
import { driverNames, isolationModes } from '../support/fake-drivers.js';
import { laneFakes } from '../support/fake-image.js';
import {
  crashed,
  engineError,
  error,
  exhausted,
  garbled,
  lean,
  sagemath,
  timeout,
  unknown,
  wrong,
} from '../support/fault-endings.js';
import { pairs, rowTest, runRow, type FaultRow } from '../support/fault-row.js';

/**
 * What an engine may do with a request, for every driver: programs of one behaviour each stand where the engine is
 * expected (test/fixtures/engines). Faults of probes and starts: faults-start.test.ts; limits: faults-limits.test.ts.
 */
const fakes = laneFakes();
afterAll(() => fakes.remove());

const outputBytes = 4 * 1024 * 1024;
const tooMuch = exhausted('output', outputBytes);
const outOfTime = unknown('time');
/** What Lean prints beside its messages is no part of the protocol: the status and the audit count. */
const noise = lean('right');
/** A source that ends Lean by itself is not accepted: for the gateway, that is what this looks like. */
const refused = lean({ answer: { output: { outcome: 'REJECTED' } } });

/** All at once: nobody does anything. */
const waiting: readonly FaultRow[] = [
  { behaviour: 'never-answers', ending: timeout, but: outOfTime },
  { behaviour: 'ignores-sigterm', ending: timeout, but: outOfTime },
  // Lean's standard input is empty: nobody answers, and it gives up.
  { behaviour: 'asks', ending: timeout, but: { ...outOfTime, ...lean(engineError) } },
  { behaviour: 'wrong-sentinel', ending: timeout, but: { ...outOfTime, ...sagemath(garbled) } },
  { behaviour: 'daemon-answers', ending: 'right', but: lean(timeout) },
  { behaviour: 'daemon-exits', ending: crashed, but: lean(timeout) },
];

/** One at a time: they are quick, or keep the gateway itself at work, whose event loop the others would wait for. */
const alone: readonly FaultRow[] = [
  // The engine of a Lean session reads nothing: a shell of ours does (faults-real.test.ts).
  { behaviour: 'never-reads', by: 'large', ending: timeout, but: { ...outOfTime, ...lean(null) } },
  { behaviour: 'dies-reading', by: 'large', ending: crashed, but: lean(null) },
  { behaviour: 'garbage', ending: garbled },
  { behaviour: 'wrong-answer', ending: wrong },
  { behaviour: 'banner', ending: garbled, but: noise },
  { behaviour: 'echoes', ending: garbled, but: noise },
  { behaviour: 'exits-0', ending: crashed, but: refused },
  { behaviour: 'exits-1', ending: crashed, but: lean(engineError) },
  { behaviour: 'exits-139', ending: crashed },
  { behaviour: 'exits-137', ending: crashed },
  { behaviour: 'half-answer-exits-0', ending: crashed, but: lean(garbled) },
  { behaviour: 'half-answer-exits-1', ending: crashed, but: lean(engineError) },
  { behaviour: 'half-answer-exits-139', ending: crashed },
  { behaviour: 'half-answer-exits-137', ending: crashed },
  { behaviour: 'reports-error', ending: engineError, but: lean(crashed), survives: true },
  {
    behaviour: 'reports-memory',
    ending: error('RESOURCE_EXHAUSTED', { resource: 'memory' }),
    but: unknown('memory'),
    survives: true,
  },
  // An answer of SageMath is one line.
  { behaviour: 'floods-lines', ending: tooMuch, but: sagemath(garbled) },
  { behaviour: 'floods-one-line', ending: tooMuch },
  { behaviour: 'floods-stderr', ending: 'right' },
];

it('every driver has a fake', () => {
  const declared = Object.values(backends).flatMap(({ declaration }) =>
    (['subprocess', 'embedded', 'container'] as const)
      .filter((transport) => declaration[transport] !== null)
      .map((transport) => `${declaration.id}/${transport}`),
  );
  expect([...driverNames].sort()).toEqual(declared.sort());
});

describe.each(isolationModes)('isolation %s', (isolation) => {
  const of = (rows: readonly FaultRow[]) =>
    pairs(isolation, () => rows.map((row) => ({ ...row, settings: { limits: { outputBytes } } })));
  it.concurrent.each(of(waiting))('$name $row.behaviour', ({ name, row }) => runRow(fakes, name, row, isolation));
  rowTest.each(of(alone))('$name $row.behaviour', ({ name, row }) => runRow(fakes, name, row, isolation));
});
