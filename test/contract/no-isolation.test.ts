import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serverPath } from '../support/client.js';

/**
 * The built program on machines where isolation cannot be had: bubblewrap is not installed, or the kernel does not let
 * it work. Both are this machine, with another /usr/bin or another bwrap laid over it.
 */
const folder = mkdtempSync(join(tmpdir(), 'jacobian-no-bwrap-'));
const original = join(folder, 'original');
const without = join(folder, 'without');
const forbidden = join(folder, 'bwrap');
const refusal = 'No permissions to create a new namespace';

beforeAll(() => {
  for (const made of [original, without]) mkdirSync(made);
  for (const name of readdirSync('/usr/bin')) {
    if (name !== 'bwrap') symlinkSync(join(original, name), join(without, name));
  }
  writeFileSync(forbidden, `#!/bin/sh\necho 'bwrap: ${refusal}' >&2\nexit 1\n`);
  chmodSync(forbidden, 0o755);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const here: readonly string[] = [];
const machines = [
  {
    machine: 'not installed',
    around: [...['--ro-bind', '/usr/bin', original], ...['--ro-bind', without, '/usr/bin']],
    reason: /^bubblewrap \(bwrap\) is not installed/,
  },
  {
    machine: 'forbidden',
    around: ['--ro-bind', forbidden, '/usr/bin/bwrap'],
    reason: new RegExp(`^bubblewrap does not work here: .*${refusal}`),
  },
];

const isPrime = ['run', 'integer.decide.prime', '{"value":"97"}', '--backend', 'pari', '--json'];
const check = ['run', 'lean.check', '{"source":"example : True := trivial"}'];
const inspect = ['inspect', 'integer.decide.prime', '--view', 'FULL', '--json'];
const doctor = ['doctor', 'pari', '--json'];
const unavailable = {
  code: 'BACKEND_UNAVAILABLE',
  status: 'ISOLATION_UNAVAILABLE',
  hint: expect.stringMatching(/install bubblewrap.*isolation to off/i) as string,
};

describe.each(machines)('bubblewrap is $machine', ({ around, reason }) => {
  const told = expect.stringMatching(reason) as string;

  it.concurrent('required: nothing runs, and the answer says what to do', async () => {
    const { status, error } = await command(around, 'required', isPrime);
    expect(status).toBe(1);
    expect(error).toMatchObject({ ...unavailable, backend: 'pari', detail: told, tried: [{ detail: told }] });
    expect((await command(around, 'required', doctor)).output).toMatchObject({
      ok: false,
      isolation: {
        available: false,
        setting: 'required',
        reason: told,
        hint: expect.stringMatching(/apt-get/) as string,
      },
      backends: [{ usable: false, transports: [{ status: 'ISOLATION_UNAVAILABLE' }] }],
    });
    expect(await full(around, 'required')).toEqual({ setting: 'required', isolated: false, detail: told });
  });

  it.concurrent('preferred: engines run limited, and it shows; code of callers does not run', async () => {
    expect((await command(around, 'preferred', isPrime)).output).toMatchObject({ output: { holds: true } });
    expect((await command(around, 'preferred', doctor)).output).toMatchObject({
      ok: true,
      isolation: { available: false, setting: 'preferred', reason: told },
    });
    expect(await full(around, 'preferred')).toEqual({ setting: 'preferred', isolated: false, detail: told });
    expect((await leanCheck(around, 'preferred')).error).toMatchObject({
      ...unavailable,
      backend: 'lean',
      detail: told,
    });
  });

  it.concurrent('off: everything runs, and it shows', async () => {
    expect((await command(around, 'off', isPrime)).output).toMatchObject({ output: { holds: true } });
    expect((await command(around, 'off', doctor)).output).toMatchObject({ ok: true, isolation: { setting: 'off' } });
    expect(await full(around, 'off')).toMatchObject({ setting: 'off', isolated: false });
    expect((await leanCheck(around, 'off')).error).toMatchObject({ status: 'CHECK_FAILED' });
  });
});

describe('bubblewrap works', () => {
  it.concurrent.each(['required', 'preferred'])('%s: engines run isolated, and it shows', async (setting) => {
    expect((await command(here, setting, isPrime)).output).toMatchObject({ output: { holds: true } });
    expect((await command(here, setting, doctor)).output).toMatchObject({
      ok: true,
      isolation: { available: true, setting, version: expect.stringMatching(/^bubblewrap \d/) as string },
    });
    const detail = expect.stringMatching(/^bubblewrap \d.*no network/) as string;
    expect(await full(here, setting)).toEqual({ setting, isolated: true, detail });
  });

  it.concurrent('off: it is said that engines are not isolated', async () => {
    expect((await command(here, 'off', doctor)).output).toMatchObject({ ok: true, isolation: { setting: 'off' } });
    expect(await full(here, 'off')).toMatchObject({ setting: 'off', isolated: false });
  });
});

interface Ended {
  readonly status: number;
  readonly output: Readonly<Record<string, unknown>>;
  readonly error: Readonly<Record<string, unknown>>;
}

async function full(around: readonly string[], isolation: string): Promise<unknown> {
  const { output } = await command(around, isolation, inspect);
  return (output as { operation?: { isolation?: unknown } }).operation?.isolation;
}

/** A program that is no Lean: it is refused before it is run, or it fails. */
function leanCheck(around: readonly string[], isolation: string): Promise<Ended> {
  return command(around, isolation, check, { JACOBIAN_PATH_LEAN: '/usr/bin/true', JACOBIAN_HIDE: 'lean/embedded' });
}

/** The command line, on a machine over which something is laid. */
function command(
  around: readonly string[],
  isolation: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = { JACOBIAN_HIDE: 'lean,sagemath,z3' },
): Promise<Ended> {
  const inside = [process.execPath, serverPath, ...args];
  const [file = '', ...rest] =
    around.length === 0 ? inside : ['bwrap', '--dev-bind', '/', '/', ...around, '--', ...inside];
  // A container isolates without bubblewrap: an image on this machine would serve.
  const env = { ...process.env, ...environment, JACOBIAN_ISOLATION: isolation, JACOBIAN_TRANSPORT: 'subprocess' };
  return new Promise((resolve) => {
    execFile(file, rest, { env }, (failure, stdout, stderr) =>
      resolve({
        status: typeof failure?.code === 'number' ? failure.code : 0,
        output: object(stdout),
        // Words of progress come before it.
        error: object(stderr.slice(Math.max(0, stderr.indexOf('{')))),
      }),
    );
  });
}

function object(text: string): Readonly<Record<string, unknown>> {
  return text.startsWith('{') ? (JSON.parse(text) as Readonly<Record<string, unknown>>) : {};
}
