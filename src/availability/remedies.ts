import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { CandidateReport } from '../contracts/availability.js';
import type { BackendDeclaration, Remedy } from '../contracts/backend.js';
import type { RuntimeRequirement } from '../contracts/requirement.js';
import type { TransportName } from '../contracts/transport.js';
import type { IsolationState } from '../contracts/isolation.js';
import { commandHere, recentMachine, type Machine } from './machine.js';
import type { Run } from './probe.js';
import type { Surroundings } from './surroundings.js';
import { isUsable, normalise } from './version-policy.js';

export interface Remedies {
  /** A step that works on this machine, for an engine that cannot be used. */
  hint(
    declaration: BackendDeclaration,
    transport: TransportName,
    requirement: RuntimeRequirement,
    found: readonly CandidateReport[],
  ): Promise<string | null>;
  /** The remedies that lead to a usable engine here, best first. */
  applicable(
    declaration: BackendDeclaration,
    transport: TransportName,
    required: string,
    found: readonly CandidateReport[],
  ): Promise<readonly ApplicableRemedy[]>;
}

export interface ApplicableRemedy {
  readonly remedy: Remedy;
  /** What is typed here. */
  readonly command: string;
}

export interface RemedyDependencies {
  readonly surroundings: Surroundings;
  readonly run: Run;
  readonly isolation: () => Promise<IsolationState>;
  /** A clock in ms, that of the machine unless given. */
  readonly now?: () => number;
}

const maximumOffers = 2;
const aptTimeoutMs = 5_000;
/** Package lists change when somebody renews them, which is what a hint may have led to. */
const aptAnswerMs = 60_000;

/** Hints that fit this machine and what was found on it: never what brought an engine that is too old or broken. */
export function createRemedies({ surroundings, run, isolation, now = Date.now }: RemedyDependencies): Remedies {
  const aptVersions = new Map<string, { readonly at: number; readonly answer: Promise<AptAnswer> }>();
  const aptVersion = (name: string) => {
    const known = aptVersions.get(name);
    if (known !== undefined && now() - known.at <= aptAnswerMs) return known.answer;
    const answer = askApt(name, run);
    aptVersions.set(name, { at: now(), answer });
    return answer;
  };

  const inspect = recentMachine(surroundings, now);

  const applicable: Remedies['applicable'] = async (declaration, transport, required, found) => {
    const machine = inspect();
    const offers: ApplicableRemedy[] = [];
    for (const remedy of declaration.remedies) {
      if (!serves(remedy, declaration, transport) || found.some((report) => isFromRemedy(report, remedy, machine)))
        continue;
      const command = commandHere(remedy, declaration.id, machine, surroundings);
      if (command === null) continue;
      const brings: Brought =
        remedy.kind === 'apt' ? await aptBrings(remedy, declaration, aptVersion) : { version: remedy.brings };
      if (brings === 'absent') continue;
      if (brings.version === null || isUsable(brings.version, declaration.policy, required))
        offers.push({ remedy, command });
    }
    return offers;
  };

  return {
    applicable,
    hint: async (declaration, transport, requirement, found) => {
      const told = found[0];
      if (told?.status === 'ISOLATION_UNAVAILABLE') {
        const state = await isolation();
        return state.available ? null : `${state.hint} Or set isolation to off, if you trust what is run.`;
      }
      if (told?.location.source === 'setting') {
        return `Correct ${settingOf(declaration)}, or remove it to let the gateway look for ${declaration.title}.`;
      }
      const offers = await applicable(declaration, transport, requirement.version, found);
      if (offers.length === 0 && transport === 'embedded' && declaration.embedded?.from === 'engine folder')
        return embeddedHint(declaration, told, inspect());
      return phrase(declaration, transport, told, offers);
    },
  };
}

function phrase(
  declaration: BackendDeclaration,
  transport: TransportName,
  told: CandidateReport | undefined,
  offers: readonly ApplicableRemedy[],
): string {
  if (transport === 'embedded' && declaration.embedded?.from === 'gateway') {
    const { package: name } = declaration.embedded;
    return told === undefined
      ? `Install the gateway again with its dependencies: ${name} is one of them.`
      : `Install the gateway again: its own ${name} does not work as it is.`;
  }
  if (offers.length === 0)
    return `Install ${declaration.title} (${declaration.homepage}) and name its program in ${settingOf(declaration)}.`;
  const commands = offers.slice(0, maximumOffers).map(({ command, remedy }) => {
    return remedy.size === undefined ? `\`${command}\`` : `\`${command}\` (${remedy.size})`;
  });
  return `Run ${commands.join(' or ')}.`;
}

