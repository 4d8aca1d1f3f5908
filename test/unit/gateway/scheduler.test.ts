import { setMaxListeners } from 'node:events';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import {
  createScheduler,
  QueueFull,
  QueueWaitExceeded,
  type SchedulerSettings,
} from '../../../src/gateway/scheduler.js';
import type { Turn } from '../../../src/gateway/turn.js';

const never = new AbortController().signal;
setMaxListeners(100, never);
const of = (client: string, priority: Turn['priority'] = 'interactive'): Turn => ({ client, priority });

function open(more: Partial<SchedulerSettings> = {}) {
  return createScheduler({ concurrency: 1, sessions: () => 1, queueLength: 100, queueWaitMs: 10_000, ...more });
}

/** Work that ends when it is told to. */
function gate() {
  let end = (): void => undefined;
  const work = () => new Promise<void>((resolve) => (end = resolve));
  return { work, end: () => end() };
}

describe('turns', () => {
  /** The order in which work runs that was sent while one piece held the only slot. */
  async function order(sent: readonly [name: string, turn: Turn, backend?: string][]): Promise<string[]> {
    const scheduler = open();
    const first = gate();
    const held = scheduler.schedule('e', of('x'), first.work, never);
    const ran: string[] = [];
    const all = sent.map(([name, turn, backend = 'e']) =>
      scheduler.schedule(backend, turn, () => Promise.resolve(void ran.push(name)), never),
    );
    first.end();
    await Promise.all([held, ...all]);
    return ran;
  }

  it('clients take turns, however much one has sent', async () => {
    const sent: [string, Turn][] = [
      ...['a1', 'a2', 'a3', 'a4'].map((name): [string, Turn] => [name, of('a')]),
      ['b1', of('b')],
      ['c1', of('c')],
      ['b2', of('b')],
    ];
    expect(await order(sent)).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4']);
  });

  it('background work waits for interactive work', async () => {
    const sent: [string, Turn][] = [
      ['long1', of('a', 'background')],
      ['long2', of('b', 'background')],
      ['short1', of('a')],
      ['short2', of('c')],
    ];
    expect(await order(sent)).toEqual(['short1', 'short2', 'long1', 'long2']);
  });

  it('background work waits for interactive work of its own backend too, whatever holds the slot', async () => {
    const sent: [string, Turn, string][] = [
      ['long f', of('a', 'background'), 'f'],
      ['short f', of('b'), 'f'],
      ['long e', of('a', 'background'), 'e'],
      ['short e', of('b'), 'e'],
    ];
    expect(await order(sent)).toEqual(['short f', 'short e', 'long f', 'long e']);
  });
});

it('a full backend holds up neither other clients nor later calls of the same client to other backends', async () => {
  const scheduler = open({ concurrency: 2 });
  const first = gate();
  const ran: string[] = [];
  const send = (backend: string, name: string) =>
    scheduler.schedule(backend, of('a'), () => Promise.resolve(void ran.push(name)), never);
  const held = scheduler.schedule('e', of('a'), first.work, never);
  const waits = send('e', 'e1');
  await Promise.all([send('f', 'f1'), send('f', 'f2'), send('g', 'g1')]);
  expect(ran.toSorted()).toEqual(['f1', 'f2', 'g1']);
  first.end();
  await Promise.all([held, waits]);
  expect(ran.at(-1)).toBe('e1');
});

it('bounds what runs, over all backends and for each', async () => {
  const scheduler = open({ concurrency: 3, sessions: () => 2 });
  let running: string[] = [];
  let most = 0;
  const work = (backend: string) => async () => {
    running = [...running, backend];
    most = Math.max(most, running.length);
    expect(running.filter((name) => name === backend).length).toBeLessThanOrEqual(2);
    await new Promise((resolve) => setTimeout(resolve, 2));
    running.splice(running.indexOf(backend), 1);
  };
  const names = Array.from({ length: 30 }, (_, i) => (i % 2 === 0 ? 'e' : 'f'));
  await Promise.all(names.map((name) => scheduler.schedule(name, of('a'), work(name), never)));
  expect(most).toBe(3);
});

it('refuses what the queue does not hold, and takes work again afterwards', async () => {
  const scheduler = open({ queueLength: 1 });
  const first = gate();
  const held = scheduler.schedule('e', of('a'), first.work, never);
  await Promise.resolve();
  const waits = scheduler.schedule('e', of('a'), () => Promise.resolve('second'), never);
  await expect(scheduler.schedule('e', of('a'), () => Promise.resolve(), never)).rejects.toBeInstanceOf(QueueFull);
  first.end();
  await held;
  expect(await waits).toBe('second');
  expect(await scheduler.schedule('e', of('a'), () => Promise.resolve('third'), never)).toBe('third');
});

