import type { AnyAdapter } from '../contracts/adapter.js';
import type { Availability, Prober } from '../contracts/availability.js';
import type { Backend, EngineLocation } from '../contracts/backend.js';
import type { AnyOperation } from '../contracts/operation.js';
import type { RuntimeRequirement } from '../contracts/requirement.js';
import type { Settings } from '../contracts/settings.js';
import type { TransportName } from '../contracts/transport.js';

/** The engine that will serve a call. */
export interface Choice {
  readonly adapter: AnyAdapter;
  readonly backend: Backend;
  readonly location: EngineLocation;
  readonly version: string;
  /** What the prober says beside yes: an old or untested release. */
  readonly remark: string | null;
}

/** Every alternative and why it cannot serve, in the order of preference. */
export interface NoChoice {
  readonly tried: readonly Availability[];
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

/** The first alternative that is there: by the adapters' rank for this input, preference of backend, then of transport. */
export async function selectEngine(
  operation: AnyOperation,
  input: unknown,
  forced: Forced,
  selection: Selection,
): Promise<Choice | NoChoice> {
  const tried: Availability[] = [];
  const adapterOf = (backend: string) =>
    selection.adapters.find((candidate) => candidate.operation === operation.id && candidate.backend === backend);
  // Sorting is stable: the declared order stands where no adapter gives way.
  const ranked = alternatives(operation, forced, selection)
    .map((pair) => ({ ...pair, adapter: adapterOf(pair.requirement.backend) }))
    .sort((a, b) => (a.adapter?.rank?.(input) ?? 0) - (b.adapter?.rank?.(input) ?? 0));
  for (const { requirement, transport, adapter } of ranked) {
    const availability = await selection.prober.availability(requirement, transport);
    const backend = selection.backends[requirement.backend];
    const { location, version, detail: remark } = availability;
    if (location !== null && version !== null && backend !== undefined && adapter !== undefined) {
      return { adapter, backend, location, version, remark };
    }
    tried.push(availability);
  }
  return { tried };
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
  if (backend.declaration.embedded !== null) has.push('embedded');
  const named = settings.backends[id]?.transport ?? 'auto';
  const wanted = named === 'auto' ? settings.transport : named;
  // A transport named for all backends does not take away those that do not have it.
  if (wanted === 'auto' || (!has.includes(wanted) && named === 'auto')) return has;
  return has.filter((transport) => transport === wanted);
}
