import type { AnyDirectAdapter, Grant, Program, Reply } from '../contracts/adapter.js';
import { GatewayError } from '../contracts/diagnostic.js';
import type { AnyOperation, Budget } from '../contracts/operation.js';
import type { ExhaustedResource, Outcome } from '../contracts/outcome.js';
import { IsolationUnavailable } from '../contracts/isolation.js';
import type { Settings } from '../contracts/settings.js';
import { LimitExceeded } from '../contracts/limits.js';
import type { Deadline } from './deadline.js';
import { timeoutError } from './deadline.js';
import type { Turn } from './turn.js';
import { backendFailure, engineFailure } from './failures.js';
import { requestLimits } from './limits.js';
import { QueueFull, QueueWaitExceeded, type Scheduler } from './scheduler.js';
import type { Choice } from './select.js';
import { SessionStartFailed } from './session.js';
import type { SessionPool } from './session-pool.js';

export type RunState = 'queued' | 'starting' | 'running' | 'checking';

/** Turns an outcome into an answer of the declared form, or throws. Runs before the session is used again. */
export type Accept<T> = (outcome: Outcome<unknown>) => T;

/** What one execution gave, and where the time went. */
export interface Execution<T> {
  readonly answer: T;
  readonly queue_ms: number;
  readonly run_ms: number;
}

export interface ExecutionDependencies {
  readonly pool: SessionPool;
  readonly scheduler: Scheduler;
  readonly settings: Settings;
}

/** Share of the wall budget after which an engine is told to give up, where the operation has an UNKNOWN answer. */
const softShare = 0.8;
/** How much later than its soft limit an engine may answer before it is ended. */
const softGraceShare = 0.1;

/** What is asked of an engine, and by whom. */
export interface EngineRequest {
  readonly operation: AnyOperation;
  readonly choice: Choice;
  readonly input: unknown;
  readonly budget: Budget;
  readonly turn: Turn;
}

/**
 * Runs an operation on the chosen engine: queue, session, request, reply. Throws GatewayError; where no session could be
 * started, so that no engine has seen the request, SessionStartFailed or IsolationUnavailable.
 */
export async function executeOnEngine<T>(
  request: EngineRequest,
  deadline: Deadline,
  onState: (state: RunState) => void,
  accept: Accept<T>,
  dependencies: ExecutionDependencies,
): Promise<Execution<T>> {
  const { choice, budget } = request;
  const { declaration, diagnostics } = choice.backend;
  const queued = performance.now();
  let began = queued;
  deadline.stage = 'execution_admission';
  onState('queued');
  const work = async (): Promise<T> => {
    began = performance.now();
    deadline.stage = 'backend_execution';
    return converse(request, deadline, onState, accept, dependencies);
  };
  try {
    const answer = await dependencies.scheduler.schedule(declaration.id, request.turn, work, deadline.signal);
    return { answer, queue_ms: began - queued, run_ms: performance.now() - began };
  } catch (error) {
    if (deadline.signal.aborted) throw deadline.failure();
    throw (
      admissionFailure(error, dependencies.settings, performance.now() - queued) ??
      engineFailure(error, declaration.id, diagnostics, {
        memory_mb: budget.memory_mb,
        limits: dependencies.settings.limits,
      })
    );
  }
}

/** Runs an operation that needs no engine. */
export function executeDirectly<T>(
  adapter: AnyDirectAdapter,
  input: unknown,
  deadline: Deadline,
  accept: Accept<T>,
): Execution<T> {
  deadline.stage = 'backend_execution';
  const began = performance.now();
  const answer = accept(adapter.compute(input, deadline.signal));
  return { answer, queue_ms: 0, run_ms: performance.now() - began };
}

async function converse<T>(
  { operation, choice, input, budget }: EngineRequest,
  deadline: Deadline,
  onState: (state: RunState) => void,
  accept: Accept<T>,
  { pool, settings }: ExecutionDependencies,
): Promise<T> {
  const { backend, location, version } = choice;
  const hasUnknown = operation.exhausted !== undefined;
  const left = Math.max(1, deadline.left());
  const grant: Grant = { budget, soft_ms: Math.floor(left * (hasUnknown ? softShare : 1)) };
  const soft = hasUnknown ? startSoftLimit(left * (softShare + softGraceShare)) : null;
  const signal = soft === null ? deadline.signal : AbortSignal.any([deadline.signal, soft.signal]);
  const target = { backend, location, version, memory_mb: budget.memory_mb };
  const ask = <A>(program: Program, read: (reply: Reply) => A) =>
    pool.execute(
      target,
      program,
      (reply) => {
        onState('checking');
        return read(reply);
      },
      {
        signal,
        limits: requestLimits(backend.declaration, budget, settings),
        onStart: () => onState('starting'),
        onRun: () => onState('running'),
      },
    );
  try {
    const first = await ask(choice.adapter.encode(input, grant), (reply) => {
      const outcome = choice.adapter.decode(reply, input);
      return outcome.kind === 'follow-up' ? outcome : { kind: 'answered' as const, answer: accept(outcome) };
    });
    if (first.kind === 'answered') return first.answer;
    return await ask(first.program, (reply) => accept(first.decode(reply))).catch((error: unknown) => {
      throw isStartFailure(error) ? halfDone(error, backend.declaration.id) : error;
    });
  } catch (error) {
    const resource = hasUnknown && !deadline.signal.aborted ? exhaustedBy(error, soft) : null;
    if (resource !== null) return accept({ kind: 'exhausted', resource });
    throw error;
  } finally {
    soft?.dispose();
  }
}

/** Whether no session could be started: no engine has seen the program. */
export function isStartFailure(error: unknown): error is SessionStartFailed | IsolationUnavailable {
  return error instanceof SessionStartFailed || error instanceof IsolationUnavailable;
}

/** Another engine must not be asked now as if nothing had happened: this one has seen the request. */
function halfDone(error: Error, backend: string): GatewayError {
  return backendFailure(backend, 'CRASHED', 'The engine could not be started again for the rest.', error.message);
}

/** What ran out, where an operation has an answer for that: the time an engine was given, or its memory. */
function exhaustedBy(error: unknown, soft: SoftLimit | null): ExhaustedResource | null {
  if (soft?.signal.aborted === true) return 'time';
  return error instanceof LimitExceeded && error.resource === 'memory' ? 'memory' : null;
}

interface SoftLimit {
  readonly signal: AbortSignal;
  dispose(): void;
}

function startSoftLimit(ms: number): SoftLimit {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(new Error('soft limit')), ms);
  return { signal: controller.signal, dispose: () => clearTimeout(timer) };
}

function admissionFailure(error: unknown, settings: Settings, waitedMs: number): GatewayError | null {
  if (error instanceof QueueFull) {
    return new GatewayError('SERVER_BUSY', 'execution_admission', 'Too many calls are waiting.', {
      hint: 'Retry when other calls have ended.',
      fields: {
        retryable: true,
        queue_length: error.waiting,
        queue_limit: error.limit,
        queue_wait_ms: settings.queueWaitMs,
      },
    });
  }
  if (error instanceof QueueWaitExceeded)
    return timeoutError('execution_admission', 'queue_wait', settings.queueWaitMs, waitedMs);
  return null;
}
