import type { Program, Reply } from './adapter.js';
import type { Channel, Launch, TransportName } from './transport.js';

/** A place where an engine was found (or is looked for). */
export interface EngineLocation {
  readonly transport: TransportName;
  /** Where the path came from. */
  readonly source: 'setting' | 'engine folder' | 'PATH' | 'usual folder' | 'conda' | 'pyenv' | 'package' | 'image';
  /** The executable (subprocess; container: in the image), or the folder of the WebAssembly build (embedded). */
  readonly path: string;
  /** The folders the engine reads: its installation prefix, seen through links. None in an image. */
  readonly roots: readonly string[];
  /** The image (container only). */
  readonly image?: ImageReference;
}

/** An image that an engine was found in. */
export interface ImageReference {
  /** As people write it: `jacobian-gateway/pari:0.1.0`. */
  readonly name: string;
  /** What it is, whatever its name points to later: `sha256:…`. */
  readonly id: string;
}

/** A command that a person can type to get an engine. */
export interface Remedy {
  readonly kind: 'apt' | 'dnf' | 'brew' | 'conda' | 'wheels' | 'npm' | 'elan';
  /** What is typed. */
  readonly command: string;
  /** The version it brings at least, as far as known (Debian 12's for apt); null: the newest. */
  readonly brings: string | null;
  /** What it takes on disk, where that is worth a warning: `4.4 GB`. */
  readonly size?: string;
}

export interface Probe {
  /** Arguments that make the engine tell its version. */
  readonly args: readonly string[];
  readonly stdin?: string;
  /** First group: the version as printed. */
  readonly version: RegExp;
  readonly timeout_ms: number;
}

/** A tiny real computation: a program that prints its version can still be unusable. */
export interface Smoke {
  readonly args: readonly string[];
  readonly stdin?: string;
  readonly expect: RegExp;
}

export interface BrokenRelease {
  readonly range: string;
  readonly reason: string;
}

export interface VersionPolicy {
  /** semver range of what works; below it is too old. */
  readonly supported: string;
  /** Works, with a word in `detail`. */
  readonly old: string | null;
  readonly broken: readonly BrokenRelease[];
  /** The newest version the tests have run on; above it is UNTESTED. */
  readonly tested: string;
}

/** Text in an engine's error, or at the end of its standard error, that tells which resource ran out. The first match counts. */
export interface DiagnosticRule {
  readonly match: RegExp;
  readonly code: 'memory' | 'disk' | 'file_size';
}

export interface SubprocessDeclaration {
  /** Names of the executable, in order of preference. */
  readonly executables: readonly string[];
  readonly probe: Probe;
  readonly smoke: Smoke | null;
}

export interface EmbeddedDeclaration {
  /** Name of the host program in the distribution: `z3-host`. */
  readonly host: string;
  /** The npm package that ships the WebAssembly build. */
  readonly package: string;
  /** A session in Node cannot start with less memory, in MiB. */
  readonly minimumMemoryMb: number;
  /** `gateway`: a dependency of ours, run by our own Node. `engine folder`: installed there with a Node of its own. */
  readonly from: 'gateway' | 'engine folder';
  readonly probe: Probe;
  readonly smoke: Smoke | null;
}

/**
 * How images of this backend (`jacobian-gateway/<backend>`, or one that holds several) are used. What is probed in them is
 * what is probed of a subprocess.
 */
export interface ContainerDeclaration {
  /** Path of the engine's program in the image. */
  readonly program: string;
}

/** A backend as data. */
export interface BackendDeclaration {
  readonly id: string;
  readonly title: string;
  readonly homepage: string;
  /** SPDX id of the engine. */
  readonly licence: string;
  readonly subprocess: SubprocessDeclaration | null;
  readonly embedded: EmbeddedDeclaration | null;
  readonly container: ContainerDeclaration | null;
  readonly policy: VersionPolicy;
  /** Turns the printed version into semver: `4313` -> `4.3.1`. Null: not understood. */
  normaliseVersion(printed: string): string | null;
  /** Probes of named features; each prints something that matches when the feature is there. */
  readonly features: Readonly<Record<string, Smoke>>;
  readonly remedies: readonly Remedy[];
  readonly traits: {
    /** The session keeps state between requests and is reused. One process per request otherwise. */
    readonly warm: boolean;
    /** Runs code of the caller: isolation is required. */
    readonly untrusted: boolean;
    /** Sessions are given up after so many requests. */
    readonly maximumUses: number;
    /** A session as a subprocess cannot even start with less memory, in MiB. */
    readonly minimumMemoryMb: number;
    /** Processors that one request may keep busy: bounds its CPU time. */
    readonly processors: number;
    /** Processes and threads that an engine of this kind may have at once. */
    readonly processes: number;
    /** Longest start of a session in ms. */
    readonly startTimeoutMs: number;
  };
}

/** What a driver gets of its own files. */
export interface EngineCode {
  /** Text of every engine-side file of this backend: the prelude first, then one per operation. */
  readonly files: readonly { readonly name: string; readonly text: string }[];
}

/** How a backend is started and talked to. Naive: the pool owns time, retries and reuse. */
export interface Driver {
  launch(location: EngineLocation, limits: { readonly memory_mb: number }, tools: LaunchTools): Launch;
  /** Loads the engine-side code and waits until the engine is ready. Throws ReplyError or ChannelClosed where it does not get so. */
  open(channel: Channel, code: EngineCode): Promise<void>;
  execute(channel: Channel, program: Program, id: number): Promise<Reply>;
}

/** Facts of this installation that a launch may need. */
export interface LaunchTools {
  /** Path of the running Node. */
  readonly node: string;
  /** Path of a bundled host program, by its name. */
  host(name: string): string;
  /** The package's own folder, where its dependencies are looked up. */
  readonly root: string;
}

export interface Backend {
  readonly declaration: BackendDeclaration;
  readonly driver: Driver;
  readonly diagnostics: readonly DiagnosticRule[];
}
