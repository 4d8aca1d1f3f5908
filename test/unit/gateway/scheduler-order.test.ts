import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createScheduler } from '../../../src/gateway/scheduler.js';
import type { Priority, Turn } from '../../../src/gateway/turn.js';

const sessions: Readonly<Record<string, number>> = { e: 1, f: 2, g: 3 };

type Step =
  | { readonly kind: 'send'; readonly backend: string; readonly turn: Turn }
  | { readonly kind: 'cancel' | 'finish'; readonly which: number };

const steps = fc.array(
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constant('send' as const),
        backend: fc.constantFrom('e', 'f', 'g'),
        turn: fc.record({
          client: fc.constantFrom('a', 'b', 'c'),
          priority: fc.constantFrom<Priority>('interactive', 'background'),
        }),
      }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('cancel' as const), which: fc.nat() }) },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('finish' as const), which: fc.nat() }) },
  ),
  { maxLength: 60, size: 'max' },
);

interface Call {
  readonly backend: string;
  readonly turn: Turn;
  readonly sent: number;
  state: 'waiting' | 'running' | 'finished' | 'cancelled';
  cancel(): void;
  finish(): void;
}

/** A scheduler whose work ends when a step says so, and all calls that it was given. */
function open(concurrency: number, onStart: (call: Call) => void) {
  const scheduler = createScheduler({
    concurrency,
    sessions: (backend) => sessions[backend] ?? 0,
    queueLength: 1000,
    queueWaitMs: 60_000,
  });
  const calls: Call[] = [];
  const settled: Promise<unknown>[] = [];
  const inState = (state: Call['state']) => calls.filter((call) => call.state === state);
  const room = (backend: string) =>
    (sessions[backend] ?? 0) - inState('running').filter((call) => call.backend === backend).length;

  const send = (backend: string, turn: Turn) => {
    const controller = new AbortController();
    let finish = (): void => undefined;
    const ends = new Promise<void>((resolve) => (finish = resolve));
    const call: Call = {
      backend,
      turn,
      sent: calls.length,
      state: 'waiting',
      cancel: () => {
        call.state = 'cancelled';
        controller.abort(call);
      },
      finish: () => {
        call.state = 'finished';
        finish();
      },
    };
    calls.push(call);
    const work = async () => {
      onStart(call);
      call.state = 'running';
      await ends;
      return call;
    };
    settled.push(scheduler.schedule(backend, turn, work, controller.signal).catch((error: unknown) => error));
  };

  const take = (step: Step) => {
    if (step.kind === 'send') return send(step.backend, step.turn);
    const some = inState(step.kind === 'cancel' ? 'waiting' : 'running');
    some[step.which % some.length]?.[step.kind]();
  };

  return {
    take,
    inState,
    /** What waits though its backend has room. */
    runnable: () => inState('waiting').filter((call) => room(call.backend) > 0),
    checkBounds: () => {
      expect(inState('running').length).toBeLessThanOrEqual(concurrency);
      for (const backend of Object.keys(sessions)) expect(room(backend)).toBeGreaterThanOrEqual(0);
    },
    /** Ends what runs until nothing does. Every call has to be given its own answer, or its own reason. */
    finishAll: async () => {
      for (let running = inState('running'); running.length > 0; running = inState('running')) {
        for (const call of running) call.finish();
        await settle();
      }
      expect(inState('waiting')).toEqual([]);
      expect(await Promise.all(settled)).toEqual(calls);
    },
  };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('whatever is sent, cancelled and finished', () => {
  it('slots are neither exceeded nor left empty, and every call that is not cancelled runs', async () => {
    const bursts = fc.array(steps, { maxLength: 8, size: 'max' });
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 5 }), bursts, async (concurrency, all) => {
        const opened = open(concurrency, () => undefined);
        const check = () => {
          opened.checkBounds();
          if (opened.inState('running').length < concurrency) expect(opened.runnable()).toEqual([]);
        };
        for (const burst of all) {
          // Without a pause in between: calls come while others are about to give back their slots.
          burst.forEach(opened.take);
          await settle();
          check();
        }
        await opened.finishAll();
      }),
      { numRuns: 150 },
    );
  });

  it('of what could run, interactive work goes first, then the client served longest ago, then what it sent first', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 5 }), steps, async (concurrency, all) => {
        /** By client and priority: which start that was, and how much had been sent by then. */
        const served = new Map<string, { readonly start: number; readonly sent: number }>();
        const wrong: string[] = [];
        let starts = 0;
        let sent = 0;
        const opened = open(concurrency, (call) => {
          const others = opened.runnable().filter((other) => other !== call);
          const equals = others.filter(({ turn }) => turn.priority === call.turn.priority);
          const last = served.get(keyOf(call)) ?? { start: -1, sent: -1 };
          const isPassedOver = (other: Call) =>
            other.turn.client !== call.turn.client &&
            other.sent < last.sent &&
            (served.get(keyOf(other))?.start ?? -1) < last.start;
          if (call.turn.priority === 'background' && others.length > equals.length)
            wrong.push(`call ${String(call.sent)}: interactive work waits`);
          if (equals.some((other) => other.turn.client === call.turn.client && other.sent < call.sent))
            wrong.push(`call ${String(call.sent)}: the same client sent another before`);
          if (equals.some(isPassedOver)) wrong.push(`call ${String(call.sent)}: another client is passed over`);
          starts += 1;
          served.set(keyOf(call), { start: starts, sent });
        });
        for (const step of all) {
          if (step.kind === 'send') sent += 1;
          opened.take(step);
          await settle();
          opened.checkBounds();
          expect(wrong).toEqual([]);
        }
        await opened.finishAll();
      }),
      { numRuns: 300 },
    );
  });
});

const keyOf = ({ turn }: Call) => `${turn.client} ${turn.priority}`;
