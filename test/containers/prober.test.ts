import { spawnSync } from 'node:child_process';
import { accessSync, chmodSync, constants, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { carryOut, type BundleVerb } from '../../src/cli/bundle.js';
import { openBundles, openMaintenance } from '../../src/compose.js';
import type { Availability } from '../../src/contracts/availability.js';
import type { SettingsInput } from '../../src/contracts/settings.js';
import { ownDaemon, type OwnDaemon } from '../support/own-daemon.js';

/** What may be wrong with engines in containers, each told apart and each with what mends it, on a real daemon of the test's own. */
const folder = mkdtempSync(join(tmpdir(), 'jg-prober-'));
const recipe = join(folder, 'containers', 'pari');
const inside = (name: string) => join(folder, name);
let daemon: OwnDaemon;
let shell = '';

beforeAll(async () => {
  mkdirSync(recipe, { recursive: true });
  daemon = await ownDaemon();
  await daemon.start();
  shell = daemon.importShell();
}, 120_000);
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await daemon.remove();
});
afterEach(() => {
  delete process.env['DOCKER_HOST'];
});

function look(settings: SettingsInput = {}): Promise<Availability> {
  const { prober, backends } = openMaintenance(settings);
  const version = backends['pari']!.declaration.policy.supported;
  return prober.availability({ backend: 'pari', version, features: [] }, 'container');
}

