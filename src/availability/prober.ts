import type { Availability, Prober } from '../contracts/availability.js';
import type { Backend, EngineLocation, LaunchTools } from '../contracts/backend.js';
import type { RuntimeRequirement } from '../contracts/requirement.js';
import type { Settings } from '../contracts/settings.js';
import type { TransportName } from '../contracts/transport.js';
import type { IsolationState } from '../contracts/isolation.js';
import { examineAll, type Examining } from './examine.js';
import { createLocator } from './locator.js';
import { hiddenBy } from './forced.js';
import type { Run } from './probe.js';
import { createProbeCache } from './probe-cache.js';
import { createRemedies, type Remedies } from './remedies.js';
import { thisMachine, type Surroundings } from './surroundings.js';

export interface ProberDependencies {
  readonly backends: Readonly<Record<string, Backend>>;
  readonly settings: Settings;
  readonly tools: LaunchTools;
  readonly run: Run;
  readonly isolation: () => Promise<IsolationState>;
  /** Those of this process unless given. */
  readonly surroundings?: Surroundings;
  /** Milliseconds since 1970; the clock unless given. */
  readonly now?: () => number;
}

/** The prober with what only a person at a terminal asks. */
export interface EngineProber extends Prober {
  /** As `availability`, but looks at every candidate, also at those behind the one that will serve. */
  survey(requirement: RuntimeRequirement, transport: TransportName): Promise<Availability>;
}

interface Probing extends Examining {
  readonly backends: ProberDependencies['backends'];
  readonly remedies: Remedies;
  readonly locate: (backend: Backend, transport: TransportName) => readonly EngineLocation[];
}

/** Finds out which engines are here, by running them. Starting it costs nothing: everything waits for the first question. */
export function createProber(dependencies: ProberDependencies): EngineProber {
  const { settings, tools, now = Date.now } = dependencies;
  const surroundings = dependencies.surroundings ?? thisMachine(settings.engineFolder, tools.root);
  const cache = createProbeCache(now);
  const remedies = createRemedies({ ...dependencies, surroundings, now });
  const locator = createLocator(settings, surroundings, now);
  const closing = new AbortController();
  const run: Run = (file, args, options) => dependencies.run(file, args, { ...options, signal: closing.signal });
  const probing: Probing = { ...dependencies, run, now, cache, remedies, locate: locator.locate };
  const last = new Map<string, Availability>();
  const examine = async (requirement: RuntimeRequirement, transport: TransportName, all: boolean) => {
    const availability = await look(requirement, transport, all, probing);
    last.set(keyOf(requirement, transport), availability);
    return availability;
  };
  return {
    availability: (requirement, transport) => examine(requirement, transport, false),
    survey: (requirement, transport) => examine(requirement, transport, true),
    lastKnown: (requirement, transport) => last.get(keyOf(requirement, transport)) ?? null,
    invalidate: (backend) => {
      cache.forget(`${backend}|`);
      locator.forget(backend);
      for (const key of last.keys()) if (key.startsWith(`${backend}|`)) last.delete(key);
    },
    close: () => closing.abort(new Error('the gateway is closed')),
  };
}

function keyOf({ backend, version, features }: RuntimeRequirement, transport: TransportName): string {
  return `${backend}|${transport}|${version}|${features.join(',')}`;
}

async function look(
  requirement: RuntimeRequirement,
  transport: TransportName,
  all: boolean,
  probing: Probing,
): Promise<Availability> {
  const { settings, now } = probing;
  const backend = probing.backends[requirement.backend];
  const base: Availability = {
    backend: requirement.backend,
    transport,
    status: 'MISSING',
    required_version: requirement.version,
    version: null,
    detail: null,
    hint: null,
    path: null,
    checked_at: new Date(now()).toISOString(),
    location: null,
    candidates: [],
  };
  if (backend === undefined) return { ...base, detail: 'this gateway has no such backend' };
  const own = settings.backends[requirement.backend];
  if (own?.enabled === false) {
    const hint = `Set backends.${requirement.backend}.enabled to true in the settings.`;
    return { ...base, status: 'DISABLED', detail: 'switched off in the settings', hint };
  }
  const entry = hiddenBy(settings, requirement.backend, transport);
  if (entry !== null) {
    const hint = `Take ${entry} out of the setting hide (or of JACOBIAN_HIDE).`;
    return { ...base, status: 'DISABLED', detail: 'hidden by the setting hide', hint };
  }
  const locations = probing.locate(backend, transport);
  const { reports, checkedAt } = await examineAll(backend, locations, requirement, all, probing);
  const chosen = reports.find((report) => report.status === 'AVAILABLE' || report.status === 'UNTESTED');
  const told = chosen ?? reports[0];
  const status = told?.status ?? 'MISSING';
  return {
    ...base,
    status,
    version: told?.version ?? null,
    detail: told?.detail ?? (told === undefined ? missingDetail(backend, transport) : null),
    hint:
      chosen === undefined ? await probing.remedies.hint(backend.declaration, transport, requirement, reports) : null,
    path: told?.location.path ?? null,
    location: chosen?.location ?? null,
    candidates: reports,
    checked_at: new Date(checkedAt).toISOString(),
  };
}

function missingDetail({ declaration }: Backend, transport: TransportName): string {
  const part =
    transport === 'subprocess' ? declaration.subprocess : transport === 'embedded' ? declaration.embedded : null;
  if (part === null) return `${declaration.title} has no ${transport} transport`;
  if (transport === 'embedded') return `the WebAssembly build of ${declaration.title} is not installed`;
  return `${declaration.title} was not found: not in the engine folder, on PATH, in the usual folders, nor in conda and pyenv environments`;
}
