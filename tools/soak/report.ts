import type { Ending } from './end.js';
import { moments, type Tally } from './tally.js';
import { growth, type Growth, type Watch } from './watch.js';

export interface Finished {
  readonly seed: number;
  readonly minutes: number;
  readonly interrupted: boolean;
  readonly maximumEngines: number;
  readonly tally: Tally;
  readonly watch: Watch;
  readonly endings: readonly Ending[];
}

/** Prints what was seen, as Markdown; true when nothing was wrong. */
export function printReport(finished: Finished): boolean {
  const { tally, watch, endings } = finished;
  const { totals } = tally;
  print(
    `\nSoak of ${finished.minutes.toFixed(1)} minutes${finished.interrupted ? ' (interrupted)' : ''}, seed ${String(finished.seed)}: ${String(totals.calls)} calls, ${String(totals.kills)} engines killed, ${String(totals.bursts)} bursts.\n`,
  );
  table(
    ['operation', 'backend', 'calls', 'right', 'wrong', 'cancelled', 'failed'],
    [...tally.rows]
      .sort()
      .map(([key, row]) => [
        ...key.split(' | '),
        ...[row.calls, row.right, row.wrong, row.cancelled, row.failed].map(String),
      ]),
  );
  table(
    ['failure', 'cause', 'calls'],
    [...tally.failures].sort().map(([key, count]) => [...key.split(' | '), String(count)]),
  );
  table(
    ['undisturbed calls', 'count', 'p50 ms', 'p99 ms', 'most ms'],
    moments.map((moment) => {
      const { count, quantile } = tally.latencies[moment];
      return [moment, String(count()), ...[0.5, 0.99, 1].map((q) => quantile(q).toFixed(0))];
    }),
  );
  const flat = printGrowth(watch, finished.maximumEngines);
  table(
    ['server', 'ended by', 'gone after ms', 'processes left', 'folders left'],
    endings.map(({ server, how, ms, processes, folders }) => [
      server,
      how,
      String(ms),
      String(processes),
      how === 'SIGKILL' && folders > 0 ? `${String(folders)} (nobody could remove them)` : String(folders),
    ]),
  );
  for (const [kind, { count, detail }] of tally.violations) print(`- ${String(count)} x ${kind}: ${detail}`);
  const passed = totals.violations === 0 && flat;
  print(
    `\n${passed ? 'PASSED' : 'FAILED'}: ${String(totals.wrong)} wrong answers, ${String(totals.violations)} violations, memory and descriptors ${flat ? 'flat' : 'NOT FLAT'}.`,
  );
  return passed;
}

/** With fewer samples (three minutes) the second quarter still is warming up. */
const judgedFrom = 36;

/** Whether memory and descriptors are flat, or the soak was too short to tell. */
function printGrowth({ samples, longestPing }: Watch, maximumEngines: number): boolean {
  const rows = [...samples].map(([server, all]) => {
    const memory = growth(
      all.map(({ resident }) => resident),
      (early) => Math.max(0.15 * early, 20),
    );
    const descriptors = growth(
      all.map((sample) => sample.descriptors),
      () => 10,
    );
    const engines = Math.max(0, ...all.map((sample) => sample.engines));
    return { server, memory, descriptors, engines };
  });
  table(
    [
      'server',
      'memory MiB, second quarter',
      'last quarter',
      'descriptors',
      'last quarter',
      'engines at most',
      'longest ping ms',
    ],
    rows.map(({ server, memory, descriptors, engines }) => [
      server,
      ...cells(memory),
      ...cells(descriptors),
      `${String(engines)} (limit ${String(maximumEngines)})`,
      (longestPing.get(server) ?? 0).toFixed(0),
    ]),
  );
  if ([...samples.values()].some((all) => all.length < judgedFrom)) return true;
  return rows.every(({ memory, descriptors }) => memory.flat && descriptors.flat);
}

function cells({ early, late, flat }: Growth): string[] {
  return [early.toFixed(0), `${late.toFixed(0)}${flat ? '' : ' NOT FLAT'}`];
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): void {
  if (rows.length === 0) return;
  const line = (row: readonly string[]) => `| ${row.join(' | ')} |`;
  print([line(head), line(head.map(() => '---')), ...rows.map(line), ''].join('\n'));
}

function print(text: string): void {
  console.log(text);
}
