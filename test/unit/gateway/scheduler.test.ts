import { setMaxListeners } from 'node:events';
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
  async function order(sent: readonly [name: string, turn: Turn][]): Promise<string[]> {
    const scheduler = open();
    const first = gate();
    const held = scheduler.schedule('e', of('x'), first.work, never);
    const ran: string[] = [];
    const all = sent.map(([name, turn]) =>
      scheduler.schedule('e', turn, () => Promise.resolve(void ran.push(name)), never),
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
