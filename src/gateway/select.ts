import type { AnyAdapter } from '../contracts/adapter.js';
import type { Availability, Prober } from '../contracts/availability.js';
import type { Backend, EngineLocation } from '../contracts/backend.js';
import type { AnyOperation } from '../contracts/operation.js';
import type { RuntimeRequirement } from '../contracts/requirement.js';
import type { Settings } from '../contracts/settings.js';
import type { TransportName } from '../contracts/transport.js';

/** The engine that will serve a call. */
export interface Choice {
  /** What the operation asks of it. */
  readonly requirement: RuntimeRequirement;
  readonly adapter: AnyAdapter;
  readonly backend: Backend;
  readonly location: EngineLocation;
  readonly version: string;
  /** What the prober says beside yes: an old or untested release. */
  readonly remark: string | null;
}

/** An alternative that cannot serve, and why. */
export type Tried = Pick<
  Availability,
  'backend' | 'transport' | 'status' | 'required_version' | 'version' | 'detail' | 'hint'
>;

/** What a look at the alternatives gave. */
export interface Selected {
  /** Null where none is left that can serve. */
  readonly choice: Choice | null;
  /** Those before the choice, or all, in the order of preference. */
  readonly tried: readonly Tried[];
}

export interface Selection {
  readonly backends: Readonly<Record<string, Backend>>;
  readonly adapters: readonly AnyAdapter[];
  readonly prober: Prober;
  readonly settings: Settings;
}

/** What a call insists on. */
export interface Forced {
  readonly backend?: string | undefined;
  readonly transport?: TransportName | undefined;
}

/**
 * The first alternative that is there: by the adapters' rank for this input, preference of backend, then of transport.
 * Those that were tried before are passed over; they are the first ones, because the order is the same each time.
 */
export async function selectEngine(
  operation: AnyOperation,
  input: unknown,
  forced: Forced,
  before: readonly Tried[],
  selection: Selection,
): Promise<Selected> {
  const tried: Tried[] = [...before];
  const adapterOf = (backend: string) =>
    selection.adapters.find((candidate) => candidate.operation === operation.id && candidate.backend === backend);
  // Sorting is stable: the declared order stands where no adapter gives way.
  const ranked = alternatives(operation, forced, selection)
    .map((pair) => ({ ...pair, adapter: adapterOf(pair.requirement.backend) }))
    .sort((a, b) => (a.adapter?.rank?.(input) ?? 0) - (b.adapter?.rank?.(input) ?? 0));
  for (const { requirement, transport, adapter } of ranked.slice(before.length)) {
    const availability = await selection.prober.availability(requirement, transport);
    const backend = selection.backends[requirement.backend];
    const { location, version, detail: remark } = availability;
    if (location !== null && version !== null && backend !== undefined && adapter !== undefined) {
      return { choice: { requirement, adapter, backend, location, version, remark }, tried };
    }
    tried.push(availability);
  }
  return { choice: null, tried };
}

/** The requirement and transport pairs of an operation, in the order they are tried. */
export function alternatives(
  operation: AnyOperation,
  forced: Forced,
  selection: Pick<Selection, 'backends' | 'settings'>,
): { requirement: RuntimeRequirement; transport: TransportName }[] {
  return operation.runtime_requirements
    .filter((requirement) => forced.backend === undefined || requirement.backend === forced.backend)
    .flatMap((requirement) =>
      transportsOf(requirement.backend, selection)
        .filter((transport) => forced.transport === undefined || transport === forced.transport)
        .map((transport) => ({ requirement, transport })),
    );
}

/** The transports of a backend in the order of preference: the one the operator named, or all it has. */
export function transportsOf(
  id: string,
  { backends, settings }: Pick<Selection, 'backends' | 'settings'>,
): TransportName[] {
  const backend = backends[id];
  if (backend === undefined) return [];
  const has: TransportName[] = [];
  if (backend.declaration.subprocess !== null) has.push('subprocess');
  if (backend.declaration.container !== null) has.push('container');
  if (backend.declaration.embedded !== null) has.push('embedded');
  const named = settings.backends[id]?.transport ?? 'auto';
  const wanted = named === 'auto' ? settings.transport : named;
  // A transport named for all backends does not take away those that do not have it.
  if (wanted === 'auto' || (!has.includes(wanted) && named === 'auto')) return has;
  return has.filter((transport) => transport === wanted);
}
