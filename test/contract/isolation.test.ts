import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { backends, engineFiles } from '../../backends/registry.generated.js';
import { openMaintenance } from '../../src/compose.js';
import type { EngineLocation } from '../../src/contracts/backend.js';
import type { IsolationMode } from '../../src/contracts/isolation.js';
import type { Channel, TransportName } from '../../src/contracts/transport.js';
import { launchLimits } from '../../src/gateway/limits.js';
import { processTransport } from '../../src/transport/process.js';
import { hiddenBackends, laneBackends } from '../support/lane.js';
import { smuggling, type Smuggling, type Want } from '../support/smuggling.js';

/**
 * Code that got into an engine, whatever way it found, reaches nothing of this machine. Every try is first made without
 * isolation, where it succeeds: so each of these tests can fail.
 */
const root = fileURLToPath(new URL('../..', import.meta.url));
const maintenance = openMaintenance({ hide: hiddenBackends() });
const name = `jacobian-escape-${randomUUID()}`;
/** As long as such a name can be: shorter ones Node 20 fills up with zeros. */
const socketName = name.padEnd(107, 'x');
const secret = `secret-${randomUUID()}`;
const variable = 'JACOBIAN_TEST_SECRET';
process.env['JACOBIAN_TEST_SECRET'] = secret;

const temporary = mkdtempSync(join(tmpdir(), 'jacobian-canary-'));
const home = mkdtempSync(join(homedir(), '.jacobian-canary-'));
/** Where what stands for Lean is installed: its sandbox sees this folder. */
const engines = mkdtempSync(join(tmpdir(), 'jacobian-lean-'));
/** Another process of this machine: its environment holds the secret. */
const neighbour = spawn('sleep', ['600'], { env: { SECRET: secret }, stdio: 'ignore' });
const neighbourEnvironment = `/proc/${String(neighbour.pid)}/environ`;
let connections = 0;
const listener = createServer((socket) => {
  connections += 1;
  socket.destroy();
});
const abstractListener = createServer((socket) => {
  connections += 1;
  socket.destroy();
});
let port = '';

beforeAll(async () => {
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  await new Promise<void>((resolve) => abstractListener.listen(`\0${socketName}`, resolve));
  port = String((listener.address() as AddressInfo).port);
});
afterAll(() => {
  delete process.env['JACOBIAN_TEST_SECRET'];
  neighbour.kill('SIGKILL');
  listener.close();
  abstractListener.close();
  for (const folder of [temporary, home, engines]) rmSync(folder, { recursive: true, force: true });
});

it('every backend and each of its transports is here', () => {
  const declared = Object.entries(backends).map(([id, { declaration }]) => [
    id,
    (['subprocess', 'embedded'] as const).filter((transport) => declaration[transport] !== null).sort(),
  ]);
  const here = Object.entries(smuggling).map(([id, transports]) => [id, Object.keys(transports).sort()]);
  expect(Object.fromEntries(here)).toEqual(Object.fromEntries(declared));
});

const tried = Object.entries(smuggling).flatMap(([backend, transports]) =>
  Object.entries(transports)
    .filter(([, how]) => typeof how !== 'string')
    .map(([transport, how]) => ({ backend, transport: transport as TransportName, how: how as Smuggling }))
    // What stands for Lean is always there.
    .filter(() => backend === 'lean' || laneBackends().includes(backend)),
);

it.runIf(laneBackends().length > 0)('the engines of this lane are tried', () => {
  expect(tried.map(({ backend }) => backend)).toEqual(expect.arrayContaining([...laneBackends()]));
});

