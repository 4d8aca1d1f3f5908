import { describe, expect, it } from 'vitest';
import { rememberImages } from '../../../src/availability/image-list.js';
import { available, image, testContainers } from './support/containers.js';

describe('a list of images', () => {
  const never = () => new Promise<never>(() => undefined);

  it('serves while it is renewed, for a minute', async () => {
    let clock = 0;
    const containers = testContainers(available(image('one', 'sha256:1')));
    const images = rememberImages(containers, [], () => clock);
    const first = await images.usable();
    containers.list = available();
    clock = 30_000;
    expect(await images.usable()).toBe(first);
    await expect.poll(() => images.usable()).toBe(containers.list);
    expect(containers.asked).toBe(2);
    clock = 120_000;
    containers.list = { state: 'absent' };
    expect(await images.usable()).toBe(containers.list);
  });

  it('of a daemon that hangs is not waited for again and again', async () => {
    const began = performance.now();
    const images = rememberImages({ images: never }, [], () => performance.now());
    const hangs = { state: 'refused', reason: 'connection', detail: 'it did not answer within 5 s' };
    expect(await images.recent()).toEqual(hangs);
    expect(performance.now() - began).toBeLessThan(8_000);
    const again = performance.now();
    expect(await images.recent()).toEqual(hangs);
    expect(performance.now() - again).toBeLessThan(500);
  });

  it('that was asked for before it was forgotten is not kept', async () => {
    const containers = testContainers(available());
    const images = rememberImages(containers, [], () => 0);
    const old = images.recent();
    images.forget();
    await old;
    await images.recent();
    expect(containers.asked).toBe(2);
  });
});
