import { placeOf } from '../availability/place.js';
import type { Availability, AvailabilityStatus, CandidateReport } from '../contracts/availability.js';
import type { BackendReport, DoctorReport } from './doctor.js';
import { alignColumns, styled, type Style } from './output.js';

interface Look {
  readonly all: boolean;
  readonly color: boolean;
  readonly home: string;
  /** Backends whose engines the operator wants in containers. */
  readonly inContainers: readonly string[];
}

const marks: Readonly<Record<AvailabilityStatus, { mark: string; word: string; style: Style }>> = {
  AVAILABLE: { mark: '✓', word: 'ready', style: 'green' },
  UNTESTED: { mark: '✓', word: 'untested', style: 'yellow' },
  MISSING: { mark: '✗', word: 'missing', style: 'red' },
  UNSUPPORTED: { mark: '✗', word: 'unsuitable', style: 'red' },
  CHECK_FAILED: { mark: '✗', word: 'failing', style: 'red' },
  ISOLATION_UNAVAILABLE: { mark: '✗', word: 'not isolated', style: 'red' },
  DISABLED: { mark: '-', word: 'switched off', style: 'dim' },
};

const header = ['', 'Engine', 'State', 'Version', 'Wanted', 'Transport', 'Unlocks', 'Where'];
const indent = '     ';

/** The report as a table for a person: one line for each way to reach an engine, and below it what is to be said or done. */
export function renderReport(report: DoctorReport, look: Look): string {
  const rows = report.backends.flatMap((backend) =>
    shownTransports(backend, report, look).map((availability, index) => ({
      backend,
      availability,
      isFirst: index === 0,
    })),
  );
  const [head = '', ...lines] = alignColumns([header, ...rows.map((row) => cells(row, look))]);
  const table = rows.map(({ backend, availability }, index) => [
    paint(lines[index] ?? '', availability.status, look),
    ...remarks(backend, availability, look),
    ...(look.all ? candidates(availability, look) : []),
  ]);
  const operations = look.all ? report.backends.flatMap((backend) => operationNames(backend, look)) : [];
  return [styled(head, 'bold', look.color), ...table.flat(), '', ...operations, ...summary(report, look)]
    .map((line) => `${line}\n`)
    .join('');
}

interface Row {
  readonly backend: BackendReport;
  readonly availability: Availability;
  /** The first of its backend. */
  readonly isFirst: boolean;
}

/**
 * Containers are no news to who has none: their lines are shown where Docker has the engine or could be what brings it,
 * and where they were asked for.
 */
function shownTransports(backend: BackendReport, { docker }: DoctorReport, look: Look): readonly Availability[] {
  if (look.all || look.inContainers.includes(backend.backend)) return backend.transports;
  const shown = backend.transports.filter(
    ({ transport, status }) =>
      transport !== 'container' || (docker?.state === 'available' && (status !== 'MISSING' || !backend.usable)),
  );
  return shown.length === 0 ? backend.transports : shown;
}

function cells({ backend, availability, isFirst }: Row, { home }: Look): string[] {
  const { mark, word } = marks[availability.status];
  const { operations, unlocked } = backend;
  const count =
    unlocked.length === operations.length
      ? plural(operations.length)
      : `${String(unlocked.length)} of ${plural(operations.length)}`;
  return [
    mark,
    isFirst ? backend.title : '',
    word,
    availability.version ?? '',
    isFirst ? availability.required_version : '',
    availability.transport,
    isFirst ? count : '',
    where(availability, home),
  ];
}

function where({ path, candidates }: Availability, home: string): string {
  if (path === null) return '';
  const source = candidates.find(({ location }) => placeOf(location) === path)?.location.source;
  return source === undefined ? short(path, home) : `${short(path, home)} (${source})`;
}

function remarks(backend: BackendReport, { status, detail, hint }: Availability, look: Look): string[] {
  const lines = detail === null ? [] : [`${indent}${detail}`];
  // What can be reached another way needs no advice; that it is missing is said all the same.
  if (hint !== null && (!backend.usable || look.all)) lines.push(`${indent}${styled('→', 'bold', look.color)} ${hint}`);
  return status === 'AVAILABLE' ? lines.map((line) => styled(line, 'dim', look.color)) : lines;
}

function candidates(availability: Availability, look: Look): string[] {
  const others = availability.candidates.filter(({ location }) => placeOf(location) !== availability.path);
  return others.map((candidate) => styled(`${indent}also ${candidateText(candidate, look)}`, 'dim', look.color));
}

function candidateText({ status, location, version, detail }: CandidateReport, { home }: Look): string {
  const what = [`${short(placeOf(location), home)} (${location.source})`, version, marks[status].word];
  const said = what.filter((part) => part !== null).join(', ');
  return detail === null ? said : `${said}: ${detail}`;
}

function operationNames(backend: BackendReport, { color }: Look): string[] {
  if (backend.operations.length === 0) return [];
  const lines = backend.operations.map((id) => `${indent}${backend.unlocked.includes(id) ? '✓' : '✗'} ${id}`);
  return [styled(`Operations of ${backend.title}`, 'bold', color), ...lines, ''];
}

function summary(report: DoctorReport, { color }: Look): string[] {
  const { operations, isolation } = report;
  const all = operations.unavailable.length === 0;
  const count = all
    ? `All ${plural(operations.total)} can run here.`
    : `${String(operations.available)} of ${plural(operations.total)} can run here.`;
  return [
    styled(count, all ? 'green' : 'yellow', color),
    ...isolationLines(isolation, color),
    ...dockerLines(report, color),
  ];
}

function dockerLines({ docker, backends }: DoctorReport, color: boolean): string[] {
  if (docker?.state === 'available') return [`Docker ${docker.version}: engines can run in containers.`];
  if (docker?.state !== 'refused') return [];
  const hints = backends
    .flatMap(({ transports }) => transports)
    .filter(({ transport, status }) => transport === 'container' && status === 'CHECK_FAILED')
    .map(({ hint }) => hint);
  return [
    styled(`Docker cannot be used: ${docker.detail}.`, 'yellow', color),
    ...hints.slice(0, 1).map((hint) => `${indent}${styled('→', 'bold', color)} ${hint ?? ''}`),
  ];
}

function isolationLines(isolation: DoctorReport['isolation'], color: boolean): string[] {
  if (isolation.setting === 'off')
    return [styled('Isolation is switched off: engines run with the rights of the gateway.', 'yellow', color)];
  if (isolation.available)
    return [`Isolation: ${isolation.version}; engines see no network and no files but their own.`];
  return [
    styled(`No isolation outside containers: ${isolation.reason}.`, 'yellow', color),
    `${indent}${styled('→', 'bold', color)} ${isolation.hint}`,
  ];
}

function paint(line: string, status: AvailabilityStatus, { color }: Look): string {
  const { mark, word, style } = marks[status];
  return line.replace(mark, styled(mark, style, color)).replace(word, styled(word, style, color));
}

function short(path: string, home: string): string {
  return path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path;
}

function plural(count: number): string {
  return count === 1 ? '1 operation' : `${String(count)} operations`;
}
