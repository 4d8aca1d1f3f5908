import { GatewayError, type Stage } from '../contracts/diagnostic.js';

export type TimeoutOwner = 'operation_wall' | 'caller_deadline' | 'queue_wait';

/** The one clock of a call: what ends it, when, and in which phase it is. */
export interface Deadline {
  /** Aborts at the deadline and when the caller aborts. */
  readonly signal: AbortSignal;
  /** The phase the call is in, for whoever reports its end. */
  stage: Stage;
  /** Milliseconds since the call began. */
  elapsed(): number;
  /** Milliseconds left. */
  left(): number;
  /** Ends the call as a caller's cancel would. */
  cancel(): void;
  /** Throws when the call has already ended; used between phases. */
  check(): void;
  /** The error that tells why the call ended. */
  failure(): GatewayError;
  dispose(): void;
}

export interface DeadlineOptions {
  readonly wallMs: number;
  readonly owner: 'operation_wall' | 'caller_deadline';
  readonly signal: AbortSignal | undefined;
  readonly began: number;
}

export function startDeadline(options: DeadlineOptions): Deadline {
  const controller = new AbortController();
  const elapsed = () => performance.now() - options.began;
  let end: 'deadline' | 'caller' | null = null;
  const stop = (why: 'deadline' | 'caller') => {
    end ??= why;
    if (!controller.signal.aborted) controller.abort(new Error(why));
  };
  const timer = setTimeout(() => stop('deadline'), Math.max(0, options.wallMs - elapsed()));
  const onAbort = () => stop('caller');
  options.signal?.addEventListener('abort', onAbort);
  if (options.signal?.aborted === true) onAbort();

  const deadline: Deadline = {
    signal: controller.signal,
    stage: 'operation_resolution',
    elapsed,
    left: () => options.wallMs - elapsed(),
    cancel: () => stop('caller'),
    check: () => {
      // A long synchronous phase keeps the timer from firing: the clock itself decides.
      if (end === null && elapsed() > options.wallMs) stop('deadline');
      if (end !== null) throw deadline.failure();
    },
    failure: () => {
      if (end === 'caller' && !isTimeout(options.signal?.reason)) {
        return new GatewayError('OPERATION_CANCELLED', deadline.stage, 'The caller cancelled the call.', {
          fields: { elapsed_ms: Math.round(elapsed()) },
        });
      }
      return timeoutError(
        deadline.stage,
        end === 'caller' ? 'caller_deadline' : options.owner,
        end === 'caller' ? elapsed() : options.wallMs,
        elapsed(),
      );
    },
    dispose: () => {
      clearTimeout(timer);
      options.signal?.removeEventListener('abort', onAbort);
    },
  };
  return deadline;
}

export function timeoutError(stage: Stage, owner: TimeoutOwner, configuredMs: number, elapsedMs: number): GatewayError {
  return new GatewayError('OPERATION_TIMEOUT', stage, `The call did not finish in time (${owner}).`, {
    hint: timeoutHints[owner],
    fields: { timeout_owner: owner, configured_ms: Math.round(configuredMs), elapsed_ms: Math.round(elapsedMs) },
  });
}

const timeoutHints: Readonly<Record<TimeoutOwner, string>> = {
  operation_wall: 'Send a larger budget.wall_ms, or a smaller problem. This says nothing about the mathematics.',
  caller_deadline: 'Raise budget.wall_ms or your own deadline. This says nothing about the mathematics.',
  queue_wait: 'Retry later: all engines were busy.',
};

/** A signal aborted by AbortSignal.timeout, or by anything that says it is a timeout. */
function isTimeout(reason: unknown): boolean {
  return reason instanceof Error && reason.name === 'TimeoutError';
}
