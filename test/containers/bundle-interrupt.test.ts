import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBundles } from '../../src/compose.js';
import { serverPath } from '../support/client.js';
import { baseImage } from '../support/containers.js';
import { docker } from '../support/docker-command.js';
import { laneBackends } from '../support/lane.js';
import { waitUntilEmpty, waitUntilGone } from '../support/processes.js';

/** What is interrupted while it makes or saves an image ends at once, and leaves nothing: no file, no process, no container. */
if (laneBackends().includes('pari')) describe('a bundle command that is interrupted', interruptions);

function interruptions(): void {
  const folder = mkdtempSync(join(tmpdir(), 'jg-interrupt-'));
  const temporary = join(folder, 'tmp');
  beforeAll(() => mkdirSync(temporary));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** Runs a command until something has begun, and interrupts it. */
  async function interrupted(
    words: readonly string[],
    hasBegun: () => boolean | Promise<boolean>,
    signal: NodeJS.Signals,
    path = '',
  ) {
    const env = { ...process.env, TMPDIR: temporary, PATH: `${path}:${process.env['PATH'] ?? ''}` };
    const child = spawn(process.execPath, [serverPath, 'bundle', ...words], {
      env,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let said = '';
    child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
    const exited = once(child, 'exit');
    await expect.poll(hasBegun, { timeout: 20_000, interval: 20 }).toBe(true);
    child.kill(signal);
    const [status] = (await exited) as [number | null];
    return { status, said };
  }

  it.each(['SIGINT', 'SIGTERM'] as const)('while it fetches, by %s', async (signal) => {
    const began = join(folder, `began-${signal}`);
    const tools = join(folder, signal);
    mkdirSync(tools);
    // Stands for the program that fetches wheels, and takes its time.
    writeFileSync(join(tools, 'uv'), `#!/bin/sh\n: >${began}\nsleep 1000\n`);
    chmodSync(join(tools, 'uv'), 0o755);
    const words = ['build', 'z3', '--from', 'wheels', '--base', baseImage];
    const { status, said } = await interrupted(words, () => existsSync(began), signal, tools);
    expect(status, said).toBe(1);
    expect(said).toContain('Fetch the wheels: interrupted');
    // Its guard clears up a moment after it.
    expect(await waitUntilEmpty(() => readdirSync(temporary), 1_000)).toEqual([]);
    expect(await waitUntilGone(tools)).toEqual([]);
  });

  it('while it saves', async () => {
    const archive = join(folder, 'engines.tar.gz');
    const { status, said } = await interrupted(
      ['save', archive, 'pari'],
      () => existsSync(`${archive}.partial`),
      'SIGINT',
    );
    expect(status, said).toBe(1);
    expect(said).toMatch(/interrupted\n$/);
    expect(readdirSync(folder).filter((name) => name.startsWith('engines'))).toEqual([]);
  });

  it('while it tries an engine', async () => {
    const trials = async () => (await docker('ps', '--format', '{{.Command}}')).includes('gp -q');
    const { status, said } = await interrupted(['test', 'pari'], trials, 'SIGINT');
    expect(status, said).toBe(1);
    expect(said).toBe('interrupted\n');
  });

  it('while the builder runs a step', async () => {
    const bundles = await openBundles();
    const mark = `while-${String(process.pid)}`;
    const dockerfile = join(folder, 'Dockerfile');
    writeFileSync(dockerfile, `FROM ${baseImage}\nRUN : ${mark}; sleep 1000\n`);
    const interrupting = new AbortController();
    const request = { name: `${mark}:1`, context: { Dockerfile: dockerfile }, args: {}, labels: {}, network: false };
    const onLine = (line: string) => {
      if (line.includes('Running in')) setTimeout(() => interrupting.abort(new Error('interrupted')), 500);
    };
    await expect(bundles.build(request, onLine, interrupting.signal)).rejects.toThrow('interrupted');
    const containers = async () =>
      (await docker('ps', '--all', '--no-trunc', '--format', '{{.Command}}')).includes(mark);
    await expect.poll(containers, { timeout: 10_000 }).toBe(false);
    expect(await docker('images', '--quiet', `${mark}:1`)).toBe('');
  });
}
