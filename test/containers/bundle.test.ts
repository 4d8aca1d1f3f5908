import { execFileSync } from 'node:child_process';
import { appendFileSync, cpSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { carryOut, type BundleOptions, type BundleVerb } from '../../src/cli/bundle.js';
import { openBundles, openMaintenance } from '../../src/compose.js';
import type { BundleEngine } from '../../src/contracts/bundles.js';
import { packageVersion } from '../../src/version.js';
import { laneBackends } from '../support/lane.js';

/** A base of Debian 12, made by debootstrap: no image can be pulled where tests run. */
const base = 'debian-bookworm:base';
const root = fileURLToPath(new URL('../..', import.meta.url));

// Names of images are the same for everybody: the images of this test are built in a folder of recipes of its own.
const suffix = `test-${String(process.pid)}`;
const pari = `pari-${suffix}`;
const broken = `broken-${suffix}`;
const nameOf = (name: string) => `jacobian-gateway/${name}:${packageVersion}`;

const needed = laneBackends().includes('pari');
if (needed) describe('bundle, with the real daemon', bundles);

function bundles(): void {
  const folder = mkdtempSync(join(tmpdir(), 'jg-bundle-'));
  const archive = join(folder, 'engines.tar.gz');
  let engine: BundleEngine;
  let said = '';

  beforeAll(async () => {
    engine = await openBundles();
    cpSync(join(root, 'containers/pari'), join(folder, 'containers', pari), { recursive: true });
    // An image like any other would keep its id under the other's name.
    appendFileSync(join(folder, 'containers', pari, 'Dockerfile'), `LABEL test="${suffix}"\n`);
    cpSync(join(root, 'containers/pari'), join(folder, 'containers', broken), { recursive: true });
    writeFileSync(
      join(folder, 'containers', broken, 'Dockerfile'),
      'ARG BASE=none\nFROM ${BASE}\nCOPY gp /usr/bin/gp\nLABEL io.jacobian-gateway.backends="pari"\n',
    );
    writeFileSync(join(folder, 'containers', broken, 'gp'), '#!/bin/sh\necho 2.15.2\n', { mode: 0o755 });
  });
  afterAll(async () => {
    for (const name of [pari, broken]) await engine.remove(nameOf(name));
    rmSync(folder, { recursive: true, force: true });
  });

  async function bundle(verb: BundleVerb, words: string[], options: BundleOptions = {}): Promise<number> {
    const maintenance = openMaintenance();
    const surroundings = { ...maintenance.surroundings, gatewayRoot: folder };
    const output = { write: tell, note: tell, color: false };
    said = '';
    return carryOut(verb, words, options, { ...maintenance, surroundings, bundles: engine, confirm: null }, output);
  }
  function tell(text: string): void {
    said += text;
  }
  const entry = async (name: string) => (await engine.list()).find((image) => image.name === nameOf(name));

  it('builds an image, line by line, and sees that its engine works', async () => {
    expect(await bundle('build', [pari], { base }), said).toBe(0);
    expect(said).toMatch(/\n {6}Step 2\/\d+ : FROM [\s\S]*PARI\/GP 2\.15\.2 {2}works\n/);
    const { Config } = inspect(nameOf(pari));
    expect(Config.User).toBe('65534:65534');
    expect(Config.Labels['org.opencontainers.image.version']).toBe(packageVersion);
    expect(Config.Labels['io.jacobian-gateway.engine-version.pari']).toBe('2.15.2');
  });

  it('lists it with the versions of its engines, and it can be used as docker runs it', async () => {
    expect(await bundle('list', [])).toBe(0);
    expect(said).toMatch(new RegExp(`${nameOf(pari)} +pari 2\\.15\\.2 +\\d+ MB`));
    const printed = execFileSync('docker', ['run', '--rm', '-i', '--network=none', nameOf(pari), 'gp', '-q', '-f'], {
      input: 'print(polgalois(x^8-x-1)[1]," ",#ellsearch(11))\n',
      encoding: 'utf8',
    });
    expect(printed.trim()).toBe('40320 3');
  });

  it('saves, removes and loads: the same image, with the same id', async () => {
    const before = await entry(pari);
    expect(await bundle('save', [archive, nameOf(pari)]), said).toBe(0);
    expect(await bundle('remove', [pari], { yes: true }), said).toBe(0);
    expect(await entry(pari)).toBeUndefined();
    expect(await bundle('test', [pari])).toBe(1);
    expect(await bundle('load', [archive]), said).toBe(0);
    expect(said).toContain(`${nameOf(pari)} is loaded.`);
    expect(await entry(pari)).toEqual(before);
    expect(await bundle('test', [pari]), said).toBe(0);
    expect(readdirSync(folder).filter((name) => name.includes('partial'))).toEqual([]);
  });

  it('does not remove what a container uses', async () => {
    const id = execFileSync('docker', ['create', nameOf(pari), 'gp'], { encoding: 'utf8' }).trim();
    try {
      expect(await bundle('remove', [pari], { yes: true })).toBe(1);
      expect(said).toContain('is in use');
    } finally {
      execFileSync('docker', ['rm', id]);
    }
    expect(await entry(pari)).toBeDefined();
  });

  it('tells an engine that only says its version', async () => {
    expect(await bundle('build', [broken], { base })).toBe(1);
    expect(said).toMatch(/PARI\/GP 2\.15\.2 {2}FAILED: a trial computation failed/);
    expect(said).toContain('does not work');
    // Its labels were looked at, not believed: it is an image with engines still.
    expect(await bundle('test', [broken])).toBe(1);
  });

  it('tells a base image that is not to be had from a step that fails', async () => {
    expect(await bundle('build', [pari], { base: 'jacobian-gateway.invalid/none:1' })).toBe(1);
    expect(said).toMatch(/jacobian-gateway\.invalid\/none:1 is not there[\s\S]*debootstrap/);
    rmSync(join(folder, 'containers', broken, 'gp'));
    expect(await bundle('build', [broken], { base })).toBe(1);
    expect(said).toContain("could not be built. The builder's last lines:");
    expect(said).not.toContain('debootstrap');
  });

  it('takes no archive that is none, nor one that is not there', async () => {
    const file = join(folder, 'nonsense.tar');
    writeFileSync(file, 'nonsense '.repeat(1000));
    expect(await bundle('load', [file])).toBe(1);
    expect(await bundle('load', [join(folder, 'missing.tar')])).toBe(2);
    expect(existsSync(file)).toBe(true);
  });
}

function inspect(name: string): { Config: { User: string; Labels: Record<string, string> } } {
  const [image] = JSON.parse(execFileSync('docker', ['image', 'inspect', name], { encoding: 'utf8' })) as [never];
  return image;
}
