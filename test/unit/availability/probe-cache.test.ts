import { expect, it } from 'vitest';
import { createProbeCache } from '../../../src/availability/probe-cache.js';

/** A probe that gives these answers in turn, and how often it was asked. */
function probing(...answers: readonly boolean[]) {
  let asked = 0;
  const probe = () => Promise.resolve(answers[(asked += 1) - 1] ?? true);
  return { probe, asked: () => asked };
}

const keep = (works: boolean) => works;

it('an answer that was good and is bad once is tried again before it counts', async () => {
  const cache = createProbeCache(() => 0);
  const { probe, asked } = probing(true, false, true);
  const ask = async (mark = 'file') => (await cache.get('pari|gp', mark, probe, keep)).value;
  expect(await ask()).toBe(true);
  cache.forget('pari|');
  expect(await ask()).toBe(true);
  expect(asked()).toBe(3);
});

it('one that is bad twice, and one of another file, is bad', async () => {
  const cache = createProbeCache(() => 0);
  const { probe, asked } = probing(true, false, false, false);
  const ask = async (mark: string) => (await cache.get('pari|gp', mark, probe, keep)).value;
  expect(await ask('file')).toBe(true);
  cache.forget('pari|');
  expect(await ask('file')).toBe(false);
  expect(asked()).toBe(3);
  expect(await ask('another file')).toBe(false);
  expect(asked()).toBe(4);
});

it('a bad answer is asked again sooner than a good one', async () => {
  let now = 0;
  const cache = createProbeCache(() => now);
  const { probe, asked } = probing(false, true, true);
  const ask = async () => (await cache.get('pari|gp', 'file', probe, keep)).value;
  expect(await ask()).toBe(false);
  now = 4_000;
  expect(await ask()).toBe(false);
  now = 6_000;
  expect(await ask()).toBe(true);
  now = 30_000;
  expect(await ask()).toBe(true);
  expect(asked()).toBe(2);
});
