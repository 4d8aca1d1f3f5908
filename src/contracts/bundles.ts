import type { ContainerEngine, EngineImage } from './containers.js';

/** An image with engines, as people look at it. */
export interface BundleImage extends EngineImage {
  /** Bytes of all its layers, those it shares with other images too. */
  readonly size: number;
}

/** An image to build. */
export interface BuildRequest {
  /** What it is called then: `jacobian-gateway/pari:0.1.0`. */
  readonly name: string;
  /** What the builder gets: places in the build context (`.` is its root), and the files and folders of this machine for them. */
  readonly context: Readonly<Record<string, string>>;
  /** Build arguments. */
  readonly args: Readonly<Record<string, string>>;
  /** Whether the steps of the build may use the network; where they need nothing from it, they have none. */
  readonly network: boolean;
  /** Labels that count more than those of the Dockerfile. */
  readonly labels: Readonly<Record<string, string>>;
}

/**
 * How a build ended. `base`: the image to begin with is neither there nor to be had; `build`: a step failed; `disk`: the
 * daemon's disk is full. `lines` are the last ones that the builder printed.
 */
export type BuildResult =
  | { readonly built: true; readonly id: string }
  | { readonly built: false; readonly reason: 'base' | 'build' | 'disk'; readonly lines: readonly string[] };

/** Makes, moves and removes images with engines, and tries them. What Docker does not do rejects with BundleError. */
export interface BundleEngine extends ContainerEngine {
  /** The images whose label names backends, one entry per name. */
  list(): Promise<readonly BundleImage[]>;
  /** The processor of the daemon's machine, as Node calls it: `x64`, `arm64`. */
  architecture(): Promise<string>;
  /** Aborted, it rejects with the signal's reason, and the builder leaves nothing. */
  build(request: BuildRequest, onLine: (line: string) => void, signal?: AbortSignal): Promise<BuildResult>;
  /** The images as one archive. Aborted, it breaks off; the signal's reason is the error, or its cause. */
  save(names: readonly string[], signal?: AbortSignal): Promise<NodeJS.ReadableStream>;
  /** Takes an archive of images; resolves with the names of what it held. */
  load(archive: NodeJS.ReadableStream): Promise<readonly string[]>;
  /** Takes a name away, and the image when that was its last one. */
  remove(name: string): Promise<'removed' | 'in use' | 'absent'>;
}

/** Docker did not do it. The message is for people, in one line. */
export class BundleError extends Error {
  override readonly name = 'BundleError';
}
