import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { afterAll, describe, expect, it } from 'vitest';
import { intoTheWorkMs, jobs } from '../support/busy.js';
import { serverPath } from '../support/client.js';
import { filesUnder } from '../support/files.js';
import { currentLane, hiddenBackends } from '../support/lane.js';
import { familyOf, waitUntilEmpty } from '../support/processes.js';

/** How programs end that use the gateway without a server: the command line, and a caller of the library. */
const graceMs = 1_000;
/** A program that is done ends by itself within this time. */
const endMs = 2_000;
const isolations = ['preferred', 'off'] as const;
const folders: string[] = [];
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

const library = new URL(`file://${serverPath}`).href.replace(/main\.js$/, 'index.js');
const hard = `['integer.compute.prime_factorization', { value: '(10^45+9)*(10^44+31)' }, { backend: 'pari' }]`;
const pigeons = JSON.stringify([
  jobs.z3.arguments.operation_id,
  jobs.z3.arguments.payload,
  { transport: 'subprocess' },
]);

/** Runs one operation, and nobody closes anything. */
const forgetful = `
  const { output } = await gateway.run('integer.decide.prime', { value: '97' }, { backend: 'pari' });
  console.log(JSON.stringify(output));`;

/** Closes while calls run, twice, and goes on to use what is closed. */
const closing = `
  let running;
  const allRun = new Promise((resolve) => (running = resolve));
  let count = 0;
  const onProgress = ({ state }) => state === 'running' && (count += 1) === 2 && running();
  const call = ([id, payload, options]) => gateway.run(id, payload, { ...options, onProgress });
  const calls = Promise.allSettled([${hard}, ${pigeons}].map(call));
  await allRun;
  await new Promise((resolve) => setTimeout(resolve, ${String(intoTheWorkMs)}));
  console.log('busy');
  await new Promise((resolve) => process.stdin.once('data', resolve));
  const closed = [gateway.close(), gateway.close()];
  const codes = (await calls).map(({ reason }) => reason?.code ?? null);
  await Promise.all(closed);
  await gateway.close();
  const late = gateway.run('integer.decide.prime', { value: '97' });
  const direct = gateway.run('polynomial.map.evaluate', {});
  const after = (await Promise.allSettled([late, direct])).map(({ reason }) => reason?.code ?? null);
  console.log(JSON.stringify({ codes, after }));
  await new Promise((resolve) => process.stdin.once('data', resolve));
  process.stdin.unref();`;

if (currentLane() === 'none') {
  it('a program that uses the library ends by itself, also without engines', async () => {
    const { program, lines, exited } = runLibrary('console.log((await gateway.find({})).kind);', 'preferred');
    expect(await nextLine(lines)).toBe('browse');
    const family = familyOf(program.pid ?? 0);
    expect(await within(exited, endMs)).toEqual([0, null]);
    expect(family.left()).toEqual([]);
  });
} else {
  describe.each(isolations)('the library, isolation %s', (isolation) => {
    it.concurrent('a program that forgets to close ends by itself and leaves nothing', async () => {
      const { program, lines, exited, files } = runLibrary(forgetful, isolation);
      expect(await nextLine(lines)).toContain('"holds":true');
      const family = familyOf(program.pid ?? 0);
      expect(await within(exited, endMs)).toEqual([0, null]);
      expect(await waitUntilEmpty(() => [...family.left(), ...files()], graceMs)).toEqual([]);
    });

    it.concurrent('closing ends the calls that run, twice is once, and what comes later is refused', async () => {
      const { program, lines, exited, files } = runLibrary(closing, isolation);
      expect(await nextLine(lines)).toBe('busy');
      const family = familyOf(program.pid ?? 0);
      for (const job of [jobs.pari, jobs.z3])
        expect(family.commands).toContainEqual(expect.stringMatching(job.process));
      program.stdin.write('close\n');
      const cancelled = 'OPERATION_CANCELLED';
      expect(JSON.parse(await nextLine(lines))).toEqual({
        codes: [cancelled, cancelled],
        after: [cancelled, cancelled],
      });
      // At once: closing has waited for them.
      expect(family.engines()).toEqual([]);
      program.stdin.write('end\n');
      expect(await within(exited, endMs)).toEqual([0, null]);
      expect(await waitUntilEmpty(() => [...family.left(), ...files()], graceMs)).toEqual([]);
    });
  });

  describe.each(isolations)('the command line, isolation %s', (isolation) => {
    it.concurrent.each(['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGKILL'] as const)(
      'leaves nothing after %s',
      async (signal) => {
        const { operation_id, backend, payload } = jobs.pari.arguments;
        const args = [serverPath, 'run', operation_id, JSON.stringify(payload), '--backend', backend];
        const { program, exited, files, said } = run(args, isolation);
        const pid = program.pid ?? 0;
        const isBusy = () => familyOf(pid).commands.some((command) => jobs.pari.process.test(command));
        // What is found first may still be a probe.
        await expect.poll(() => said().includes('running') && isBusy(), { timeout: 20_000 }).toBe(true);
        const family = familyOf(pid);
        process.kill(pid, signal);
        expect(await waitUntilEmpty(() => [...family.left(), ...files()], graceMs)).toEqual([]);
        const [status, by] = await exited;
        if (signal === 'SIGKILL') expect(by).toBe('SIGKILL');
        else {
          expect(status).toBe(1);
          expect(said()).toContain('"OPERATION_CANCELLED"');
        }
      },
    );
  });
}

interface Running {
  readonly program: ChildProcessByStdio<Writable, Readable, Readable>;
  readonly lines: AsyncIterator<string>;
  /** Status and signal. */
  readonly exited: Promise<readonly [number | null, string | null]>;
  /** What it has written to standard error so far. */
  said(): string;
  /** What lies in its temporary folder. */
  files(): string[];
}

function runLibrary(body: string, isolation: string): Running {
  const settings = JSON.stringify({ isolation, hide: hiddenBackends(), concurrency: 4 });
  const code = `
    import { createGateway } from ${JSON.stringify(library)};
    const gateway = createGateway(${settings});
    ${body}`;
  return run(['--input-type=module', '-e', code], isolation);
}

function run(args: readonly string[], isolation: string): Running {
  const folder = mkdtempSync(join(tmpdir(), 'closing-'));
  folders.push(folder);
  const env = {
    ...process.env,
    JACOBIAN_ISOLATION: isolation,
    JACOBIAN_HIDE: hiddenBackends().join(','),
    TMPDIR: folder,
  };
  const program = spawn(process.execPath, args, { env, stdio: ['pipe', 'pipe', 'pipe'] });
  let said = '';
  program.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  return {
    program,
    lines: createInterface({ input: program.stdout })[Symbol.asyncIterator](),
    exited: once(program, 'exit').then(
      ([status, signal]) => [status as number | null, signal as string | null] as const,
    ),
    said: () => said,
    files: () => filesUnder(folder),
  };
}

async function nextLine(lines: AsyncIterator<string>): Promise<string> {
  const next = await lines.next();
  return next.done === true ? 'it ended' : next.value;
}

/** The value, or what the time is up with. */
async function within<T>(work: Promise<T>, ms: number): Promise<T | string> {
  const late = `not within ${String(ms)} ms`;
  return Promise.race([work, new Promise<string>((resolve) => setTimeout(() => resolve(late), ms).unref())]);
}
