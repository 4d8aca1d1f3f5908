import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { adapters, directAdapters } from '../adapters/registry.generated.js';
import { backends, engineFiles } from '../backends/registry.generated.js';
import { operations, type Catalog } from '../catalog/registry.generated.js';
import { hiddenBy } from './availability/forced.js';
import { createMaintenance, type Maintenance } from './availability/maintenance.js';
import { checkBackendNames } from './config/backend-names.js';
import { parseSettings } from './config/load.js';
import type { EngineCode, LaunchTools } from './contracts/backend.js';
import type { BundleEngine } from './contracts/bundles.js';
import type { Settings, SettingsInput } from './contracts/settings.js';
import { createGatewayCore, type Gateway } from './gateway/gateway.js';
import { launchLimits } from './gateway/limits.js';
import { createScheduler } from './gateway/scheduler.js';
import { transportsOf } from './gateway/select.js';
import { createSessionPool } from './gateway/session-pool.js';
import { createLog } from './log/log.js';
import { isolationState } from './process/isolate.js';
import { runCommand } from './process/run-command.js';
import { openContainers, type Containers } from './transport/container/open.js';
import { processTransport } from './transport/process.js';
import { packageVersion } from './version.js';

/** The package's own folder: this file lies one level below it, as a source and as a bundle. */
const root = fileURLToPath(new URL('..', import.meta.url));

/** Builds a gateway from settings: the one place where everything meets. Starts no engine and probes none. */
export function createGateway(input: SettingsInput = {}): Gateway<Catalog> {
  const settings = checkedSettings(input);
  const log = createLog(settings.logLevel);
  const concurrency = settings.concurrency ?? availableParallelism();
  const sessions = (backend: string) => settings.backends[backend]?.sessions ?? concurrency;
  const containers = openContainers(settings.dockerHost);
  if (mayUseContainers(settings)) containers.removeLeftovers();
  return createGatewayCore<Catalog>({
    operations,
    adapters,
    directAdapters,
    backends,
    isolation: isolationState,
    prober: maintain(settings, containers).prober,
    release: containers.close,
    settings,
    version: packageVersion,
    log,
    scheduler: createScheduler({
      concurrency,
      sessions,
      queueLength: settings.queueLength,
      queueWaitMs: settings.queueWaitMs,
    }),
    pool: createSessionPool({
      transports: {
        subprocess: processTransport('subprocess', settings.isolation),
        container: containers.transport,
        embedded: processTransport('embedded', settings.isolation),
      },
      engineCode,
      tools: launchTools,
      launchLimits: (backend) => launchLimits(backends[backend]?.declaration, settings),
      idleMs: settings.sessionIdleMs,
      maximum: sessions,
      ready: (backend) => settings.backends[backend]?.readySessions ?? 0,
      // As many as may work at once fit always.
      maximumInAll: Math.max(settings.sessions ?? 4 * concurrency, concurrency),
      log,
    }),
  });
}

/** Else Docker is left alone. */
function mayUseContainers(settings: Settings): boolean {
  return Object.keys(backends).some(
    (id) =>
      hiddenBy(settings, id, 'container') === null && transportsOf(id, { backends, settings }).includes('container'),
  );
}

/** The engines of this machine, for whoever looks after them. */
export function openMaintenance(input: SettingsInput = {}): Maintenance {
  const settings = checkedSettings(input);
  return maintain(settings, openContainers(settings.dockerHost));
}

function maintain(settings: Settings, containers: Containers): Maintenance {
  return createMaintenance({
    backends,
    operations,
    settings,
    tools: launchTools,
    run: runCommand,
    isolation: isolationState,
    containers: containers.engine,
  });
}

/** What makes and moves images with engines, for the command line. */
export function openBundles(input: SettingsInput = {}): Promise<BundleEngine> {
  return openContainers(checkedSettings(input).dockerHost).bundles();
}

/** Throws SettingsError, also for names of backends that this gateway does not have. */
function checkedSettings(input: SettingsInput): Settings {
  const settings = parseSettings(input);
  checkBackendNames(settings, Object.keys(backends));
  return settings;
}

const launchTools: LaunchTools = {
  node: process.execPath,
  host: (name) => `${root}dist/${name}.js`,
  root,
};

/** The engine-side files of a backend, read when its first session starts. */
function engineCode(backend: string): EngineCode {
  return { files: (engineFiles[backend] ?? []).map((name) => ({ name, text: readFileSync(root + name, 'utf8') })) };
}
