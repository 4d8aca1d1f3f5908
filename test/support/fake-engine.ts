import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
  /** Its file: part of the command line or of the environment of all its processes. */
  readonly path: string;
  /** Name of the file that it leaves in a temporary folder of its own. */
  readonly trace: string;
  open(settings?: SettingsInput): UntypedGateway;
  /** Puts a program without faults in its place. */
  repair(): void;
}

const fixtures = new URL('../fixtures/engines/', import.meta.url);
let made = 0;

/** A folder for the fakes of a test file. */
export function createFakes(): {
  make(driver: FakeDriver, behaviour: string, port?: number): FakeEngine;
  remove(): void;
} {
  let folder: string | null = null;
  return {
    make: (driver, behaviour, port = 0) => {
      folder ??= mkdtempSync(join(tmpdir(), 'jacobian-fakes-'));
      const name = `${behaviour}-${String((made += 1))}`;
      const place = { driver, name, port, root: join(folder, name) };
      return driver.transport === 'embedded' ? embedded(place, behaviour) : installed(place, behaviour);
    },
    remove: () => {
      if (folder !== null) rmSync(folder, { recursive: true, force: true });
    },
  };
}

interface Place {
  readonly driver: FakeDriver;
  readonly name: string;
  readonly port: number;
  readonly root: string;
}

/** An executable, named in the settings. */
function installed(place: Place, behaviour: string): FakeEngine {
  const path = join(place.root, 'bin', place.driver.executable);
  write(place, path, behaviour);
  return {
    path,
    trace: place.name,
    open: (settings = {}) => createGateway({ ...settings, backends: { [place.driver.backend]: { path } } }),
    repair: () => write(place, path, 'none'),
  };
}

/** The engine of an npm package: what runs it is replaced, so the gateway is put together by hand. */
function embedded(place: Place, behaviour: string): FakeEngine {
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
    path,
    trace: place.name,
    open: (settings = {}) => composed({ ...settings, engineFolder }, tools),
    repair: () => {
      write(place, path, 'none');
      // What tells a change is the package, or the folder that it is installed in.
      utimesSync(from === 'gateway' ? module : found, 1, 1);
    },
  };
}

/** One file, because a sandbox shows an engine nothing beside it. */
function write({ driver, name, port }: Place, path: string, behaviour: string): void {
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
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(`${path}.new`, ['#!/usr/bin/perl', ...assigned, ...parts].join('\n'));
  chmodSync(`${path}.new`, 0o755);
  renameSync(`${path}.new`, path);
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
