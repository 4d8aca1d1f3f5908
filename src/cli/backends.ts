import { createInterface } from 'node:readline/promises';
import { planInstall, planRemove } from '../availability/install.js';
import { runPlan, showStep, type PlanProgress } from '../availability/install-run.js';
import type { Maintenance, OpenMaintenance } from '../availability/maintenance.js';
import { InstallRefused, installSources, type InstallSource, type Plan } from '../availability/plan.js';
import type { Availability } from '../contracts/availability.js';
import type { Backend } from '../contracts/backend.js';
import type { TransportName } from '../contracts/transport.js';
import { isUsable } from './doctor.js';
import { terminalOutput, type Output } from './output.js';

export interface InstallOptions {
  /** `apt`, `wheels` or `npm`; the best one here when left out. */
  readonly from?: string;
  /** Do not ask. */
  readonly yes?: boolean;
  /** Show what would be done, and do nothing. */
  readonly dryRun?: boolean;
}

export interface BackendsDependencies extends Maintenance {
  /** Asks a person; null where nobody is there to answer. */
  readonly confirm: ((question: string) => Promise<boolean>) | null;
}

/**
 * Installs or removes engines in the gateway's own folder, all where none is named. Exit status: 0 done, 1 not done,
 * 2 the command cannot be carried out as given.
 */
export async function backendsCommand(
  open: OpenMaintenance,
  verb: 'install' | 'remove',
  names: readonly string[],
  options: InstallOptions,
  output: Output = terminalOutput(),
): Promise<number> {
  const dependencies = { ...(await open()), confirm: terminalConfirm() };
  const command = verb === 'install' ? installCommand : removeCommand;
  let status = 0;
  for (const name of names.length === 0 ? Object.keys(dependencies.backends) : names) {
    status = Math.max(status, await command(name, options, dependencies, output));
  }
  return status;
}

/** Installs an engine. Exit status: 0 it is there now, 1 it is not, 2 the command cannot be carried out as given. */
export async function installCommand(
  name: string,
  options: InstallOptions,
  dependencies: BackendsDependencies,
  output: Output,
): Promise<number> {
  const backend = dependencies.backends[name];
  if (backend === undefined) return unknownEngine(name, dependencies, output);
  const { declaration } = backend;
  try {
    const source = await chooseSource(backend, options.from, dependencies, output);
    if (source === 'there') return 0;
    if (source === null) return 1;
    const verify = () => faultOf(backend, source, dependencies);
    const done = await carryOut(planInstall(declaration, source, dependencies), options, verify, dependencies, output);
    if (done !== 0 || options.dryRun === true) return done;
    output.write(`${declaration.title} is ready. \`jacobian-gateway doctor ${name}\` shows it.\n`);
    return 0;
  } catch (error) {
    if (!(error instanceof InstallRefused)) throw error;
    output.note(`${error.message}\n`);
    return 2;
  }
}

/** Removes what `installCommand` brought, and nothing else. */
export async function removeCommand(
  name: string,
  options: Omit<InstallOptions, 'from'>,
  dependencies: BackendsDependencies,
  output: Output,
): Promise<number> {
  const backend = dependencies.backends[name];
  if (backend === undefined) return unknownEngine(name, dependencies, output);
  const plan = planRemove(backend.declaration, dependencies);
  const done = await carryOut(plan, options, () => Promise.resolve(null), dependencies, output);
  dependencies.prober.invalidate(name);
  return done;
}

/** Asks on the terminal; null where standard input is none. */
export function terminalConfirm(): BackendsDependencies['confirm'] {
  if (!process.stdin.isTTY) return null;
  return async (question) => {
    const terminal = createInterface({ input: process.stdin, output: process.stderr });
    try {
      return /^y(?:es)?$/i.test((await terminal.question(question)).trim());
    } finally {
      terminal.close();
    }
  };
}

