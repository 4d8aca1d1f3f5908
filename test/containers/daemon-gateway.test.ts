import { createReadStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createGateway, openBundles } from '../../src/compose.js';
import type { UntypedGateway } from '../../src/contracts/gateway.js';
import { packageVersion } from '../../src/version.js';
import { ask, intoTheWork, isPrime, longFactors, told, works } from '../support/asked.js';
import { laneBackends } from '../support/lane.js';
import { ownDaemon, type OwnDaemon } from '../support/own-daemon.js';

/** A daemon that goes away, or whose disk is full, under a gateway: a daemon of the test's own, on a small disk, with PARI. */
if (laneBackends().includes('pari')) describe('a gateway, and its daemon', daemonFaults);

const image = `jacobian-gateway/pari:${packageVersion}`;
/** What is known of a daemon is asked anew after moments. */
const soon = { timeout: 15_000, interval: 200 };

function daemonFaults(): void {
  let daemon: OwnDaemon;
  let gateway: UntypedGateway;
  const settings = () =>
    ({ transport: 'container', dockerHost: `unix://${daemon.socket}`, logLevel: 'silent' }) as const;
  const containers = () => daemon.docker('ps', '--all', '--quiet');
  beforeAll(async () => {
    daemon = await ownDaemon(160);
    await daemon.start();
    daemon.importEngine(image, '/usr/bin/gp', 'pari');
    gateway = createGateway(settings());
    expect(await ask(gateway, isPrime)).toMatchObject(works);
  }, 120_000);
  afterAll(async () => {
    try {
      await gateway.close();
    } finally {
      await daemon.remove();
    }
  });

  it('that is killed in the middle of a call: the call says so, those that come are told what to do', async () => {
    let at = Infinity;
    const ended = await ask(gateway, longFactors, {
      onProgress: intoTheWork(async () => {
        at = performance.now();
        await daemon.kill();
      }),
    });
    expect(performance.now() - at).toBeLessThan(3_000);
    const error = told(ended);
    expect(error).toMatchObject({ code: 'BACKEND_FAILURE', classification: 'CRASHED', backend: 'pari' });
    expect(error['evidence']).toMatch(/Docker daemon/);

    const missing = { code: 'BACKEND_UNAVAILABLE', status: 'CHECK_FAILED', backend: 'pari' };
    for (let calls = 0; calls < 3; calls += 1) {
      const later = told(await ask(gateway, isPrime));
      expect(later).toMatchObject(missing);
      expect(later['detail']).toMatch(/Docker daemon/);
      expect(later['hint']).toMatch(/^See that it runs/);
    }
    await daemon.start();
    await expect.poll(() => ask(gateway, isPrime), soon).toMatchObject(works);
    await expect.poll(() => containers().split('\n'), soon).toHaveLength(1);
  });

  it('that is killed while a session is idle: the next call works when it is back', async () => {
    await daemon.kill();
    await daemon.start();
    await expect.poll(() => ask(gateway, isPrime), soon).toMatchObject(works);
    await expect.poll(() => containers().split('\n'), soon).toHaveLength(1);
  });

  it('that hangs in the middle of a call: the call ends soon after its time, and calls work when it answers again', async () => {
    const ended = ask(gateway, longFactors, {
      budget: { wall_ms: 2_000 },
      onProgress: intoTheWork(() => Promise.resolve(daemon.freeze())),
    });
    const began = performance.now();
    try {
      expect(told(await ended)).toMatchObject({ code: 'OPERATION_TIMEOUT' });
      // It is waited for, but not for long.
      expect(performance.now() - began).toBeLessThan(9_000);
    } finally {
      daemon.thaw();
    }
    await expect.poll(() => ask(gateway, isPrime), soon).toMatchObject(works);
    await expect.poll(() => containers().split('\n'), soon).toHaveLength(1);
  });

  it('whose disk is full as a container is made: that is told, and all is well when it is not', async () => {
    const full = createGateway(settings());
    daemon.fill();
    try {
      const error = told(await ask(full, isPrime));
      expect(error).toMatchObject({ code: 'BACKEND_UNAVAILABLE', status: 'CHECK_FAILED', backend: 'pari' });
      expect(error['detail']).toBe("the disk of the Docker daemon's machine is full");
      expect(error['hint']).toContain('docker system df');
      // A session that is there needs no more of it.
      expect(await ask(gateway, isPrime)).toMatchObject(works);
    } finally {
      daemon.clear();
    }
    await expect.poll(() => ask(full, isPrime), soon).toMatchObject(works);
    await full.close();
    expect(containers().split('\n')).toHaveLength(1);
  });

  it('whose disk is full as an image is built, or loaded: that is told, and nothing is left of either', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'jg-disk-'));
    const bundles = await openBundles(settings());
    const dockerfile = join(folder, 'Dockerfile');
    const archive = join(folder, 'image.tar');
    try {
      writeFileSync(dockerfile, `FROM ${image}\nCOPY large /large\n`);
      writeFileSync(join(folder, 'large'), Buffer.alloc(8 * 1024 * 1024, 'x'));
      const build = () =>
        bundles.build(
          { name: 'full:1', context: { '.': folder }, args: {}, labels: {}, network: false },
          () => undefined,
        );
      daemon.fill();
      expect(await build()).toMatchObject({ built: false, reason: 'disk' });
      daemon.clear();
      expect(await build()).toMatchObject({ built: true });
      rmSync(join(folder, 'large'));
      daemon.docker('save', '--output', archive, 'full:1');
      daemon.docker('rmi', '--force', 'full:1');
      daemon.fill();
      await expect(bundles.load(createReadStream(archive))).rejects.toMatchObject({
        name: 'BundleError',
        message: "the disk of the Docker daemon's machine is full",
      });
      daemon.clear();
      expect(await bundles.load(createReadStream(archive))).toEqual(['full:1']);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
}
