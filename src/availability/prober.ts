import type { Availability, Prober } from '../contracts/availability.js';
import type { Backend, LaunchTools } from '../contracts/backend.js';
import { noContainers, type ContainerEngine, type DaemonState } from '../contracts/containers.js';
import type { RuntimeRequirement } from '../contracts/requirement.js';
import type { Settings } from '../contracts/settings.js';
import type { TransportName } from '../contracts/transport.js';
import type { IsolationState } from '../contracts/isolation.js';
import { readRecipes, type Recipe } from './bundle-recipe.js';
import { imageHint, refusedHint } from './container-remedies.js';
import { examineAll, ImageGone, type Examining } from './examine.js';
import { rememberImages } from './image-list.js';
import { locateImages, type Located } from './image-locator.js';
import { createLocator } from './locator.js';
import { hiddenBy } from './forced.js';
import { recentMachine } from './machine.js';
import { placeOf } from './place.js';
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
  /** Docker; without it, all is as on a machine that has none. */
  readonly containers?: ContainerEngine;
  /** Those of this process unless given. */
  readonly surroundings?: Surroundings;
  /** Milliseconds since 1970; the clock unless given. */
  readonly now?: () => number;
}

/** The prober with what only a person at a terminal asks. */
export interface EngineProber extends Prober {
  /** As `availability`, but looks at every candidate, also at those behind the one that will serve. */
  survey(requirement: RuntimeRequirement, transport: TransportName): Promise<Availability>;
  /** Whether there is a Docker daemon for engines in containers. */
  daemon(): Promise<DaemonState>;
}

interface Probing extends Examining {
  readonly backends: ProberDependencies['backends'];
  readonly remedies: Remedies;
  /** The images that can be built. */
  readonly recipes: () => readonly Recipe[];
  readonly locate: (backend: Backend, transport: TransportName, required: string) => Promise<Located>;
}

/** Finds out which engines are here, by running them. Starting it costs nothing: everything waits for the first question. */
export function createProber(dependencies: ProberDependencies): EngineProber {
  const { settings, tools, now = Date.now, containers = noContainers } = dependencies;
  const surroundings = dependencies.surroundings ?? thisMachine(settings.engineFolder, tools.root);
  const cache = createProbeCache(now);
  const remedies = createRemedies({ ...dependencies, surroundings, now });
  const locator = createLocator(settings, surroundings, now);
  const images = rememberImages(containers, namedImages(settings), now);
  const recipes = once(() => readRecipes(surroundings.gatewayRoot));
  const imageLocator = { images, settings, machine: recentMachine(surroundings, now), recipes };
  const closing = new AbortController();
  const { signal } = closing;
  const probing: Probing = {
    ...dependencies,
    run: (file, args, options) => dependencies.run(file, args, { ...options, signal }),
    runInImage: (image, file, args, options) => containers.run(image, file, args, { ...options, signal }),
    images,
    now,
    cache,
    remedies,
    recipes,
    locate: async (backend, transport, required) =>
      transport === 'container' && backend.declaration.container !== null
        ? locateImages(backend.declaration, required, imageLocator)
        : { locations: locator.locate(backend, transport), lack: null },
  };
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
      images.forget();
      for (const key of last.keys()) if (key.startsWith(`${backend}|`)) last.delete(key);
    },
    daemon: async () => {
      const list = await images.recent();
      return list.state === 'available' ? { state: list.state, version: list.version } : list;
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
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    try {
      return { ...base, ...(await lookAround(backend, requirement, transport, all, probing)) };
    } catch (error) {
      if (!(error instanceof ImageGone)) throw error;
    }
  }
  const hint = 'Run `jacobian-gateway doctor` when Docker has settled.';
  return { ...base, status: 'CHECK_FAILED', detail: 'Docker came and went while it was looked at', hint };
}

/** An image that goes while it is looked at was the wrong one to look at: what is there now is looked at, once. */
const attempts = 2;

async function lookAround(
  backend: Backend,
  requirement: RuntimeRequirement,
  transport: TransportName,
  all: boolean,
  probing: Probing,
): Promise<Partial<Availability>> {
  const { declaration } = backend;
  const { locations, lack } = await probing.locate(backend, transport, requirement.version);
  if (lack !== null) return lack;
  const { reports, checkedAt } = await examineAll(backend, locations, requirement, all, probing);
  const chosen = reports.find((report) => report.status === 'AVAILABLE' || report.status === 'UNTESTED');
  const [first] = reports;
  const told = chosen ?? first;
  const hint = () => {
    if (first?.location.image === undefined) return probing.remedies.hint(declaration, transport, requirement, reports);
    if (first.status === 'CHECK_FAILED' && first.refused === true) return refusedHint(first.location.image.name);
    const fault = first.location.source === 'setting' ? 'named' : 'unfit';
    return imageHint(declaration, requirement.version, fault, probing.recipes());
  };
  return {
    status: told?.status ?? 'MISSING',
    version: told?.version ?? null,
    detail: told?.detail ?? (told === undefined ? missingDetail(backend, transport) : null),
    hint: chosen === undefined ? await hint() : null,
    path: told === undefined ? null : placeOf(told.location),
    location: chosen?.location ?? null,
    candidates: reports,
    checked_at: new Date(checkedAt).toISOString(),
  };
}

/** The package's own files do not change while it runs. */
function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => (made ??= { value: make() }).value;
}

function namedImages({ backends }: Settings): string[] {
  return Object.values(backends).flatMap(({ image }) => image ?? []);
}

function missingDetail({ declaration }: Backend, transport: TransportName): string {
  if (declaration[transport] === null) return `${declaration.title} has no ${transport} transport`;
  if (transport === 'embedded') return `the WebAssembly build of ${declaration.title} is not installed`;
  return `${declaration.title} was not found: not in the engine folder, on PATH, in the usual folders, nor in conda and pyenv environments`;
}
