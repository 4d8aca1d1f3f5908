import type { Program, Reply } from './adapter.js';
import type { RequestLimits } from './limits.js';

/** A live conversation with one engine process. */
export interface Session {
  readonly id: string;
  readonly backend: string;
  /** The how-manieth session of its backend since the gateway was opened. A session that replaces another has a later one. */
  readonly generation: number;
  /** Requests served so far. */
  readonly uses: number;
  /** Rejects with LimitExceeded, ChannelClosed, ReplyError or EngineError. */
  execute(program: Program, limits: RequestLimits): Promise<Reply>;
  /** Kills the engine's whole process tree; resolves when it is gone. */
  destroy(): Promise<void>;
}
