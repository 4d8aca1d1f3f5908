import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { IsolationUnavailable, type IsolationMode } from '../../../src/contracts/isolation.js';
import type { Launch } from '../../../src/contracts/transport.js';
import { createBubblewrap, type Bubblewrap } from '../../../src/process/bubblewrap.js';
import { isolate } from '../../../src/process/isolate.js';

/** Programs stand where bubblewrap would: only its faults are played here. The real one is in test/contract. */
let folder = '';
let path = '';
let calls = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'jacobian-bwrap-'));
  path = join(folder, 'bwrap');
  calls = join(folder, 'calls');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));
beforeEach(() => install('exit 99'));

const launch: Launch = {
  file: '/usr/bin/true',
  args: [],
  env: {},
  readOnly: [],
  memory: { kind: 'none', megabytes: 64 },
  isolation: 'preferred',
};
const limits = { fileBytes: 4096, temporaryBytes: 4096, processes: 8 };

function install(body: string): void {
  rmSync(path, { force: true });
  writeFileSync(calls, '');
  writeFileSync(
    path,
    `#!/bin/sh\nif [ "$1" = --version ]; then echo bubblewrap 9; exit; fi\necho >>${calls}\n${body}\n`,
  );
  chmodSync(path, 0o755);
}

const trials = () => readFileSync(calls, 'utf8').length;

function start(bubblewrap: Bubblewrap, mode: IsolationMode) {
  return isolate(launch, limits, mode, () => folder, bubblewrap);
}

const works = { available: true, version: 'bubblewrap 9' };
const refusal = "echo 'bwrap: No permissions to create a new namespace' >&2\nexit 1";

const hiccups: Readonly<Record<string, string>> = {
  'it is killed': 'kill -9 $$',
  'there are too many processes':
    "echo 'bwrap: Creating new namespace failed: Resource temporarily unavailable' >&2; exit 1",
  'there is no memory': "echo 'bwrap: Cannot allocate memory' >&2; exit 1",
};

describe.each(Object.entries(hiccups))('a trial that shows nothing: %s', (_, body) => {
  it('is made once more at once, and that one counts', async () => {
    install(`if [ "$(wc -l <${calls})" -gt 1 ]; then exit 0; fi\n${body}`);
    const bubblewrap = createBubblewrap(path);
    expect(await bubblewrap.state()).toEqual(works);
    expect(await start(bubblewrap, 'preferred')).toMatchObject({ isolated: true, file: path });
    expect(trials()).toBe(2);
  });

  it.each(['preferred', 'required'] as const)('%s: nothing starts for it, until one shows something', async (mode) => {
    install(body);
    const bubblewrap = createBubblewrap(path);
    const failure: unknown = await start(bubblewrap, mode).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(IsolationUnavailable);
    expect(failure).toMatchObject({
      message: expect.stringMatching(/^bubblewrap could not be tried just now: ./) as string,
      hint: expect.stringMatching(/^Retry/) as string,
    });
    expect(await bubblewrap.state()).toMatchObject({ available: false, passing: true });
    install('exit 0');
    expect(await start(bubblewrap, mode)).toMatchObject({ isolated: true });
    expect(await bubblewrap.state()).toEqual(works);
    expect(trials()).toBe(1);
  });

  it('off: nothing is tried', async () => {
    install(body);
    expect(await start(createBubblewrap(path), 'off')).toMatchObject({ isolated: false, folder });
    expect(trials()).toBe(0);
  });
});

describe.each([
  ['refuses', () => install(refusal), /^bubblewrap does not work here: bwrap: No permissions/],
  ['cannot be run', () => chmodSync(path, 0o644), /^bubblewrap does not work here: EACCES/],
  ['is gone', () => rmSync(path), /^bubblewrap does not work here: ENOENT/],
] as const)('bubblewrap that %s', (_, prepare, reason) => {
  it('is not tried again: preferred goes without, required does not', async () => {
    prepare();
    const bubblewrap = createBubblewrap(path);
    const state = await bubblewrap.state();
    expect(state).toMatchObject({ available: false, reason: expect.stringMatching(reason) as string });
    expect(state).not.toHaveProperty('passing');
    install('exit 0');
    expect(await bubblewrap.state()).toBe(state);
    expect(await start(bubblewrap, 'preferred')).toMatchObject({ isolated: false, folder });
    await expect(start(bubblewrap, 'required')).rejects.toMatchObject({
      message: expect.stringMatching(reason) as string,
      hint: expect.stringMatching(/^Install bubblewrap .*isolation to off\.$/) as string,
    });
    expect(trials()).toBe(0);
  });
});

it('questions that come together share one trial', async () => {
  install('exit 0');
  const bubblewrap = createBubblewrap(path);
  expect(await Promise.all([bubblewrap.state(), bubblewrap.state(), bubblewrap.state()])).toEqual([
    works,
    works,
    works,
  ]);
  expect(trials()).toBe(1);
});
