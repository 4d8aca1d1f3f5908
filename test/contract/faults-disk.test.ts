import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createGateway } from '../../src/compose.js';
import { loadSettings } from '../../src/config/load.js';
import { GatewayError } from '../../src/contracts/diagnostic.js';
import { createHome } from '../../src/process/guard.js';
import { contractViolations } from '../support/error-contract.js';

/**
 * Real engines without isolation on a disk that is full, read-only, or cleared behind the gateway's back: a small file
 * system of its own (which takes root to mount) is the temporary folder of this process.
 */
const folder = mkdtempSync(join(tmpdir(), 'jacobian-disk-'));
const before = { TMPDIR: process.env['TMPDIR'], HOME: process.env['HOME'] };

beforeAll(() => {
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder]);
  process.env['TMPDIR'] = folder;
});
afterAll(() => {
  for (const [name, value] of Object.entries(before)) {
    if (value === undefined) Reflect.deleteProperty(process.env, name);
    else process.env[name] = value;
  }
  // The guard of the temporary folders has its own in here until this process ends.
  execFileSync('umount', ['--lazy', folder]);
  rmSync(folder, { recursive: true, force: true });
});

const operations = {
  pari: ['integer.decide.prime', { value: 97 }],
  sagemath: ['integer.decide.prime', { value: 97 }],
  z3: ['sat.solve', { cnf: { dimacs: 'p cnf 1 1\n1 0\n' } }],
} as const;
type Engine = keyof typeof operations;
const engines = Object.keys(operations) as Engine[];

type Gateway = ReturnType<typeof open>;

/** A session that has served is not used again, unless it is said: each call starts an engine. */
function open(isolation: 'preferred' | 'off', sessionIdleMs = 1) {
  return createGateway({ ...loadSettings(process.env), isolation, sessionIdleMs, logLevel: 'silent' });
}

async function ask(gateway: Gateway, backend: Engine): Promise<unknown> {
  const [id, payload] = operations[backend];
  const options = { backend, transport: 'subprocess', budget: { wall_ms: 20_000 } } as const;
  const ended: unknown = await gateway.runUntyped(id, payload, options).catch((error: unknown) => error);
  // The next call has to start its own.
  await new Promise((resolve) => setTimeout(resolve, 50));
  return ended;
}

/** What an error says as it is sent; it names no folder of this machine. */
function told(ended: unknown): Record<string, unknown> {
  if (!(ended instanceof GatewayError)) throw new Error(`no error: ${JSON.stringify(ended)}`);
  const text = JSON.stringify(ended.diagnostic);
  expect(text).not.toContain(folder);
  const error = JSON.parse(text) as Record<string, unknown>;
  expect(contractViolations(error)).toEqual([]);
  return error;
}

const works = { completeness: 'COMPLETE' };

describe.each(engines)('%s without isolation, on one gateway', (backend) => {
  let gateway: Gateway;
  beforeAll(async () => {
    gateway = open('off');
    expect(await ask(gateway, backend)).toMatchObject(works);
  });
  afterAll(async () => {
    await gateway.close();
    expect(temporaryFolders()).toEqual([]);
  });

  it('a full disk: an answer where the engine needs none, else an error that says so', async () => {
    fill();
    const ended = await ask(gateway, backend);
    if (backend === 'sagemath') {
      expect(told(ended)).toMatchObject({ code: 'BACKEND_UNAVAILABLE', status: 'CHECK_FAILED' });
      expect(told(ended)['detail']).toMatch(/No space left on device/);
    } else {
      expect(ended).toMatchObject(works);
    }
    rmSync(join(folder, 'filler'));
    expect(await ask(gateway, backend)).toMatchObject(works);
  });

  it('a disk that became read-only is an error that says so', async () => {
    const ended = await readOnly(() => ask(gateway, backend));
    expect(told(ended)).toMatchObject({
      code: 'BACKEND_UNAVAILABLE',
      status: 'CHECK_FAILED',
      detail: 'no temporary folder could be made for it (EROFS)',
    });
    expect(await ask(gateway, backend)).toMatchObject(works);
  });

  it('a temporary folder that was cleared is made again', async () => {
    for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true });
    expect(await ask(gateway, backend)).toMatchObject(works);
  });
});

it('a disk that becomes read-only under a session keeps nobody from ending it', async () => {
  const gateway = open('off', 60_000);
  expect(await ask(gateway, 'pari')).toMatchObject(works);
  await readOnly(() => gateway.close());
  // What could not be removed goes with this process.
  for (const left of temporaryFolders()) rmSync(left, { recursive: true });
});

/** In a sandbox an engine sees neither, without one it gets folders of its own. */
it.each(['preferred', 'off'] as const)(
  'isolation %s: no engine needs a home that can be written',
  async (isolation) => {
    process.env['HOME'] = '/proc';
    const gateway = open(isolation);
    for (const backend of engines) expect(await ask(gateway, backend)).toMatchObject(works);
    await gateway.close();
    process.env['HOME'] = before.HOME;
  },
);

it.each(['pari', 'z3'] as const)('in isolation %s needs no temporary folder either', async (backend) => {
  const gateway = open('preferred');
  expect(await readOnly(() => ask(gateway, backend))).toMatchObject(works);
  await gateway.close();
});

async function readOnly<T>(during: () => Promise<T>): Promise<T> {
  remount('ro');
  try {
    return await during();
  } finally {
    remount('rw');
  }
}

/** Folders of engines that this process has made and not removed. */
function temporaryFolders(): string[] {
  const own = createHome();
  rmSync(own, { recursive: true });
  return readdirSync(dirname(own)).map((name) => join(dirname(own), name));
}

/** Writes until nothing more fits. */
function fill(): void {
  expect(() => writeFileSync(join(folder, 'filler'), Buffer.alloc(2 * 1024 * 1024))).toThrow(/ENOSPC/);
}

function remount(how: 'ro' | 'rw'): void {
  execFileSync('mount', ['-o', `remount,${how}`, folder]);
}
