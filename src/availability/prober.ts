import type { Availability, CandidateReport, Prober } from '../contracts/availability.js';
import type { Backend, EngineLocation, LaunchTools } from '../contracts/backend.js';
import type { RuntimeRequirement } from '../contracts/requirement.js';
import type { Settings } from '../contracts/settings.js';
import type { TransportName } from '../contracts/transport.js';
import type { IsolationState } from '../contracts/isolation.js';
import { createLocator } from './locator.js';
import { hiddenBy } from './forced.js';
import { fingerprint, probeCandidate, runFeature, type Finding, type Run } from './probe.js';
import { createProbeCache, type ProbeCache } from './probe-cache.js';
import { createRemedies, type Remedies } from './remedies.js';
import { thisMachine, type Surroundings } from './surroundings.js';
import { judgeVersion } from './version-policy.js';

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

interface Probing extends Required<ProberDependencies> {
  readonly cache: ProbeCache;
  readonly remedies: Remedies;
  readonly locate: (backend: Backend, transport: TransportName) => readonly EngineLocation[];
}

/** Finds out which engines are here, by running them. Starting it costs nothing: everything waits for the first question. */
export function createProber(dependencies: ProberDependencies): EngineProber {
  const { settings, tools, now = Date.now } = dependencies;
  const surroundings = dependencies.surroundings ?? thisMachine(settings.engineFolder, tools.root);
  const cache = createProbeCache(now);
  const remedies = createRemedies({ ...dependencies, surroundings });
  const locator = createLocator(settings, surroundings, now);
  const probing: Probing = { ...dependencies, surroundings, now, cache, remedies, locate: locator.locate };
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

/** Looks at candidates in order, and no further than the first that will do, unless all are asked for. */
async function examineAll(
  backend: Backend,
  locations: readonly EngineLocation[],
  requirement: RuntimeRequirement,
  all: boolean,
  probing: Probing,
): Promise<{ reports: readonly CandidateReport[]; checkedAt: number }> {
  if (all) {
    const each = await Promise.all(locations.map((location) => examineOne(backend, location, requirement, probing)));
    return {
      reports: each.map(({ report }) => report),
      checkedAt: oldest(
        each.map(({ at }) => at),
        probing.now(),
      ),
    };
  }
  const reports: CandidateReport[] = [];
  const times: number[] = [];
  for (const location of locations) {
    const { report, at } = await examineOne(backend, location, requirement, probing);
    reports.push(report);
    times.push(at);
    if (report.status === 'AVAILABLE' || report.status === 'UNTESTED') break;
  }
  return { reports, checkedAt: oldest(times, probing.now()) };
}

async function examineOne(
  backend: Backend,
  location: EngineLocation,
  requirement: RuntimeRequirement,
  probing: Probing,
): Promise<{ report: CandidateReport; at: number }> {
  const mark = fingerprint(location.path);
  if (mark === 'gone') return { report: checkFailed(location, null, 'there is no such file'), at: probing.now() };
  const refused = await isolationRefusal(backend, probing);
  if (refused !== null) {
    return { report: { status: 'ISOLATION_UNAVAILABLE', location, version: null, detail: refused }, at: probing.now() };
  }
  const { run, tools, settings, cache } = probing;
  const how = { run, tools, isolation: settings.isolation };
  const key = `${backend.declaration.id}|${location.transport}|${location.path}`;
  const known = await cache.get(
    key,
    mark,
    () => probeCandidate(backend, location, how),
    (finding: Finding) => finding.works,
  );
  const finding = known.value;
  if (!finding.works) return { report: checkFailed(location, finding.version, finding.detail), at: known.at };
  const { version } = finding;
  const judgement = judgeVersion(version, backend.declaration.policy, requirement.version);
  if (judgement.status === 'UNSUPPORTED') return { report: { ...judgement, location, version }, at: known.at };
  for (const name of requirement.features) {
    const feature = backend.declaration.features[name];
    const lacking = await cache.get(
      `${key}|${name}`,
      mark,
      () => (feature === undefined ? Promise.resolve('not declared') : runFeature(backend, location, feature, how)),
      (value: string | null) => value === null,
    );
    if (lacking.value === null) continue;
    const detail = `this build lacks ${name}: ${lacking.value}`;
    return { report: { status: 'UNSUPPORTED', location, version, detail }, at: lacking.at };
  }
  return { report: { ...judgement, location, version }, at: known.at };
}

/** Why an engine may not be run at all here; null where it may. */
async function isolationRefusal({ declaration }: Backend, { settings, isolation }: Probing): Promise<string | null> {
  const needed = settings.isolation === 'required' || (declaration.traits.untrusted && settings.isolation !== 'off');
  if (!needed) return null;
  const state = await isolation();
  return state.available ? null : state.reason;
}

function checkFailed(location: EngineLocation, version: string | null, detail: string): CandidateReport {
  return { status: 'CHECK_FAILED', location, version, detail };
}

function missingDetail({ declaration }: Backend, transport: TransportName): string {
  const part =
    transport === 'subprocess' ? declaration.subprocess : transport === 'embedded' ? declaration.embedded : null;
  if (part === null) return `${declaration.title} has no ${transport} transport`;
  if (transport === 'embedded') return `the WebAssembly build of ${declaration.title} is not installed`;
  return `${declaration.title} was not found: not in the engine folder, on PATH, in the usual folders, nor in conda and pyenv environments`;
}

function oldest(times: readonly number[], otherwise: number): number {
  return times.length === 0 ? otherwise : Math.min(...times);
}