/** What lacks for a WebAssembly build of the engine folder that cannot be installed as things are: no program can be named for it. */
function embeddedHint(
  { id, title, homepage, remedies }: BackendDeclaration,
  told: CandidateReport | undefined,
  machine: Machine,
): string {
  const install = `jacobian-gateway backends install ${id} --from npm`;
  const remedy = remedies.find(({ kind }) => kind === 'npm');
  if (remedy === undefined) return `There is no package of it to install; install ${title} itself (${homepage}).`;
  if (told?.status === 'CHECK_FAILED')
    return `Remove it with \`jacobian-gateway backends remove ${id}\`: installing it again brings the same. Install ${title} itself (${homepage}) instead.`;
  if (machine.npm === null)
    return `Install npm (it comes with Node.js, https://nodejs.org) and run \`${install}\`, which brings the WebAssembly build ${remedy.command.replace(/^npm install /, '')}.`;
  return `The WebAssembly build of ${title} is installed by \`${install}\`, but not on this kind of machine: its packages (${packagesOf(remedy).join(', ')}) are for another. Install ${title} itself (${homepage}) instead.`;
}

function settingOf({ id }: BackendDeclaration): string {
  return `backends.${id}.path of the settings (or JACOBIAN_PATH_${id.toUpperCase()})`;
}

/** Whether a remedy brings an engine for this transport. */
function serves({ kind }: Remedy, { embedded }: BackendDeclaration, transport: TransportName): boolean {
  if (transport === 'embedded') return kind === 'npm' && embedded?.from === 'engine folder';
  // An npm package of the engine folder brings a launcher beside the WebAssembly build; one of the gateway's own is there already.
  return kind !== 'npm' || embedded === null || embedded.from === 'engine folder';
}

/**
 * Whether a candidate that cannot be used came from this remedy: it would bring the same again. An old release in the
 * engine folder is another matter: installing once more brings the newest.
 */
function isFromRemedy({ status, location }: CandidateReport, { kind }: Remedy, machine: Machine): boolean {
  if (status === 'AVAILABLE' || status === 'UNTESTED') return false;
  if (location.source === 'engine folder') {
    const isLauncher = !location.path.includes('/venv/');
    return status === 'CHECK_FAILED' && (isLauncher ? kind === 'npm' : kind === 'wheels');
  }
  if (location.source === 'conda' || existsSync(join(dirname(location.path), '..', 'conda-meta')))
    return kind === 'conda';
  if (location.path.startsWith('/usr/bin/') || location.path.startsWith('/bin/')) {
    return (kind === 'apt' && machine.apt !== null) || (kind === 'dnf' && machine.dnf !== null);
  }
  if (isBrewed(location.path)) return kind === 'brew';
  return kind === 'elan' && location.path.includes('/.elan/');
}

/** Homebrew keeps packages in its Cellar and links to them; on Intel Macs the links lie in /usr/local, where others put programs too. */
function isBrewed(path: string): boolean {
  return [path, endOfLinks(path)].some(
    (place) => /\/(?:homebrew|\.linuxbrew|Cellar)\//.test(place) || place.startsWith('/usr/local/opt/'),
  );
}

function endOfLinks(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

/** The version that apt would bring: asked from this machine's own lists, else what the declaration knows. */
async function aptBrings(
  remedy: Remedy,
  declaration: BackendDeclaration,
  aptVersion: (name: string) => Promise<AptAnswer>,
): Promise<Brought> {
  const name = packagesOf(remedy)[0];
  const answer = name === undefined ? 'unknown' : await aptVersion(name);
  if (answer === 'absent') return answer;
  const listed = answer === 'unknown' ? null : normalise(answer.version, declaration);
  return { version: listed ?? remedy.brings };
}

/** A version (null: the newest), or no such package. */
type Brought = { readonly version: string | null } | 'absent';
type AptAnswer = { readonly version: string } | 'absent' | 'unknown';

/** `apt-cache policy` of a package: the upstream part of the candidate's version. Without lists apt knows nothing. */
async function askApt(name: string, run: Run): Promise<AptAnswer> {
  const result = await run('apt-cache', ['policy', name], {
    timeoutMs: aptTimeoutMs,
    maxOutputBytes: 64 * 1024,
    isolation: 'off',
  });
  const candidate = /^\s*Candidate:\s*(?:\d+:)?([0-9][^\s-]*)/m.exec(result.stdout)?.[1];
  if (candidate !== undefined) return { version: candidate.replace(/[+~].*$/, '') };
  return result.code === 0 && hasAptLists() ? 'absent' : 'unknown';
}

function hasAptLists(): boolean {
  try {
    return readdirSync('/var/lib/apt/lists').some((name) => name.includes('_Packages'));
  } catch {
    return false;
  }
}

/** The packages that a remedy's command names: what follows `install`, without options. */
export function packagesOf(remedy: Remedy): string[] {
  const words = remedy.command.split(/\s+/);
  const at = words.indexOf('install');
  return at < 0 ? [] : words.slice(at + 1).filter((word) => !word.startsWith('-'));
}