describe('a daemon', () => {
  it('that is not there', async () => {
    process.env['DOCKER_HOST'] = `unix://${inside('nothing.sock')}`;
    const found = await look();
    expect(found).toMatchObject({ status: 'MISSING', detail: 'no Docker daemon was found', location: null });
    expect(found.hint).toMatch(/^Start Docker: `[^`]+`\. Or set DOCKER_HOST to where a daemon runs\.$/);
    expectStartsDocker(found.hint);
  });

  it('that has ended, and has left its socket', async () => {
    const socket = inside('left.sock');
    const listen = "require('net').createServer().listen(process.argv[1], () => process.kill(process.pid, 'SIGKILL'))";
    expect(spawnSync(process.execPath, ['-e', listen, socket]).signal).toBe('SIGKILL');
    const found = await look({ dockerHost: `unix://${socket}` });
    expect(found).toMatchObject({
      status: 'CHECK_FAILED',
      detail: 'no Docker daemon listens there: the connection was refused',
    });
    expect(found.hint).toMatch(/^See that it runs \(`[^`]+`\), and that it is what DOCKER_HOST, .* names\.$/);
    expectStartsDocker(found.hint);
  });

  it('that is none', async () => {
    const server = createServer((socket) => socket.end('220 at your service\r\n'));
    const socket = inside('other.sock');
    await new Promise<void>((resolve) => server.listen(socket, resolve));
    const found = await look({ dockerHost: `unix://${socket}` });
    server.close();
    expect(found).toMatchObject({ status: 'CHECK_FAILED', hint: expect.stringMatching(/^See that it runs/) as string });
    expect(found.detail).toMatch(/^the Docker daemon cannot be reached \(HPE_\w+\)$/);
  });

  it('that is not for this user', async () => {
    const dockerHost = `unix://${daemon.socket}`;
    chmodSync(daemon.folder, 0o755);
    // Else our own code might be read first by somebody who may not.
    await look({ dockerHost: `unix://${inside('nothing.sock')}` });
    const found = await asNobody(() => look({ dockerHost }));
    expect(found).toMatchObject({
      status: 'CHECK_FAILED',
      detail: 'this user may not use the Docker daemon: permission denied at its socket',
    });
    expect(commandsOf(found.hint)).toEqual(['usermod --append --groups docker "$USER"']);
    expectProgram('usermod');
    expect(readFileSync('/etc/group', 'utf8')).toMatch(/^docker:/m);
    expect(await look({ dockerHost })).toMatchObject({ status: 'MISSING', detail: 'Docker has no image with PARI/GP' });
  });
});

describe('an image', () => {
  const here = () => ({ dockerHost: `unix://${daemon.socket}` });
  const built = { hint: 'Build the image anew: `jacobian-gateway bundle build pari`.', location: null };

  it('that is not there is built by the command that is told', async () => {
    const found = await look(here());
    expect(found).toMatchObject({ status: 'MISSING', detail: 'Docker has no image with PARI/GP', location: null });
    expect(found.hint).toMatch(/^Run `jacobian-gateway bundle build pari`, or `jacobian-gateway bundle load` with/);
    await mend(found.hint);
  });

  it('that is too old is built anew', async () => {
    await build('gp-old.sh');
    const found = await look(here());
    expect(found).toMatchObject({
      ...built,
      status: 'UNSUPPORTED',
      version: '2.9.4',
      detail: '2.9.4 is too old: >=2.13.0 is needed',
    });
    await mend(found.hint);
  });

  it.each([
    ['crashes', 'gp-crashes.sh', null, 'it crashed (SIGSEGV: a memory fault): Segmentation fault'],
    ['does not compute', 'gp-miscomputes.sh', '2.17.4', /^a trial computation failed: it crashed \(SIGILL/],
    ['prints nonsense', 'gp-unreadable.sh', null, 'it answered: sc 2021 built from a checkout'],
  ])('whose engine %s is built anew', async (_, program, version, detail) => {
    await build(program);
    const found = await look(here());
    expect(found).toMatchObject({ ...built, status: 'CHECK_FAILED', version });
    expect(found.detail).toMatch(detail);
    await mend(found.hint);
  });

  it('that lacks what its label names is built anew', async () => {
    await build('gp-works.sh', '/usr/bin/elsewhere');
    const found = await look(here());
    expect(found).toMatchObject({ ...built, status: 'CHECK_FAILED', version: null });
    expect(found.detail).toMatch(/exec \/usr\/bin\/gp failed: No such file or directory$/);
    await mend(found.hint);
  });

  it('that the settings name is theirs to correct', async () => {
    const hint =
      'Correct backends.pari.image of the settings, or remove it to let the gateway look for an image of PARI/GP.';
    const named = (image: string) => look({ ...here(), backends: { pari: { image } } });
    expect(await named('jacobian-gateway/none:1')).toMatchObject({
      status: 'MISSING',
      detail: 'Docker has no image jacobian-gateway/none:1, which the settings name',
      hint,
    });
    // It has nothing but a shell.
    expect(await named('shell:test')).toMatchObject({ status: 'CHECK_FAILED', path: 'shell:test', hint });
    expect(await look(here())).toMatchObject({ status: 'AVAILABLE' });
  });

  /** Does what the hint says, with a program that works in the recipe; then all is well. */
  async function mend(hint: string | null): Promise<void> {
    const [verb, ...words] = commandsOf(hint)[0]!
      .replace(/^jacobian-gateway bundle /, '')
      .split(' ');
    writeRecipe('gp-works.sh', '/usr/bin/gp');
    expect(await bundle(verb as BundleVerb, words)).toBe(0);
    expect(await look(here())).toMatchObject({
      status: 'AVAILABLE',
      version: '2.15.4',
      hint: null,
      path: expect.stringMatching(/^jacobian-gateway\/pari:/) as string,
    });
  }

  /** The command tells by its status what the prober tells later, but for what is too old: that is what `build` makes. */
  async function build(program: string, place = '/usr/bin/gp'): Promise<void> {
    writeRecipe(program, place);
    await bundle('build', ['pari']);
  }

  async function bundle(verb: BundleVerb, words: readonly string[]): Promise<number> {
    const maintenance = openMaintenance(here());
    const surroundings = { ...maintenance.surroundings, gatewayRoot: folder };
    const dependencies = { ...maintenance, surroundings, bundles: await openBundles(here()), confirm: null };
    const silent = { write: () => undefined, note: () => undefined, color: false };
    return carryOut(verb, words, { base: 'shell:test' }, dependencies, silent);
  }
});

/** What the package says of the image, in short: with a program of one behaviour for an engine. */
function writeRecipe(program: string, place: string): void {
  const text = readFileSync(new URL(`../fixtures/engines/${program}`, import.meta.url), 'utf8');
  writeFileSync(join(recipe, 'gp'), text.replace('#!/bin/sh', `#!${shell}`), { mode: 0o755 });
  const lines = ['ARG BASE=none', 'FROM ${BASE}', `COPY gp ${place}`, 'LABEL io.jacobian-gateway.backends="pari"'];
  writeFileSync(join(recipe, 'Dockerfile'), `${lines.join('\n')}\n`);
}

/** Tests that own a daemon are run by root, whom no socket refuses. */
async function asNobody<T>(ask: () => Promise<T>): Promise<T> {
  process.seteuid!(65_534);
  try {
    return await ask();
  } finally {
    process.seteuid!(0);
  }
}

function commandsOf(hint: string | null): string[] {
  return [...(hint ?? '').matchAll(/`([^`]+)`/g)].map(([, command = '']) => command);
}

/** The command is one of this machine, for a service that it has. */
function expectStartsDocker(hint: string | null): void {
  const [command = ''] = commandsOf(hint);
  expect(command).toMatch(/^(?:service docker start|systemctl start docker)$/);
  expectProgram(command.split(' ')[0]!);
  if (command.startsWith('service')) accessSync('/etc/init.d/docker', constants.X_OK);
}

function expectProgram(name: string): void {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/sbin'];
  const isThere = (path: string) => spawnSync('test', ['-x', path]).status === 0;
  expect(
    folders.some((place) => isThere(join(place, name))),
    name,
  ).toBe(true);
}
