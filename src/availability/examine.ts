import type { CandidateReport } from '../contracts/availability.js';
import type { Backend, BackendDeclaration, EngineLocation, LaunchTools } from '../contracts/backend.js';
import type { IsolationState } from '../contracts/isolation.js';
import type { RuntimeRequirement } from '../contracts/requirement.js';
import type { Settings } from '../contracts/settings.js';
import type { RememberedImages } from './image-list.js';
import { inOrder } from './in-order.js';
import { placeOf } from './place.js';
import { fingerprint, probeCandidate, runFeature, type Finding, type ProbeTools, type Run } from './probe.js';
import type { ProbeCache } from './probe-cache.js';
import { judgeVersion } from './version-policy.js';

export interface Examining {
  readonly settings: Settings;
  readonly tools: LaunchTools;
  readonly run: Run;
  readonly runInImage: ProbeTools['runInImage'];
  readonly images: RememberedImages;
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
  const mark = location.image?.id ?? fingerprint(location.path);
  if (mark === 'gone') return { report: checkFailed(location, null, 'there is no such file'), at: examining.now() };
  const refused = await isolationRefusal(backend, location, examining);
  if (refused !== null) {
    return {
      report: { status: 'ISOLATION_UNAVAILABLE', location, version: null, detail: refused },
      at: examining.now(),
    };
  }
  const { cache } = examining;
  const how = await probeTools(location, examining);
  const key = `${backend.declaration.id}|${location.transport}|${placeOf(location)}`;
  // What does not work, or is probed still, somebody may have built anew since its image was listed.
  if (!cache.holdsGood(key, mark)) await checkImage(location, examining);
  const known = await cache.get(
    key,
    mark,
    async () => {
      const found = await probeCandidate(backend, location, how);
      if (!found.works) await checkImage(location, examining);
      return found;
    },
    (finding: Finding) => finding.works,
  );
  const finding = known.value;
  if (!finding.works) {
    const report = checkFailed(location, finding.version, finding.detail);
    return { report: finding.ran ? report : { ...report, refused: true }, at: known.at };
  }
  const { version } = finding;
  const judgement = judgeVersion(version, backend.declaration.policy, requirement.version);
  if (judgement.status === 'UNSUPPORTED') return { report: { ...judgement, location, version }, at: known.at };
  for (const name of requirement.features) {
    const feature = backend.declaration.features[name];
    const lacking = await cache.get(
      `${key}|${name}`,
      mark,
      async () => {
        if (feature === undefined) return 'not declared';
        const lack = await runFeature(backend, location, feature, how);
        if (lack !== null) await checkImage(location, examining);
        return lack;
      },
      (value: string | null) => value === null,
    );
    if (lacking.value === null) continue;
    const detail = `this build lacks ${name}: ${lacking.value}`;
    return { report: { status: 'UNSUPPORTED', location, version, detail }, at: lacking.at };
  }
  return { report: { ...judgement, location, version }, at: known.at };
}

/** The image of a candidate cannot be had any more: it was removed meanwhile, or Docker is gone. Nothing was learnt of it. */
export class ImageGone extends Error {
  override readonly name = 'ImageGone';
}

/** A probe can fail for want of Docker, which says nothing about the engine. Throws ImageGone. */
async function checkImage({ image }: EngineLocation, { images }: Examining): Promise<void> {
  if (image === undefined) return;
  images.forget();
  const list = await images.recent();
  if (list.state !== 'available' || !list.images.some(({ id }) => id === image.id)) throw new ImageGone();
}

async function probeTools(
  { image }: EngineLocation,
  { run, runInImage, tools, settings, isolation }: Examining,
): Promise<ProbeTools> {
  // A container is a sandbox of its own, with all that the engine needs in it.
  if (image !== undefined) return { run, runInImage, tools, isolation: 'off' };
  // Where isolation cannot be had and may be done without, a probe is as free as the engine will be.
  const state = await isolation();
  // What a passing shortage hides is no reason to probe an engine without a sandbox.
  const isolated = state.available || state.passing === true;
  return { run, runInImage, tools, isolation: isolated ? settings.isolation : 'off' };
}

/** Why an engine may not be run at all here; null where it may. A container isolates it, whatever this machine can. */
async function isolationRefusal(
  { declaration }: Backend,
  { image }: EngineLocation,
  { settings, isolation }: Examining,
): Promise<string | null> {
  if (image !== undefined) return null;
  const needed = settings.isolation === 'required' || (declaration.traits.untrusted && settings.isolation !== 'off');
  if (!needed) return null;
  const state = await isolation();
  return state.available ? null : state.reason;
}

function checkFailed(location: EngineLocation, version: string | null, detail: string) {
  return { status: 'CHECK_FAILED', location, version, detail } as const;
}

function oldest(times: readonly number[], otherwise: number): number {
  return times.length === 0 ? otherwise : Math.min(...times);
}
