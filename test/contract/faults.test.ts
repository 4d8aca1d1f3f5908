import { afterAll, describe, expect, it } from 'vitest';
import { backends } from '../../backends/registry.generated.js';
import { driverNames } from '../support/fake-drivers.js';
import { createFakes } from '../support/fake-engine.js';
import { endingOf, runRow, type Ending, type FaultRow } from '../support/fault-row.js';

/**
 * What an engine may do with a request, for every driver: programs of one behaviour each stand where the engine is
 * expected (test/fixtures/engines). Faults of probes and starts: faults-start.test.ts; limits: faults-limits.test.ts.
 */
const fakes = createFakes();
afterAll(() => fakes.remove());

const error = (code: string, fields: object = {}): Ending => ({ error: { code, ...fields } });
const timeout = error('OPERATION_TIMEOUT', { stage: 'backend_execution', timeout_owner: 'caller_deadline' });
const crashed = error('BACKEND_FAILURE', { classification: 'CRASHED' });
const garbled = error('BACKEND_FAILURE', { classification: 'PROTOCOL_ERROR' });
const engineError = error('BACKEND_FAILURE', { classification: 'ENGINE_ERROR' });
const wrong = error('BACKEND_FAILURE', { stage: 'result_projection', classification: 'INVALID_OUTPUT' });
const tooMuch = error('RESOURCE_EXHAUSTED', { resource: 'output', limit: 4 * 1024 * 1024 });

/** Both transports of a backend. */
const z3 = (ending: Ending) => ({ 'z3/subprocess': ending, 'z3/embedded': ending });
const lean = (ending: Ending | null) => ({ 'lean/subprocess': ending, 'lean/embedded': ending });

/** Operations of Z3 have an answer for it when the time they were given is over. */
const outOfTime = z3({ answer: { completeness: 'PARTIAL', output: { outcome: 'UNKNOWN', exhausted: 'time' } } });
/** What Lean prints beside its messages is no part of the protocol: the status and the audit count. */
const noise = lean('right');
/** A source that ends Lean by itself is not accepted: for the gateway, that is what this looks like. */
const refused = lean({ answer: { output: { outcome: 'REJECTED' } } });

const waiting: readonly FaultRow[] = [
  { behaviour: 'never-answers', ending: timeout, but: outOfTime },
  { behaviour: 'ignores-sigterm', ending: timeout, but: outOfTime },
  // Lean's standard input is empty: nobody answers, and it gives up.
  { behaviour: 'asks', ending: timeout, but: { ...outOfTime, ...lean(engineError) } },
  { behaviour: 'wrong-sentinel', ending: timeout, but: { ...outOfTime, 'sagemath/subprocess': garbled } },
  { behaviour: 'daemon-answers', ending: 'right', but: lean(timeout) },
  { behaviour: 'daemon-exits', ending: crashed, but: lean(timeout) },
];

const quick: readonly FaultRow[] = [
  // The engine of a Lean session reads nothing: a shell of ours does (faults-real.test.ts).
  { behaviour: 'never-reads', by: 'large', ending: timeout, but: { ...outOfTime, ...lean(null) } },
  { behaviour: 'dies-reading', by: 'large', ending: crashed, but: lean(null) },
  { behaviour: 'garbage', ending: garbled },
  { behaviour: 'wrong-answer', ending: wrong },
  { behaviour: 'banner', ending: garbled, but: noise },
  { behaviour: 'echoes', ending: garbled, but: noise },
  { behaviour: 'exits-0', ending: crashed, but: refused },
  { behaviour: 'exits-1', ending: crashed, but: lean(engineError) },
  { behaviour: 'exits-139', ending: crashed, but: lean(engineError) },
  { behaviour: 'exits-137', ending: crashed, but: lean(engineError) },
  { behaviour: 'half-answer-exits-0', ending: crashed, but: lean(garbled) },
  { behaviour: 'half-answer-exits-1', ending: crashed, but: lean(engineError) },
  { behaviour: 'half-answer-exits-139', ending: crashed, but: lean(engineError) },
  { behaviour: 'half-answer-exits-137', ending: crashed, but: lean(engineError) },
  { behaviour: 'reports-error', ending: engineError, survives: true },
  {
    behaviour: 'reports-memory',
    ending: error('RESOURCE_EXHAUSTED', { resource: 'memory' }),
    but: z3({ answer: { output: { outcome: 'UNKNOWN', exhausted: 'memory' } } }),
    survives: true,
  },
  // An answer of SageMath is one line.
  { behaviour: 'floods-lines', ending: tooMuch, but: { 'sagemath/subprocess': garbled } },
  { behaviour: 'floods-one-line', ending: tooMuch },
  { behaviour: 'floods-stderr', ending: 'right' },
];

it('every driver has a fake', () => {
  const declared = Object.values(backends).flatMap(({ declaration: { id, subprocess, embedded } }) => [
    ...(subprocess === null ? [] : [`${id}/subprocess`]),
    ...(embedded === null ? [] : [`${id}/embedded`]),
  ]);
  expect([...driverNames].sort()).toEqual(declared.sort());
});

describe.each(['preferred', 'off'] as const)('isolation %s', (isolation) => {
  describe.each(driverNames)('%s', (name) => {
    const of = (rows: readonly FaultRow[]) =>
      rows
        .filter((row) => endingOf(row, name) !== null)
        .map((row) => ({ ...row, settings: { limits: { outputBytes: 4 * 1024 * 1024 } } }));
    it.concurrent.each(of(waiting))('$behaviour', (row) => runRow(fakes, name, row, isolation));
    it.each(of(quick))('$behaviour', (row) => runRow(fakes, name, row, isolation));
  });
});
