import type { ImageReference } from './backend.js';
import type { CommandOptions, CommandResult } from './command.js';

/** The label of an image that names the backends it holds, with commas between them. */
export const backendsLabel = 'io.jacobian-gateway.backends';
/** The label of an image that tells the version of one backend's engine: this, a dot, and the backend's id. */
export const versionLabel = 'io.jacobian-gateway.engine-version';
/** The repository of our own images, before the backend's id: `jacobian-gateway/pari`. */
export const imageFolder = 'jacobian-gateway';
/** Our own image of several light engines. */
export const lightImage = `${imageFolder}/light`;

/** An image with engines in it. */
export interface EngineImage extends ImageReference {
  /** Ids of the backends that its label names; none where it has no label. */
  readonly backends: readonly string[];
  /** Versions of engines as its labels tell them, by backend. What is used is what a probe finds. */
  readonly versions: Readonly<Record<string, string>>;
  /** When it was made, in ms since 1970. */
  readonly created: number;
}

/** A Docker daemon, or why there is none to use. `detail` is a clause for a person, in one line without paths of this machine. */
export type DaemonState =
  /** Nothing is installed, started or configured: there is no socket. */
  | { readonly state: 'absent' }
  /** `permission`: it is there and not for this user. `connection`: nothing answers, or not as a daemon does. */
  | { readonly state: 'refused'; readonly reason: 'permission' | 'connection'; readonly detail: string }
  /** `version` of the engine: `20.10.24`. */
  | { readonly state: 'available'; readonly version: string };

/** The images with engines that a daemon has: one entry per name; what has no name is left out. */
export type ImageList =
  | Exclude<DaemonState, { state: 'available' }>
  | (Extract<DaemonState, { state: 'available' }> & { readonly images: readonly EngineImage[] });

/** What finding engines in containers needs of Docker. Opened by the first call, never before. */
export interface ContainerEngine {
  /** The images whose label names backends, and those that are named here, labelled or not. Never rejects. */
  images(named: readonly string[]): Promise<ImageList>;
  /** Runs a short command in a container of its own, isolated as a session is, and removes it. Never rejects. */
  run(
    image: ImageReference['id'],
    file: string,
    args: readonly string[],
    options: CommandOptions,
  ): Promise<CommandResult>;
}

/** A machine without Docker. */
export const noContainers: ContainerEngine = {
  images: () => Promise.resolve({ state: 'absent' }),
  run: () =>
    Promise.resolve({ stdout: '', stderr: '', code: null, signal: null, timedOut: false, spawnError: 'no Docker' }),
};
