import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { connect, createServer, type AddressInfo } from 'node:net';
import { homedir, hostname, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { backends } from '../../backends/registry.generated.js';
import { openMaintenance } from '../../src/compose.js';
import type { EngineLocation } from '../../src/contracts/backend.js';
import type { TransportName } from '../../src/contracts/transport.js';
import { launchLimits } from '../../src/gateway/limits.js';
import { bridgeAddress } from '../support/container-guest.js';
import { laneGateway } from '../support/gateway.js';
import { hiddenBackends, isContainerLane, laneBackends } from '../support/lane.js';
import { containerGround, processGround, smuggledEngine, type SmuggledEngine } from '../support/smuggled-engine.js';
import { smuggling, type Want } from '../support/smuggling.js';

/**
 * Code that got into an engine, whatever way it found, reaches nothing of this machine. Every try is first made where it
 * succeeds: without isolation, or in a container that has in itself what is looked for. So each of these tests can fail.
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
/** Addresses of this machine that its listener hears: containers know it by another one too. */
const addresses = ['127.0.0.1', ...(isContainerLane() ? [bridgeAddress()] : [])];

beforeAll(async () => {
  await new Promise<void>((resolve) => listener.listen(0, isContainerLane() ? '0.0.0.0' : '127.0.0.1', resolve));
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
    (['subprocess', 'embedded', 'container'] as const).filter((transport) => declaration[transport] !== null).sort(),
  ]);
  const here = Object.entries(smuggling).map(([id, transports]) => [id, Object.keys(transports).sort()]);
  expect(Object.fromEntries(here)).toEqual(Object.fromEntries(declared));
});

const ofLane = Object.entries(smuggling).flatMap(([backend, transports]) =>
  Object.entries(transports)
    .map(([transport, how]) => ({ backend, transport: transport as TransportName, how }))
    .filter(({ transport }) => (transport === 'container') === isContainerLane()),
);
const tried = ofLane
  .flatMap(({ how, ...target }) => (typeof how === 'object' ? [{ ...target, how }] : []))
  // What stands for Lean is always there.
  .filter(({ backend }) => backend === 'lean' || laneBackends().includes(backend));
const triedAtOnce = ofLane
  .flatMap(({ how, ...target }) => (typeof how === 'function' ? [{ ...target, how }] : []))
  .filter(({ backend }) => laneBackends().includes(backend));

it.runIf(laneBackends().length > 0)('the engines of this lane are tried', () => {
  expect([...tried, ...triedAtOnce].map(({ backend }) => backend)).toEqual(expect.arrayContaining([...laneBackends()]));
});