describe.each(tried)('$backend, $transport', ({ backend, transport, how }) => {
  let location: EngineLocation;
  const free = createEngine('off');
  const isolated = createEngine('required');
  beforeAll(async () => {
    location = await locate(backend, transport);
    writeFileSync(join(temporary, 'canary'), how.file(secret));
    writeFileSync(join(home, 'canary'), how.file(secret));
  });
  afterAll(() => Promise.all([free.close(), isolated.close()]));

  it.each(tries('reads'))('reads no file (%s)', async (_, code) => {
    await withoutIsolation(code(join(temporary, 'canary')), (told) => told.includes(secret));
    if (how.powerless === undefined) expect(await free.run(code(neighbourEnvironment))).not.toMatch(how.refusal);
    const files = [
      join(temporary, 'canary'),
      join(home, 'canary'),
      '/etc/passwd',
      '/etc/hostname',
      join(root, 'package.json'),
      neighbourEnvironment,
    ];
    for (const file of files) {
      const told = await isolated.run(code(file));
      expect(told, file).toMatch(how.refusal);
      expect(told).not.toContain(secret);
      expect(told).not.toMatch(/root:x:0|"name": "jacobian/);
    }
  });

  it.each(tries('writes'))('writes no file (%s)', async (_, code) => {
    const control = join(temporary, 'control');
    await withoutIsolation(code(control), () => existsSync(control));
    rmSync(control, { force: true });
    for (const folder of how.powerless === undefined ? outside() : [temporary, home]) {
      const file = join(folder, name);
      const told = await isolated.run(code(file));
      const escaped = existsSync(file);
      rmSync(file, { force: true });
      expect(escaped, file).toBe(false);
      if (how.powerless === undefined) expect(told, file).toMatch(how.refusal);
    }
    // Its own /tmp it may write to; that is not ours.
    await isolated.run(code(join('/tmp', name)));
    expect(existsSync(join('/tmp', name))).toBe(false);
    expect(readFileSync(join(home, 'canary'), 'utf8')).toBe(how.file(secret));
  });

  it.each(tries('lists'))('sees no other process (%s)', async (_, code) => {
    await withoutIsolation(code(''), (told) => told.includes(secret));
    const told = await isolated.run(code(''));
    expect(told).toContain('/proc/1/environ');
    expect(told).not.toContain(secret);
  });

  it.each(tries('tcp'))('reaches no port of this machine (%s)', async (_, code) => {
    await reachesNothing(code, port);
  });

  it.each(tries('unix'))('reaches no abstract socket (%s)', async (_, code) => {
    await reachesNothing(code, socketName);
  });

  it.each(tries('environment'))('sees nothing of the environment of the gateway (%s)', async (_, code) => {
    for (const engine of [free, isolated]) {
      expect(await engine.run(code('LANG'))).toContain('C.UTF-8');
      expect(await engine.run(code(variable))).not.toContain(secret);
    }
  });

  /** Folders that are not the engine's to write in: ours, the user's, its own, the system's, those of the sandbox. */
  function outside(): string[] {
    return [temporary, home, homedir(), dirname(location.path), '/usr', '/etc', '/', '/dev', '/proc'];
  }

  function tries(want: Want) {
    const ways = how.ways[want];
    return typeof ways === 'string' ? [] : Object.entries(ways);
  }

  /** The same code succeeds where nothing holds it, unless the engine cannot do it at all. */
  async function withoutIsolation(code: string, succeeded: (told: string) => boolean): Promise<void> {
    const told = await free.run(code);
    expect(succeeded(told), `${code}: ${told}`).toBe(how.powerless === undefined);
  }

  async function reachesNothing(code: (target: string) => string, target: string): Promise<void> {
    const before = connections;
    await withoutIsolation(code(target), () => true);
    await expect.poll(() => connections).toBe(before + 1);
    expect(await isolated.run(code(target))).toMatch(how.refusal);
    expect(connections).toBe(before + 1);
  }

  /** Sessions as the gateway opens them, one after the other; after each program the session works, or it is gone. */
  function createEngine(isolation: IsolationMode) {
    const { declaration, driver } = backends[backend]!;
    let open: Channel | null = null;
    let gone = true;
    let uses = 0;
    const start = async () => {
      const launch = driver.launch(location, { memory_mb: 2_048 }, maintenance.tools);
      const channel = await processTransport(transport, isolation).start(
        launch,
        launchLimits(declaration, maintenance.settings),
      );
      gone = false;
      void channel.exited.then(() => (gone = true));
      await driver.open(channel, { files: [...engineCode(backend), ...(how.files ?? [])] });
      return channel;
    };
    const execute = async (program: string): Promise<string> => {
      if (open === null || gone) open = await start();
      const channel = open;
      const timer = setTimeout(() => void channel.kill(), 20_000);
      try {
        const { text, stderr } = await driver.execute(channel, { text: program }, (uses += 1));
        // What programs that were started say on standard error may come a moment later.
        await new Promise((resolve) => setTimeout(resolve, 30));
        return `${text}\n${stderr}\n${channel.stderrTail()}`;
      } finally {
        clearTimeout(timer);
        if (!declaration.traits.warm) await channel.kill();
      }
    };
    return {
      run: async (code: string) => {
        const program = how.program ?? ((text: string) => text);
        const told = await execute(program(code));
        expect(await execute(program(how.works.program))).toMatch(how.works.answer);
        return told;
      },
      close: async () => open?.kill(),
    };
  }
});

async function locate(backend: string, transport: TransportName): Promise<EngineLocation> {
  if (backend === 'lean') return leanStandIn();
  const version = backends[backend]!.declaration.policy.supported;
  const found = await maintenance.prober.availability({ backend, version, features: [] }, transport);
  if (found.location === null) throw new Error(`${backend} over ${transport}: ${found.status} ${found.detail ?? ''}`);
  return found.location;
}

function leanStandIn(): EngineLocation {
  const bin = join(engines, 'bin');
  const path = join(bin, 'lean');
  mkdirSync(bin, { recursive: true });
  copyFileSync(new URL('../fixtures/engines/fake-lean', import.meta.url), path);
  chmodSync(path, 0o755);
  return { transport: 'subprocess', source: 'setting', path, roots: [bin] };
}

function engineCode(backend: string) {
  return (engineFiles[backend] ?? []).map((file) => ({ name: file, text: readFileSync(join(root, file), 'utf8') }));
}
