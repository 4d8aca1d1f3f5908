/**
 * `npm run bench`: the raw engine against the gateway, in one run, as ratios. Absolute times are of this machine at
 * this moment; ratios and differences are what to look at. Engines that are not here are left out, and said so. Callers
 * are parallel calls over one MCP connection. Ends with a table for docs/guide/performance.md, and with status 1 where a
 * limit is missed.
 *
 *   npm run bench -- --only busy --quick --lean
 */
import { parseArgs } from 'node:util';
import { cold, coldLean, sageAgainstCold } from './bench/cold.js';
import { inContainer, isImagePresent } from './bench/containers.js';
import { gp, presentEngines } from './bench/engines.js';
import { discovery, startup } from './bench/startup.js';
import { cells, printTable, type Line } from './bench/table.js';
import { busy, crowd, warm } from './bench/warm.js';
import { isPresent } from './is-present.js';

const { values: options } = parseArgs({
  options: {
    /** The name of a section. */
    only: { type: 'string' },
    /** A quarter of the calls: to see that it works, not for figures. */
    quick: { type: 'boolean', default: false },
    lean: { type: 'boolean', default: false },
  },
});
const { quick } = options;
const engines = presentEngines();
const isolations = isPresent('bwrap') ? [true, false] : [false];
for (const file of ['gp', 'z3', 'sage', 'bwrap']) if (!isPresent(file)) console.error(`${file} is not here`);
const contained = isPresent('gp') && isImagePresent('pari');
if (!contained) console.error('the image of PARI/GP is not here');

type Measurement = () => Promise<Line | readonly Line[]>;

/** Each engine with and without isolation. */
const each = (measure: (engine: (typeof engines)[number], isolated: boolean) => Promise<Line>): Measurement[] =>
  engines.flatMap((engine) => isolations.map((isolated) => () => measure(engine, isolated)));

const sections: Readonly<Record<string, readonly Measurement[]>> = {
  startup: [() => startup(quick ? 5 : 15)],
  find: [() => discovery(200)],
  cold: [...each((engine, isolated) => cold(engine, isolated, quick)), ...(options.lean ? [() => coldLean(true)] : [])],
  warm: each((engine, isolated) => warm(engine, isolated, quick)),
  callers: [8, 64].flatMap((callers) => each((engine, isolated) => crowd(engine, callers, isolated, quick))),
  busy: isPresent('gp') ? isolations.map((isolated) => () => busy(isolated, quick)) : [],
  container: contained ? [() => inContainer(gp, quick)] : [],
  sage: isPresent('sage') ? isolations.map((isolated) => () => sageAgainstCold(isolated, quick)) : [],
};
const chosen = Object.keys(sections).filter((name) => options.only === undefined || options.only === name);
if (chosen.length === 0) throw new Error(`--only takes one of ${Object.keys(sections).join(', ')}`);

const lines: Line[] = [];
for (const name of chosen) {
  for (const measure of sections[name] ?? []) {
    const measured = [await measure()].flat();
    for (const line of measured) console.error(`${name}: ${cells(line).filter(Boolean).join(' · ')}`);
    lines.push(...measured);
  }
}
console.log(printTable(lines));
process.exitCode = lines.some(({ limit }) => limit?.kept === false) ? 1 : 0;
