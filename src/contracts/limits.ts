/** What a limit is about. The unit of a limit: MiB, ms, bytes, count of processes and threads, bytes, bytes. */
export type LimitedResource = 'memory' | 'cpu' | 'output' | 'processes' | 'file_size' | 'disk';

/** What one request may use, beside its wall time. */
export interface RequestLimits {
  /** Resident memory of the engine's whole tree, in MiB. */
  readonly memory_mb: number;
  /** CPU time of the engine's whole tree since the request began, in ms. */
  readonly cpu_ms: number;
  /** Bytes on standard output; each line counts 16 more. */
  readonly outputBytes: number;
  /** Processes and threads at once. */
  readonly processes: number;
  /** Bytes in the temporary folder. */
  readonly temporaryBytes: number;
}

/** Limits that hold for the whole life of a process. */
export interface LaunchLimits {
  /** Bytes of the largest file it may write. */
  readonly fileBytes: number;
  readonly temporaryBytes: number;
  readonly processes: number;
}

/** What an engine's tree uses at one moment. */
export interface Usage {
  /** CPU time since the session began, ended processes included, in ms. */
  readonly cpu_ms: number;
  /** Resident memory that is its own, shared pages counted once, in MiB. */
  readonly memory_mb: number;
  /** Processes and threads. */
  readonly processes: number;
  /** Bytes in the temporary folder. */
  readonly temporaryBytes: number;
}

/** A limit was reached; the engine is ended for it, or ended itself. */
export class LimitExceeded extends Error {
  override readonly name = 'LimitExceeded';
  constructor(
    readonly resource: LimitedResource,
    readonly limit: number,
  ) {
    super(`the engine used more than its ${resource} limit`);
  }
}