/** Where to install from: what was asked for, or the first that leads to a usable engine here. */
async function chooseSource(
  { declaration }: Backend,
  from: string | undefined,
  { prober, remedies, surroundings }: BackendsDependencies,
  output: Output,
): Promise<InstallSource | 'there' | null> {
  if (from !== undefined) {
    const source = installSources.find((name) => name === from);
    if (source === undefined) throw new InstallRefused(`--from is one of ${installSources.join(', ')}.`);
    return source;
  }
  const requirement = { backend: declaration.id, version: declaration.policy.supported, features: [] };
  const transport: TransportName = declaration.subprocess === null ? 'embedded' : 'subprocess';
  const found = await prober.availability(requirement, transport);
  if (isUsable(found)) {
    output.write(
      `${declaration.title} ${found.version ?? ''} is there already: ${found.path ?? ''}. Name a source with --from to install another.\n`,
    );
    return 'there';
  }
  if (found.status === 'DISABLED') {
    output.note(`${declaration.title}: ${found.detail ?? 'switched off'}. ${found.hint ?? ''}\n`);
    return null;
  }
  const offers = await remedies.applicable(declaration, transport, requirement.version, found.candidates);
  const kinds = offers.map(({ remedy }) => remedy.kind).filter((kind) => kind !== 'apt' || surroundings.root);
  const source = installSources.find((name) => name === kinds.find((kind) => isInstallSource(kind)));
  if (source !== undefined) return source;
  output.note(`${found.hint ?? `${declaration.title} cannot be installed from here.`}\n`);
  return null;
}

function isInstallSource(kind: string): boolean {
  return installSources.some((source) => source === kind);
}

async function carryOut(
  plan: Plan,
  options: InstallOptions,
  verify: () => Promise<string | null>,
  dependencies: BackendsDependencies,
  output: Output,
): Promise<number> {
  for (const note of plan.notes) output.write(`${note}\n`);
  for (const step of plan.steps) output.write(`  ${step.title}\n      ${showStep(step)}\n`);
  if (plan.steps.length === 0 || options.dryRun === true) return 0;
  if (options.yes !== true) {
    if (dependencies.confirm === null) {
      output.note('Nobody is there to ask. Add --yes to do this.\n');
      return 2;
    }
    if (!(await dependencies.confirm('Do this? [y/N] '))) {
      output.note('Nothing was done.\n');
      return 1;
    }
  }
  const { run, surroundings } = dependencies;
  const result = await runPlan(plan, progressTo(output), { run, env: surroundings.env, verify });
  if (result.done) return 0;
  output.note(`${result.step}: ${result.reason}\nWhat was begun has been undone.\n`);
  return 1;
}

/** Tells of a plan's steps as they are carried out. */
export function progressTo(output: Output): PlanProgress {
  return {
    onStep: (step, number, total) => output.note(`[${String(number)}/${String(total)}] ${step.title}\n`),
    onWait: (step, elapsedMs) => output.note(`      ${step.title}: ${String(Math.round(elapsedMs / 1000))} s\n`),
  };
}

/** Null where what was installed works; else what is wrong with it. */
async function faultOf(
  { declaration }: Backend,
  source: InstallSource,
  { prober, surroundings }: BackendsDependencies,
): Promise<string | null> {
  prober.invalidate(declaration.id);
  const requirement = { backend: declaration.id, version: declaration.policy.supported, features: [] };
  const transports: TransportName[] = [];
  if (declaration.subprocess !== null) transports.push('subprocess');
  if (declaration.embedded !== null) transports.push('embedded');
  const looks = await Promise.all(transports.map((transport) => prober.survey(requirement, transport)));
  const mine = looks
    .flatMap(({ candidates }) => candidates)
    .filter(
      ({ location }) => source === 'apt' || location.path.startsWith(`${surroundings.engineFolder}/${declaration.id}`),
    );
  if (mine.some(isUsable)) return null;
  return mine[0]?.detail ?? whyNone(looks);
}

function whyNone(looks: readonly Availability[]): string {
  return (
    looks.map(({ detail }) => detail).find((detail) => detail !== null) ?? 'it is not found after its installation'
  );
}

function unknownEngine(name: string, { backends }: BackendsDependencies, output: Output): number {
  output.note(`No such engine: ${name}. There are ${Object.keys(backends).join(', ')}.\n`);
  return 2;
}
