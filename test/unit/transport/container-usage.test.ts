import type { ContainerStats } from 'dockerode';
import { describe, expect, it } from 'vitest';
import { createUsageMeter, usageOf } from '../../../src/transport/container/usage.js';

const mebibyte = 1024 * 1024;
const statsOf = (usage: number, stats: object, pids: object = { current: 3 }) =>
  ({
    cpu_stats: { cpu_usage: { total_usage: 2.5e9 } },
    memory_stats: { usage, stats },
    pids_stats: pids,
  }) as unknown as ContainerStats;

/** The machine of the tests has control groups of one version: here are both. */
describe("Docker's numbers of a container", () => {
  const expected = { cpu_ms: 2_500, memory_mb: 80, processes: 2, temporaryBytes: 20 * mebibyte };

  it('tell what its processes hold and what its files take', () => {
    const first = {
      total_rss: 80 * mebibyte,
      total_active_anon: 1 * mebibyte,
      total_inactive_anon: 99 * mebibyte,
      total_cache: 25 * mebibyte,
    };
    expect(usageOf(statsOf(105 * mebibyte, first))).toEqual(expected);
    const second = { anon: 80 * mebibyte, shmem: 20 * mebibyte, file: 25 * mebibyte, active_anon: 100 * mebibyte };
    expect(usageOf(statsOf(105 * mebibyte, second))).toEqual(expected);
  });

  it('of another kind tell what it is charged, and those of one that has ended nothing', () => {
    expect(usageOf(statsOf(7 * mebibyte, {}))).toMatchObject({ memory_mb: 7, temporaryBytes: 0 });
    expect(usageOf(statsOf(0, {}, {}))).toBeNull();
  });
});

describe('memory that ran out', () => {
  it('counts for the request under way, whatever Docker tells next, and not for one after it', async () => {
    const told = { cpu_ms: 10, memory_mb: 5, processes: 1, temporaryBytes: 0 };
    const meter = createUsageMeter(() => Promise.resolve(told));
    meter.usage();
    await Promise.resolve();
    meter.ranOut();
    expect(meter.usage()?.memory_mb).toBe(Infinity);
    meter.hold(false);
    expect(meter.usage()?.memory_mb).toBe(Infinity);
    expect(meter.peakMemory()).toBe(Infinity);
    meter.hold(true);
    expect(meter.usage()?.memory_mb).toBeLessThan(10);
    expect(meter.peakMemory()).toBeLessThan(10);
  });
});
