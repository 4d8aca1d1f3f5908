import { statSync } from 'node:fs';
import type { Backend, EngineLocation, LaunchTools, Probe, Smoke } from '../contracts/backend.js';
import type { IsolationMode } from '../contracts/isolation.js';
import type { CommandResult } from '../contracts/command.js';
import type { ContainerEngine } from '../contracts/containers.js';
import type { runCommand } from '../process/run-command.js';
import { isUsable, normalise } from './version-policy.js';

/** What running a candidate showed, whatever may be required of it. */
export type Finding =
  | { readonly works: true; readonly version: string }
  | {
      readonly works: false;
      readonly version: string | null;
      readonly detail: string;
      /** Whether it could be run at all. */
      readonly ran: boolean;
    };

export type Run = typeof runCommand;

export interface ProbeTools {
  readonly run: Run;
  /** Runs a command in an image. */
  readonly runInImage: ContainerEngine['run'];
  readonly tools: LaunchTools;
  readonly isolation: IsolationMode;
}

const outputBytes = 64 * 1024;
/** A launch needs some memory to state; a probe is not limited by it. */
const statedMemory = 1024;

/** Runs a candidate: does it tell a version that is understood, and does it compute? Never throws. */
export async function probeCandidate(backend: Backend, location: EngineLocation, tools: ProbeTools): Promise<Finding> {
  const part = partOf(backend, location);
  if (part === null) return failed(null, 'this transport is not declared');
  const asked = await runEngine(backend, location, part.probe, part.probe.timeout_ms, tools);
  const printed = asked.timedOut || asked.signal !== null ? undefined : part.probe.version.exec(asked.stdout)?.[1];
  if (printed === undefined)
    return failed(null, explain(asked, part.probe.timeout_ms, tools), asked.spawnError === null);
  const version = normalise(printed, backend.declaration);
  if (version === null) return failed(null, `it prints a version that is not understood: ${clean(printed)}`);
  const { policy } = backend.declaration;
  // What the policy refuses is told by its version: the trial of an old release may fail for no other reason.
  if (part.smoke === null || !isUsable(version, policy, policy.supported)) return { works: true, version };
  const tried = await runFeature(backend, location, part.smoke, tools);
  return tried === null ? { works: true, version } : failed(version, `a trial computation failed: ${tried}`);
}

/** Runs the probe of a feature (or the trial computation). Null: it is there; else how it failed. */
export async function runFeature(
  backend: Backend,
  location: EngineLocation,
  feature: Smoke,
  tools: ProbeTools,
): Promise<string | null> {
  const timeout = backend.declaration.traits.startTimeoutMs;
  const result = await runEngine(backend, location, feature, timeout, tools);
  return !result.timedOut && feature.expect.test(result.stdout) ? null : describe(result, timeout);
}

/** What tells whether a candidate is still the file that was probed. */
export function fingerprint(path: string): string {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat === undefined ? 'gone' : `${String(stat.ino)}:${String(stat.size)}:${String(stat.mtimeMs)}`;
}

function partOf({ declaration }: Backend, { transport }: EngineLocation): { probe: Probe; smoke: Smoke | null } | null {
  return transport === 'embedded' ? declaration.embedded : declaration.subprocess;
}

/** Starts the engine as its driver starts a session, with other arguments: what is probed is what will run. */
async function runEngine(
  { declaration, driver }: Backend,
  location: EngineLocation,
  command: { readonly args: readonly string[]; readonly stdin?: string },
  timeoutMs: number,
  { run, runInImage, tools, isolation }: ProbeTools,
): Promise<CommandResult> {
  const launch = driver.launch(location, { memory_mb: statedMemory }, tools);
  const host =
    location.transport === 'embedded' && declaration.embedded !== null ? tools.host(declaration.embedded.host) : null;
  const before = host === null ? [] : launch.args.slice(0, launch.args.indexOf(host) + 1);
  const args = [...before, ...command.args];
  const options = {
    ...(command.stdin === undefined ? {} : { stdin: command.stdin }),
    env: launch.env,
    timeoutMs,
    maxOutputBytes: outputBytes,
  };
  return location.image === undefined
    ? run(launch.file, args, { ...options, readOnly: launch.readOnly, isolation })
    : runInImage(location.image.id, launch.file, args, options);
}

/**
 * How a probe failed, and whether that may be for what isolation keeps from it. It is not run again without isolation to
 * find out: a shim would fetch what it stands for, and the operator may have said that nothing runs unisolated.
 */
function explain(result: CommandResult, timeoutMs: number, { isolation }: ProbeTools): string {
  const detail = describe(result, timeoutMs);
  const said = `${result.stderr}\n${result.stdout}`;
  const why = isolation === 'off' ? undefined : hindrances.find(({ match }) => match.test(said))?.why;
  return why === undefined ? detail : `${detail} (${why})`;
}

const hindrances = [
  {
    match: /\b(?:resolve (?:host|proxy)|name resolution|network|download\w*|connect\w*|unreachable|https?:)/i,
    why: 'a probe has no network: a program that fetches what it needs is not installed yet',
  },
  {
    match: /no such file|cannot open|shared librar|shared object/i,
    why: 'in isolation an engine reads its own folders alone',
  },
];

/** In words, how a command failed to answer. Exit codes of engines are no verdict, but they tell a crash. */
function describe(result: CommandResult, timeoutMs: number): string {
  if (result.spawnError !== null) return clean(result.spawnError);
  if (result.timedOut) return `it gave no answer within ${String(timeoutMs / 1000)} s`;
  const signal = result.signal ?? signalOf(result.code);
  const said = tellingLine(result.stderr) ?? tellingLine(result.stdout);
  if (signal !== null) return `it crashed (${signals[signal] ?? signal})${said === null ? '' : `: ${said}`}`;
  if (said !== null) return `it answered: ${said}`;
  return `it printed nothing and ended with status ${String(result.code)}`;
}

const signals: Readonly<Record<string, string>> = {
  SIGILL: 'SIGILL: it was built for another processor',
  SIGSEGV: 'SIGSEGV: a memory fault',
  SIGKILL: 'SIGKILL: it printed without end, or memory ran out',
};

/** A shell or a wrapper tells the signal that ended its child as 128 plus its number. */
function signalOf(code: number | null): string | null {
  const names: Readonly<Record<number, string>> = {
    132: 'SIGILL',
    134: 'SIGABRT',
    135: 'SIGBUS',
    136: 'SIGFPE',
    137: 'SIGKILL',
    139: 'SIGSEGV',
  };
  return code === null ? null : (names[code] ?? null);
}

/** The line that tells what went wrong, as far as that can be guessed. */
function tellingLine(text: string): string | null {
  const lines = text.split('\n').filter((candidate) => candidate.trim() !== '');
  const line = lines.find((candidate) => /error\b|\bcannot\b|can't|not found|no such/i.test(candidate)) ?? lines[0];
  return line === undefined ? null : clean(line);
}

/** Text of an engine for a person: one line, no control characters, bounded. */
function clean(text: string): string {
  const plain = text
    .replace(/\u001b\[[0-9;]*[A-Za-z]/g, '')
    .replace(/[\u0000-\u001f\u007f]+/g, ' ')
    .trim();
  return plain.length > 200 ? `${plain.slice(0, 200)}…` : plain;
}

function failed(version: string | null, detail: string, ran = true): Finding {
  return { works: false, version, detail, ran };
}
