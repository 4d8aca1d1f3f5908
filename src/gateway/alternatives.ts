import { IsolationUnavailable } from '../contracts/isolation.js';
import type { AnyOperation } from '../contracts/operation.js';
import { EngineGone } from '../contracts/transport.js';
import type { Logger } from '../log/log.js';
import { checkMemory, type GrantedBudget } from './budget.js';
import type { Deadline } from './deadline.js';
import {
  executeOnEngine,
  isStartFailure,
  type Accept,
  type Execution,
  type ExecutionDependencies,
  type RunState,
} from './execute.js';
import { unavailable } from './refusals.js';
import { selectEngine, type Choice, type Forced, type Selected, type Selection, type Tried } from './select.js';
import type { SessionStartFailed } from './session.js';
import type { Turn } from './turn.js';
import { unlessAborted } from './unless-aborted.js';

export interface AlternativesDependencies extends ExecutionDependencies, Selection {
  readonly log: Logger;
}

/** What is asked of whichever engine can serve, and by whom. */
export interface AnyEngineRequest {
  readonly operation: AnyOperation;
  readonly input: unknown;
  readonly forced: Forced;
  readonly granted: GrantedBudget;
  readonly turn: Turn;
}

/**
 * Runs an operation on the first alternative that can serve. One that was there when it was probed and cannot be started
 * now is passed over like one that is missing: it has not seen the request. Each is tried once,
 * and what went since it was looked for is looked for once more: it may have been built anew. Throws GatewayError.
 */
export async function executeOnAlternatives<T>(
  request: AnyEngineRequest,
  deadline: Deadline,
  onState: (state: RunState) => void,
  accepting: (backend: string) => Accept<T>,
  dependencies: AlternativesDependencies,
): Promise<{ execution: Execution<T>; choice: Choice }> {
  const { operation, granted } = request;
  let before: readonly Tried[] = [];
  let hasLookedAgain = false;
  for (;;) {
    deadline.stage = 'execution_admission';
    onState('queued');
    const { choice, tried } = await select(request, before, deadline, dependencies);
    if (choice === null) throw unavailable(operation, tried);
    const backend = choice.backend.declaration;
    checkMemory(backend, choice.location.transport, granted.budget);
    const chosen = { ...request, choice, budget: granted.budget };
    try {
      const execution = await executeOnEngine(chosen, deadline, onState, accepting(backend.id), dependencies);
      return { execution, choice };
    } catch (error) {
      if (!isStartFailure(error)) throw error;
      dependencies.log.warn({ backend: backend.id, err: error }, 'an engine could not be started');
      dependencies.prober.invalidate(backend.id);
      if (error.cause instanceof EngineGone && !hasLookedAgain) {
        hasLookedAgain = true;
        continue;
      }
      before = [...tried, failedStart(error, choice)];
    }
  }
}

/** A probe that hangs goes on for others, but this call ends when it has to. */
async function select(
  { operation, input, forced }: AnyEngineRequest,
  before: readonly Tried[],
  deadline: Deadline,
  dependencies: Selection,
): Promise<Selected> {
  try {
    return await unlessAborted(selectEngine(operation, input, forced, before, dependencies), deadline.signal);
  } finally {
    deadline.check();
  }
}

/** An engine that was there when it was probed and does not start now. */
function failedStart(
  error: SessionStartFailed | IsolationUnavailable,
  { requirement, location, version }: Choice,
): Tried {
  const isolated = error instanceof IsolationUnavailable;
  return {
    backend: requirement.backend,
    transport: location.transport,
    status: isolated ? 'ISOLATION_UNAVAILABLE' : 'CHECK_FAILED',
    required_version: requirement.version,
    version,
    detail: error.message,
    hint: isolated ? error.hint : 'Run `jacobian-gateway doctor` to see what is wrong with it.',
  };
}
