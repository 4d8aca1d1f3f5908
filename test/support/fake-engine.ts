import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { adapters, directAdapters } from '../../adapters/registry.generated.js';
import { backends, engineFiles } from '../../backends/registry.generated.js';
import { operations } from '../../catalog/registry.generated.js';
import { createMaintenance } from '../../src/availability/maintenance.js';
import { createGateway } from '../../src/compose.js';
import { parseSettings } from '../../src/config/load.js';
import type { LaunchTools } from '../../src/contracts/backend.js';
import type { UntypedGateway } from '../../src/contracts/gateway.js';
import type { SettingsInput } from '../../src/contracts/settings.js';
import type { TransportName } from '../../src/contracts/transport.js';
import { createGatewayCore } from '../../src/gateway/gateway.js';
import { launchLimits } from '../../src/gateway/limits.js';
import { createScheduler } from '../../src/gateway/scheduler.js';
import { createSessionPool } from '../../src/gateway/session-pool.js';
import { createLog } from '../../src/log/log.js';
import { createHome } from '../../src/process/guard.js';
import { isolationState } from '../../src/process/isolate.js';
import { runCommand } from '../../src/process/run-command.js';
import { processTransport } from '../../src/transport/process.js';

/** Where a fake stands, and what it is asked. */
export interface FakeDriver {
  readonly backend: string;
  readonly transport: TransportName;
  /** Name of the executable. */
  readonly executable: string;
  readonly operation: string;
  /** A request that is served right by every fake, and one that shows its fault. With the outputs that are right. */
  readonly right: Asked;
  readonly faulty: Asked;
  /** A request of 4 MB; null where the engine itself reads none. */
  readonly large: { readonly operation: string; readonly payload: unknown } | null;
  /** `budget.memory_mb` of a session whose start goes wrong, and what the engine sees of it; null where its session is a shell of ours. */
  readonly faultyStart: { readonly memory_mb: number; readonly seen: number } | null;
}

interface Asked {
  readonly payload: unknown;
  readonly output: object;
}

export interface FakeEngine {
  open(settings?: SettingsInput): UntypedGateway;
  /** Puts a program without faults in its place. */
  repair(): void | Promise<void>;
  /** What of it runs, whichever gateway of this process has started it. */
  running(): Promise<readonly string[]>;
  /** Temporary folders of it that are left on this machine. */
  folders(): readonly string[];
}

/** A fake that runs as a process. */
export interface FakeProcess extends FakeEngine {
  /** Its file: part of the command line or of the environment of all its processes. */
  readonly path: string;
  repair(): void;
}

export interface Fakes<E extends FakeEngine | Promise<FakeEngine>> {
  make(driver: FakeDriver, behaviour: string, port?: number): E;
  remove(): void | Promise<void>;
}

const fixtures = new URL('../fixtures/engines/', import.meta.url);
let made = 0;

/** A name that no other fake of this file has. */
export function nameOf(behaviour: string): string {
  return `${behaviour}-${String((made += 1))}`;
}

/** A folder for the fakes of a test file. */
export function createFakes(): Fakes<FakeProcess> {
  let folder: string | null = null;
  return {
    make: (driver, behaviour, port = 0) => {
      folder ??= mkdtempSync(join(tmpdir(), 'jacobian-fakes-'));
      const name = nameOf(behaviour);
      const place = { driver, name, port, root: join(folder, name) };
      return driver.transport === 'embedded' ? embedded(place, behaviour) : installed(place, behaviour);
    },
    remove: () => {
      if (folder !== null) rmSync(folder, { recursive: true, force: true });
    },
  };
}

interface Place extends FakeProgram {
  readonly root: string;
}

/** An executable, named in the settings. */
function installed(place: Place, behaviour: string): FakeProcess {
  const path = join(place.root, 'bin', place.driver.executable);
  write(place, path, behaviour);
  return {
    ...left(place, path),
    open: (settings = {}) => createGateway({ ...settings, backends: { [place.driver.backend]: { path } } }),
    repair: () => write(place, path, 'none'),
  };
}

