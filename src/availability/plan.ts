import type { BackendDeclaration, LaunchTools, Remedy } from '../contracts/backend.js';
import type { Machine } from './machine.js';
import type { Surroundings } from './surroundings.js';

/** What can be installed from by the gateway itself. */
export const installSources = ['apt', 'wheels', 'npm'] as const;
export type InstallSource = (typeof installSources)[number];

/** One thing that is done: a command, or a small file that is written. Shown before, and run as shown. */
export type Step = { readonly title: string } & (
  | { readonly command: string; readonly args: readonly string[] }
  | { readonly file: string; readonly text: string; readonly mode: number }
);

/** Everything that will be done, in order. */
export interface Plan {
  readonly backend: string;
  readonly source: InstallSource | null;
  /** What to know before saying yes. */
  readonly notes: readonly string[];
  readonly steps: readonly Step[];
  /** After the engine was seen to work. */
  readonly finish: readonly Step[];
  /** After a step failed, or the engine does not work: as if nothing had been done. */
  readonly rollback: readonly Step[];
}

/** The plan cannot be made here. The message says why and what could be done. */
export class InstallRefused extends Error {
  override readonly name = 'InstallRefused';
}

export interface InstallContext {
  readonly surroundings: Surroundings;
  readonly tools: LaunchTools;
  /** Milliseconds since 1970: names what is new. */
  readonly now: () => number;
}

/** What the installers of a source make of a remedy. */
export type Parts = Pick<Plan, 'steps' | 'finish' | 'rollback'>;
export type Installer = (
  declaration: BackendDeclaration,
  remedy: Remedy,
  machine: Machine,
  context: InstallContext,
) => Parts;

export function command(title: string, file: string, ...args: readonly string[]): Step {
  return { title, command: file, args };
}

export function lines(all: readonly string[]): string {
  return all.map((line) => `${line}\n`).join('');
}

/** `20261201034506`: when, in a name. */
export function stamp(ms: number): string {
  return new Date(ms).toISOString().replace(/\D/g, '').slice(0, 14);
}
