import type { LaunchLimits, Usage } from './limits.js';

export type TransportName = 'subprocess' | 'container' | 'embedded';

/** How the memory of an engine can be limited: by RLIMIT_AS, by RLIMIT_DATA, or only from outside (WebAssembly reserves too much). */
export type MemoryLimitKind = 'address-space' | 'data' | 'none';

/** One process to start. */
export interface Launch {
  /** Id of the image it runs in; absent where it runs on this machine. The session puts it here, no driver does. */
  readonly image?: string;
  readonly file: string;
  readonly args: readonly string[];
  /** The whole environment beside what the transport itself sets (HOME, TMPDIR, LANG). */
  readonly env: Readonly<Record<string, string>>;
  /** Folders the engine needs to read, beyond the system's own /usr. */
  readonly readOnly: readonly string[];
  readonly memory: { readonly kind: MemoryLimitKind; readonly megabytes: number };
  /** Engines that run code of the caller never run without isolation. */
  readonly isolation: 'preferred' | 'required';
}

/** A running engine and its three streams. */
export interface Channel {
  /** Writes to standard input; resolves when the engine's pipe has taken it. Rejects with ChannelClosed. */
  send(text: string): Promise<void>;
  /** Closes standard input. */
  end(): void;
  /** The next line of standard output without its newline, or null at its end. Rejects with LimitExceeded past the limit of output. */
  nextLine(): Promise<string | null>;
  /** The bytes of output a request may produce from now on; each line counts 16 more. */
  allowOutput(bytes: number): void;
  /** The last 8 KiB of standard error since the last call of `clearStderr`. */
  stderrTail(): string;
  clearStderr(): void;
  /**
   * What the engine's whole tree uses now, over all its processes; null where it cannot be told. Memory is exact where it
   * is more than `exactAbove` MiB, half of what the engine was started with unless given; below it may be told too high.
   */
  usage(exactAbove?: number): Usage | null;
  /** Whether this engine keeps the gateway's own process alive: not while it waits for work. */
  hold(working: boolean): void;
  /** Resolves when the process has ended and both streams are read. */
  readonly exited: Promise<ChannelExit>;
  /** Kills the whole tree and resolves when it is gone. */
  kill(): Promise<void>;
}

export interface ChannelExit {
  readonly code: number | null;
  readonly signal: string | null;
}

export interface Transport {
  readonly name: TransportName;
  start(launch: Launch, limits: LaunchLimits): Promise<Channel>;
}

/** What was to be started was there when it was looked for, and is not any more. The message says what went. */
export class EngineGone extends Error {
  override readonly name = 'EngineGone';
}

/** The engine is gone, or its pipe is. `exit` is null when it could not even start; `stderr` is the end of what it said. */
export class ChannelClosed extends Error {
  override readonly name = 'ChannelClosed';
  constructor(
    message: string,
    readonly exit: ChannelExit | null,
    readonly stderr = '',
  ) {
    super(message);
  }
}