/** The engine of an npm package: what runs it is replaced, so the gateway is put together by hand. */
function embedded(place: Place, behaviour: string): FakeProcess {
  const { backend } = place.driver;
  const { package: name, from } = backends[backend]!.declaration.embedded!;
  const engineFolder = join(place.root, 'engines');
  const found = from === 'gateway' ? place.root : join(engineFolder, `${backend}-wasm`);
  const node = join(found, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin', 'node');
  const path = from === 'gateway' ? join(place.root, 'bin', place.driver.executable) : node;
  const module = join(found, 'node_modules', name);
  write(place, path, behaviour);
  mkdirSync(module, { recursive: true });
  for (const folder of [module, place.root]) writeFileSync(join(folder, 'package.json'), '{}');
  const tools: LaunchTools = { node: '/usr/bin/perl', host: () => path, root: place.root };
  return {
    ...left(place, path),
    open: (settings = {}) => composed({ ...settings, engineFolder }, tools),
    repair: () => {
      write(place, path, 'none');
      // What tells a change is the package, or the folder that it is installed in.
      utimesSync(from === 'gateway' ? module : found, 1, 1);
    },
  };
}

function left({ name }: Place, path: string): Pick<FakeProcess, 'path' | 'running' | 'folders'> {
  return { path, running: () => Promise.resolve(processesOf(path)), folders: () => foldersOf(name) };
}

function write(place: Place, path: string, behaviour: string): void {
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(`${path}.new`, programOf(place, behaviour));
  chmodSync(`${path}.new`, 0o755);
  renameSync(`${path}.new`, path);
}

/** What a fake is made of, beside its behaviour. */
export interface FakeProgram {
  readonly driver: FakeDriver;
  /** Its own: that of the file that it leaves in a temporary folder of its own. */
  readonly name: string;
  /** Where something listens. */
  readonly port: number;
}

/** One file, because a sandbox shows an engine nothing beside it. */
export function programOf({ driver, name, port }: FakeProgram, behaviour: string): string {
  const settings = {
    behaviour,
    name,
    port,
    memory_mb: leastMemory(driver),
    faulty_memory: driver.faultyStart?.seen ?? 0,
  };
  const assigned = Object.entries(settings).map(([key, value]) => `our $${key} = '${String(value)}';`);
  const parts = ['behaviours.pl', `protocol-${driver.backend}.pl`].map((file) =>
    readFileSync(new URL(file, fixtures), 'utf8'),
  );
  return ['#!/usr/bin/perl', ...assigned, ...parts].join('\n');
}

export function leastMemory({ backend, transport }: FakeDriver): number {
  const { traits, embedded: part } = backends[backend]!.declaration;
  return transport === 'embedded' ? (part?.minimumMemoryMb ?? 0) : traits.minimumMemoryMb;
}

/** As src/compose.ts does it, with other tools. */
function composed(input: SettingsInput, tools: LaunchTools): UntypedGateway {
  const settings = parseSettings(input);
  const parts = { backends, operations, settings, tools, isolation: isolationState };
  const log = createLog('silent');
  return createGatewayCore({
    ...parts,
    adapters,
    directAdapters,
    version: '0.0.0',
    log,
    prober: createMaintenance({ ...parts, run: runCommand }).prober,
    release: () => Promise.resolve(),
    scheduler: createScheduler({ ...settings, concurrency: 2, sessions: () => 2 }),
    pool: createSessionPool({
      transports: { embedded: processTransport('embedded', settings.isolation) },
      engineCode: (backend) => ({
        files: (engineFiles[backend] ?? []).map((name) => ({
          name,
          text: readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8'),
        })),
      }),
      tools,
      launchLimits: (backend) => launchLimits(backends[backend]?.declaration, settings),
      idleMs: settings.sessionIdleMs,
      maximum: () => 2,
      ready: () => 0,
      maximumInAll: 4,
      log,
    }),
  });
}

/** Processes that have the text in their command line or in their environment. */
export function processesOf(text: string): string[] {
  return readdirSync('/proc')
    .filter((name) => /^[0-9]+$/.test(name) && name !== String(process.pid))
    .map((pid) => ({ pid, told: `${read(`/proc/${pid}/cmdline`)} ${read(`/proc/${pid}/environ`)}` }))
    .filter(({ told }) => told.includes(text))
    .map(({ pid, told }) => `${pid}: ${told.slice(0, 200)}`);
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}

/** Temporary folders of processes of ours that hold the file. */
function foldersOf(trace: string): string[] {
  const own = createHome();
  rmSync(own, { recursive: true });
  const all = dirname(own);
  return readdirSync(all).filter((folder) => existsSync(join(all, folder, trace)));
}
