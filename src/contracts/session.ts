import type { Program, Reply } from './adapter.js';

/** A live conversation with one engine process. */
export interface Session {
  readonly id: string;
  readonly backend: string;
  /** Requests served so far. */
  readonly uses: number;
  execute(program: Program, limits: { readonly outputBytes: number }): Promise<Reply>;
  /** Kills the engine's whole process tree; resolves when it is gone. */
  destroy(): Promise<void>;
}