it('work that waited too long, or that nobody wants any more, does not run and holds no place', async () => {
  const scheduler = open({ queueLength: 2, queueWaitMs: 30 });
  const first = gate();
  const held = scheduler.schedule('e', of('a'), first.work, never);
  const controller = new AbortController();
  let ran = 0;
  const work = () => Promise.resolve(void (ran += 1));
  const waits = scheduler.schedule('e', of('a'), work, never);
  const wanted = scheduler.schedule('e', of('a'), work, controller.signal);
  controller.abort(new Error('enough'));
  await expect(wanted).rejects.toThrow('enough');
  await expect(waits).rejects.toBeInstanceOf(QueueWaitExceeded);
  const last = scheduler.schedule('e', of('a'), work, never);
  first.end();
  await Promise.all([held, last]);
  expect(ran).toBe(1);
});

it('a slot is free when the work has settled, not when it is aborted', async () => {
  const scheduler = open();
  const controller = new AbortController();
  const first = gate();
  const aborted = scheduler.schedule('e', of('a'), first.work, controller.signal);
  let ran = false;
  const next = scheduler.schedule('e', of('a'), () => Promise.resolve(void (ran = true)), never);
  controller.abort(new Error('enough'));
  await new Promise((resolve) => setTimeout(resolve, 10));
  expect(ran).toBe(false);
  first.end();
  await Promise.all([aborted, next]);
  expect(ran).toBe(true);
});

it('holds nothing of calls that were given up, also while all slots are taken and another call waits', async () => {
  const scheduler = open({ queueLength: 10_001 });
  const first = gate();
  const held = scheduler.schedule('e', of('a'), first.work, never);
  const waits = scheduler.schedule('e', of('a'), () => Promise.resolve('waited'), never);
  const payloads: WeakRef<object>[] = [];
  const send = () => {
    const payload = { text: 'a request' };
    payloads.push(new WeakRef(payload));
    const controller = new AbortController();
    const end = scheduler.schedule('e', of('a'), () => Promise.resolve(payload), controller.signal);
    return { controller, reason: end.catch((error: unknown) => error) };
  };
  const cancel = ({ controller, reason }: ReturnType<typeof send>) => {
    controller.abort('enough');
    return reason;
  };
  // All at once, which fills the queue; then one after the other.
  const sent = Array.from({ length: 10_000 }, send);
  await expect(scheduler.schedule('e', of('a'), () => Promise.resolve(), never)).rejects.toBeInstanceOf(QueueFull);
  expect(new Set(await Promise.all(sent.map(cancel)))).toEqual(new Set(['enough']));
  for (let i = 0; i < 1000; i += 1) expect(await cancel(send())).toBe('enough');
  sent.length = 0;
  await collectGarbage();
  // The last one may still be in a register of this function.
  expect(payloads.filter((payload) => payload.deref() !== undefined).length).toBeLessThanOrEqual(1);
  first.end();
  await held;
  expect(await waits).toBe('waited');
});

it('work that fails, or throws at once, gives its slots back', async () => {
  const scheduler = open();
  const fail = () => Promise.reject(new Error('failed'));
  const raise = (): Promise<never> => {
    throw new Error('thrown');
  };
  await expect(scheduler.schedule('e', of('a'), fail, never)).rejects.toThrow('failed');
  await expect(scheduler.schedule('e', of('a'), raise, never)).rejects.toThrow('thrown');
  expect(await scheduler.schedule('e', of('a'), () => Promise.resolve('next'), never)).toBe('next');
});

it('a call that is given up before it is sent does not run, also when slots are free', async () => {
  const scheduler = open();
  let ran = false;
  const work = () => Promise.resolve(void (ran = true));
  const gone = scheduler.schedule('e', of('a'), work, AbortSignal.abort('enough'));
  expect(await gone.catch((error: unknown) => error)).toBe('enough');
  expect(ran).toBe(false);
  await scheduler.schedule('e', of('a'), work, never);
  expect(ran).toBe(true);
});

async function collectGarbage(): Promise<void> {
  setFlagsFromString('--expose-gc');
  const gc = runInNewContext('gc') as () => void;
  // What a WeakRef was made for or asked about is kept until the job ends.
  await new Promise((resolve) => setImmediate(resolve));
  gc();
}
