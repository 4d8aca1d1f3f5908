/** How a short command is run to its end. */
export interface CommandOptions {
  readonly stdin?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  /** Bytes of standard output, and of standard error; a command that prints more is ended. */
  readonly maxOutputBytes: number;
  /** Aborting it ends the command. */
  readonly signal?: AbortSignal;
}

/** How a command ended. Running one does not throw: each way to fail is a field. */
export interface CommandResult {
  readonly stdout: string;
  readonly stderr: string;
  readonly code: number | null;
  readonly signal: string | null;
  readonly timedOut: boolean;
  /** Why it could not even be started; null otherwise. */
  readonly spawnError: string | null;
}
