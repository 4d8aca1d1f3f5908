import type { CandidateReport } from '../contracts/availability.js';
import type { Backend, BackendDeclaration, EngineLocation, LaunchTools } from '../contracts/backend.js';
import type { IsolationState } from '../contracts/isolation.js';
import type { RuntimeRequirement } from '../contracts/requirement.js';
import type { Settings } from '../contracts/settings.js';
import { inOrder } from './in-order.js';
import { fingerprint, probeCandidate, runFeature, type Finding, type Run } from './probe.js';
import type { ProbeCache } from './probe-cache.js';
import { judgeVersion } from './version-policy.js';

export interface Examining {
  readonly settings: Settings;
  readonly tools: LaunchTools;
  readonly run: Run;
  readonly isolation: () => Promise<IsolationState>;
  readonly cache: ProbeCache;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Candidates of one backend that are probed at a time. */
const candidatesAtOnce = 3;
/** Most engines answer within this; where one does not, the next one is started beside it. */
const headStartMs = 1_500;
/** What a look may take beyond the longest time of one candidate. */
const othersMs = 5_000;

/** Looks at candidates in order, and no further than the first that will do, unless all are asked for. */
export async function examineAll(
  backend: Backend,
  locations: readonly EngineLocation[],
  requirement: RuntimeRequirement,
  all: boolean,
  examining: Examining,
): Promise<{ reports: readonly CandidateReport[]; checkedAt: number }> {
  const looks = await inOrder(
    locations,
    (location) => examineOne(backend, location, requirement, examining),
    ({ report }) => !all && (report.status === 'AVAILABLE' || report.status === 'UNTESTED'),
    (location) => ({
      report: checkFailed(location, null, 'it was not looked at in time'),
      at: examining.now(),
    }),
    {
      atOnce: candidatesAtOnce,
      headStartMs: all ? 0 : headStartMs,
      withinMs: longestLook(backend.declaration, locations),
    },
  );
  return {
    reports: looks.map(({ report }) => report),
    checkedAt: oldest(
      looks.map(({ at }) => at),
      examining.now(),
    ),
  };
}

/** As long as one candidate may take, and some time for others: a machine full of programs that hang is not waited for. */
function longestLook({ subprocess, embedded, traits }: BackendDeclaration, [first]: readonly EngineLocation[]): number {
  const part = first?.transport === 'embedded' ? embedded : subprocess;
  return (part?.probe.timeout_ms ?? 0) + traits.startTimeoutMs + othersMs;
}

async function examineOne(
  backend: Backend,
  location: EngineLocation,
  requirement: RuntimeRequirement,
  examining: Examining,
): Promise<{ report: CandidateReport; at: number }> {
  const mark = fingerprint(location.path);
  if (mark === 'gone') return { report: checkFailed(location, null, 'there is no such file'), at: examining.now() };
  const refused = await isolationRefusal(backend, examining);
  if (refused !== null) {
    return {
      report: { status: 'ISOLATION_UNAVAILABLE', location, version: null, detail: refused },
      at: examining.now(),
    };
  }
  const { run, tools, settings, isolation, cache } = examining;
  // Where isolation cannot be had and may be done without, a probe is as free as the engine will be.
  const state = await isolation();
  // What a passing shortage hides is no reason to probe an engine without a sandbox.
  const isolated = state.available || state.passing === true;
  const how = { run, tools, isolation: isolated ? settings.isolation : ('off' as const) };
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
async function isolationRefusal({ declaration }: Backend, { settings, isolation }: Examining): Promise<string | null> {
  const needed = settings.isolation === 'required' || (declaration.traits.untrusted && settings.isolation !== 'off');
  if (!needed) return null;
  const state = await isolation();
  return state.available ? null : state.reason;
}

function checkFailed(location: EngineLocation, version: string | null, detail: string): CandidateReport {
  return { status: 'CHECK_FAILED', location, version, detail };
}

function oldest(times: readonly number[], otherwise: number): number {
  return times.length === 0 ? otherwise : Math.min(...times);
}