describe.each(tried)('$backend, $transport', ({ backend, transport, how }) => {
  let location: EngineLocation;
  let free: SmuggledEngine;
  let isolated: SmuggledEngine;
  const inContainer = transport === 'container';
  beforeAll(async () => {
    location = await locate(backend, transport);
    writeFileSync(join(temporary, 'canary'), how.file(secret));
    writeFileSync(join(home, 'canary'), how.file(secret));
    [free, isolated] = [true, false].map((isFree) => {
      const limits = launchLimits(backends[backend]!.declaration, maintenance.settings);
      return smuggledEngine(ground(isFree), how, () => ({ backend, location, tools: maintenance.tools, limits }));
    }) as [SmuggledEngine, SmuggledEngine];
  });
  afterAll(() => Promise.all([free.close(), isolated.close()]));

  it.each(tries('reads'))('reads no file (%s)', async (_, code) => {
    await withoutIsolation(code(join(temporary, 'canary')), (told) => told.includes(secret));
    const neighbourSeen = inContainer ? `/proc/${free.guest()!.pid}/environ` : neighbourEnvironment;
    if (how.powerless === undefined) expect(await free.run(code(neighbourSeen))).not.toMatch(how.refusal);
    const systemFiles = ['/etc/passwd', '/etc/hostname'];
    const files = [
      join(temporary, 'canary'),
      join(home, 'canary'),
      join(root, 'package.json'),
      neighbourEnvironment,
      ...(inContainer ? ['/var/run/docker.sock'] : systemFiles),
    ];
    for (const file of files) {
      const told = await isolated.run(code(file));
      expect(told, file).toMatch(how.refusal);
      expect(told).not.toContain(secret);
      expect(told).not.toMatch(/root:x:0|"name": "jacobian/);
    }
    // A container has these itself, with other words in them.
    if (inContainer) expect(await isolated.run(code('/etc/hostname'))).not.toMatch(new RegExp(`\\b${hostname()}\\b`));
  });

  it.each(tries('writes'))('writes no file (%s)', async (_, code) => {
    const control = join(temporary, randomUUID());
    await withoutIsolation(code(control), (told) => (inContainer ? !how.refusal.test(told) : existsSync(control)));
    rmSync(control, { force: true });
    for (const folder of how.powerless === undefined ? outside() : [temporary, home]) {
      const file = join(folder, name);
      const told = await isolated.run(code(file));
      const escaped = existsSync(file);
      rmSync(file, { force: true });
      expect(escaped, file).toBe(false);
      if (how.powerless === undefined) expect(told, file).toMatch(how.refusal);
    }
    // Its own /tmp it may write to, and its own memory that is shared between processes; those are not ours.
    for (const folder of ['/tmp', '/dev/shm']) {
      await isolated.run(code(join(folder, name)));
      expect(existsSync(join(folder, name)), folder).toBe(false);
    }
    expect(readFileSync(join(home, 'canary'), 'utf8')).toBe(how.file(secret));
  });

  it.each(tries('lists'))('sees no other process (%s)', async (_, code) => {
    await withoutIsolation(code(''), (told) => told.includes(secret));
    const told = await isolated.run(code(''));
    expect(told).toContain('/proc/1/environ');
    expect(told).not.toContain(secret);
  });

  it.each(tries('tcp'))('reaches no port of this machine (%s)', async (_, code) => {
    await reachesNothing(code, `127.0.0.1/${port}`);
    for (const address of addresses.slice(1)) {
      expect(await isolated.run(code(`${address}/${port}`))).toMatch(how.refusal);
      // Somebody is there to answer.
      const before = connections;
      connect(Number(port), address);
      await expect.poll(() => connections).toBe(before + 1);
    }
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
    const ofSystem = ['/usr', '/etc', '/', '/dev', '/proc', ...(inContainer ? ['/run', '/var/tmp', '/sys'] : [])];
    return [temporary, home, homedir(), dirname(location.path), ...ofSystem];
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

  function ground(isFree: boolean) {
    if (transport !== 'container') return processGround(transport, isFree ? 'off' : 'required');
    const file = { path: join(temporary, 'canary'), text: how.file(secret) };
    return containerGround(isFree ? { file, secret, port, socketName } : null, () => (connections += 1));
  }
});

describe.each(triedAtOnce)('$backend, $transport', ({ how }) => {
  const gateway = laneGateway();

  it('reaches nothing, whatever it tries', async () => {
    for (const folder of [temporary, home]) writeFileSync(join(folder, 'canary'), secret);
    const canaries = [temporary, home].map((folder) => join(folder, 'canary'));
    const { source, forbidden, allowed } = how({
      reads: [...canaries, join(root, 'package.json'), neighbourEnvironment, '/var/run/docker.sock'],
      // Not the root: that of the WebAssembly build lies in its own memory.
      writes: [...canaries, ...[temporary, home, homedir(), '/usr'].map((folder) => join(folder, name))],
      tcp: addresses.map((address) => `${address}/${port}`),
    });
    const before = connections;
    const { output } = await gateway.run('lean.check', { source });
    const told = JSON.stringify(output.diagnostics);
    expect(told).not.toContain(secret);
    expect(told).not.toContain('"name": "jacobian');
    const linesOf = (severity: string) =>
      output.diagnostics.filter((one) => one.severity === severity).map(({ start }) => start.line);
    expect(linesOf('error')).toEqual(expect.arrayContaining([...forbidden]));
    expect(linesOf('information')).toEqual([allowed.line]);
    expect(output.diagnostics.find(({ start }) => start.line === allowed.line)?.message).toContain(allowed.text);
    expect(connections).toBe(before);
    expect(readdirSync(temporary)).toEqual(['canary']);
    expect(readdirSync(home)).toEqual(['canary']);
    for (const canary of canaries) expect(readFileSync(canary, 'utf8')).toBe(secret);
    for (const folder of [homedir(), '/usr']) expect(existsSync(join(folder, name)), folder).toBe(false);
  });
});

async function locate(backend: string, transport: TransportName): Promise<EngineLocation> {
  if (backend === 'lean' && transport === 'subprocess') return leanStandIn();
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
