import type { Maintenance, OpenMaintenance } from '../availability/maintenance.js';
import type { Availability } from '../contracts/availability.js';
import type { Backend } from '../contracts/backend.js';
import type { DaemonState } from '../contracts/containers.js';
import type { RuntimeRequirement } from '../contracts/requirement.js';
import type { Settings } from '../contracts/settings.js';
import { transportsOf } from '../gateway/select.js';
import { renderReport } from './doctor-report.js';
import { terminalOutput, type Output } from './output.js';

export interface DoctorOptions {
  /** Also the candidates that will not serve, and the operations by name. */
  readonly all?: boolean;
  readonly json?: boolean;
}

export interface BackendReport {
  readonly backend: string;
  readonly title: string;
  /** Whether it can serve, over any of its transports. */
  readonly usable: boolean;
  readonly transports: readonly Availability[];
  /** Operations that name this backend, and those of them that it can serve here. */
  readonly operations: readonly string[];
  readonly unlocked: readonly string[];
}

export interface DoctorReport {
  /** Whether everything that was asked for is there. */
  readonly ok: boolean;
  readonly isolation: Awaited<ReturnType<Maintenance['isolation']>> & { readonly setting: Settings['isolation'] };
  /** The Docker daemon for engines in containers; null where the settings leave none of them to it. */
  readonly docker: DaemonState | null;
  readonly backends: readonly BackendReport[];
  /** Of the whole catalog: how many there are, how many can run here, and which cannot. */
  readonly operations: { readonly total: number; readonly available: number; readonly unavailable: readonly string[] };
}

/**
 * Looks at every engine (or those named) and tells what is here, what it is good for, and what to type for the rest.
 * Exit status: 0 when the named engines are usable, or, none being named, every operation can run; 1 when not; 2 for a
 * name that is no engine.
 */
export async function doctorCommand(
  open: OpenMaintenance,
  names: readonly string[],
  options: DoctorOptions,
  output: Output = terminalOutput(),
): Promise<number> {
  const maintenance = await open();
  const known = Object.keys(maintenance.backends);
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    output.note(`No such engine: ${unknown.join(', ')}. There are ${known.join(', ')}.\n`);
    return 2;
  }
  const report = await examine(names, maintenance, options.all ?? false);
  if (options.json === true) output.write(`${JSON.stringify(report, null, 2)}\n`);
  else output.write(renderReport(report, lookOf(options, output, maintenance)));
  return report.ok ? 0 : 1;
}

function lookOf({ all = false }: DoctorOptions, { color }: Output, { surroundings, settings, backends }: Maintenance) {
  const inContainers = Object.keys(backends).filter((id) => {
    const { transport = 'auto', image } = settings.backends[id] ?? {};
    return image !== undefined || (transport === 'auto' ? settings.transport : transport) === 'container';
  });
  return { all, color, home: surroundings.home, inContainers };
}

/** The whole report; `backends` holds the named ones only, the count of operations is always that of the catalog. */
export async function examine(names: readonly string[], maintenance: Maintenance, all: boolean): Promise<DoctorReport> {
  const reports = await Promise.all(
    Object.values(maintenance.backends).map((backend) => examineBackend(backend, maintenance, all)),
  );
  const unlocked = new Set(reports.flatMap((report) => report.unlocked));
  const { operations, settings } = maintenance;
  const unavailable = operations
    .filter(({ id, runtime_requirements }) => runtime_requirements.length > 0 && !unlocked.has(id))
    .map(({ id }) => id);
  const named = names.length === 0 ? reports : reports.filter(({ backend }) => names.includes(backend));
  return {
    ok: names.length === 0 ? unavailable.length === 0 : named.every(({ usable }) => usable),
    isolation: { ...(await maintenance.isolation()), setting: settings.isolation },
    docker: reports.some(usesContainers) ? await maintenance.prober.daemon() : null,
    backends: named,
    operations: { total: operations.length, available: operations.length - unavailable.length, unavailable },
  };
}

function usesContainers({ transports }: BackendReport): boolean {
  return transports.some(({ transport, status }) => transport === 'container' && status !== 'DISABLED');
}

async function examineBackend(
  { declaration }: Backend,
  maintenance: Maintenance,
  all: boolean,
): Promise<BackendReport> {
  const { prober, operations } = maintenance;
  const transports = transportsOf(declaration.id, maintenance);
  const base: RuntimeRequirement = { backend: declaration.id, version: declaration.policy.supported, features: [] };
  const look = (transport: Availability['transport']) =>
    all ? prober.survey(base, transport) : prober.availability(base, transport);
  const found = await Promise.all(transports.map(look));
  const mine = operations.flatMap(({ id, runtime_requirements }) =>
    runtime_requirements
      .filter(({ backend }) => backend === declaration.id)
      .map((requirement) => ({ id, requirement })),
  );
  const unlocked: string[] = [];
  for (const { id, requirement } of mine) {
    // What was found is remembered by the prober: this asks it to compare, not to probe again.
    for (const transport of transports) {
      if (!isUsable(await prober.availability(requirement, transport))) continue;
      unlocked.push(id);
      break;
    }
  }
  return {
    backend: declaration.id,
    title: declaration.title,
    usable: found.some(isUsable),
    transports: found,
    operations: unique(mine.map(({ id }) => id)),
    unlocked: unique(unlocked),
  };
}

export function isUsable({ status }: Pick<Availability, 'status'>): boolean {
  return status === 'AVAILABLE' || status === 'UNTESTED';
}

function unique(ids: readonly string[]): string[] {
  return [...new Set(ids)];
}
