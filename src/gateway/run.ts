import { randomUUID } from 'node:crypto';
import type { AnyDirectAdapter } from '../contracts/adapter.js';
import { errorCodes, GatewayError, type Stage } from '../contracts/diagnostic.js';
import type { RunOptions, RunResult } from '../contracts/gateway.js';
import type { AnyOperation, Budget } from '../contracts/operation.js';
import type { AnswerReport, ExhaustedResource, Outcome } from '../contracts/outcome.js';
import type { Logger } from '../log/log.js';
import { executeOnAlternatives, type AlternativesDependencies } from './alternatives.js';
import { grantBudget, type GrantedBudget } from './budget.js';
import { startDeadline, timeoutError, type Deadline } from './deadline.js';
import { digestJson } from './digest.js';
import { executeDirectly, type Execution, type RunState } from './execute.js';
import { backendFailure, resourceExhausted } from './failures.js';
import type { Turn } from './turn.js';
import { requestRejected } from './issues.js';
import { project, type Accepted } from './project.js';
import { startProgress, type Progress } from './progress.js';
import type { Choice } from './select.js';
import { checkOptions, unknownOperation } from './refusals.js';

export interface RunDependencies extends AlternativesDependencies {
  readonly operations: ReadonlyMap<string, AnyOperation>;
  readonly directAdapters: ReadonlyMap<string, AnyDirectAdapter>;
  readonly version: string;
  /** The calls under way, for whoever closes the gateway. */
  readonly calls: Set<Deadline>;
}

/** One call of math.run, from the payload as sent to the whole answer. Throws GatewayError and nothing else. */
export async function run(
  id: string,
  payload: unknown,
  options: RunOptions,
  dependencies: RunDependencies,
): Promise<RunResult> {
  const began = performance.now();
  const operation = dependencies.operations.get(id);
  if (operation === undefined) throw unknownOperation(id, dependencies.operations);
  const call: Call = { operation, began, digest: null, budget: null, stage: () => 'operation_validation' };
  const progress = startProgress(options.onProgress, began);
  try {
    return await runCall(call, payload, options, progress, dependencies);
  } catch (error) {
    throw complete(error, call, dependencies);
  } finally {
    progress.stop();
  }
}

/** What is known of a call so far: errors tell it. */
interface Call {
  readonly operation: AnyOperation;
  readonly began: number;
  digest: string | null;
  budget: Budget | null;
  stage: () => Stage;
}

async function runCall(
  call: Call,
  payload: unknown,
  options: RunOptions,
  progress: Progress,
  dependencies: RunDependencies,
): Promise<RunResult> {
  const { operation } = call;
  checkOptions(operation, options, dependencies);
  const input = parsePayload(operation, payload);
  const granted = grantBudget(operation, options.budget, operation.payloadBudget?.(input) ?? {}, dependencies.settings);
  call.digest = digestJson(input);
  call.budget = granted.budget;
  const deadline = startDeadline({
    wallMs: granted.budget.wall_ms,
    owner: granted.owner,
    signal: options.signal,
    began: call.began,
  });
  call.stage = () => deadline.stage;
  dependencies.calls.add(deadline);
  try {
    deadline.stage = 'resource_admission';
    deadline.check();
    const { execution, choice } = await execute(
      operation,
      input,
      granted,
      options,
      deadline,
      progress.state,
      dependencies,
    );
    // An answer that slips out of an engine that is being ended comes too late.
    deadline.check();
    deadline.stage = 'result_projection';
    const result = await project(operation, call.began, options, execution, choice);
    options.deliver?.(result);
    deadline.check();
    return result;
  } finally {
    dependencies.calls.delete(deadline);
    deadline.dispose();
  }
}

function parsePayload(operation: AnyOperation, payload: unknown): unknown {
  const parsed = operation.input.safeParse(payload);
  if (!parsed.success) throw requestRejected(parsed.error, ['payload']);
  return parsed.data;
}

async function execute(
  operation: AnyOperation,
  input: unknown,
  granted: GrantedBudget,
  options: RunOptions,
  deadline: Deadline,
  onState: (state: RunState) => void,
  dependencies: RunDependencies,
): Promise<{ execution: Execution<Accepted>; choice: Choice | null }> {
  const direct = dependencies.directAdapters.get(operation.id);
  const accepting = (backend: string) => (outcome: Outcome<unknown>) =>
    accept(operation, input, outcome, backend, granted.budget);
  if (direct !== undefined) {
    return { execution: executeDirectly(direct, input, deadline, accepting('direct')), choice: null };
  }
  const forced = { backend: options.backend, transport: options.transport };
  const request = { operation, input, forced, granted, turn: turnOf(options, granted, dependencies) };
  return executeOnAlternatives(request, deadline, onState, accepting, dependencies);
}

function turnOf({ client = '', priority }: RunOptions, { budget }: GrantedBudget, { settings }: RunDependencies): Turn {
  const isLong = budget.wall_ms > settings.interactiveWallMs;
  return { client, priority: priority ?? (isLong ? 'background' : 'interactive') };
}

/** The outcome as an output of the declared schema that satisfies its identities; throws otherwise. */
function accept(
  operation: AnyOperation,
  input: unknown,
  outcome: Outcome<unknown>,
  backend: string,
  budget: Budget,
): Accepted {
  if (outcome.kind === 'rejected') throw engineRejected(outcome.field, outcome.message);
  if (outcome.kind === 'exhausted' && operation.exhausted === undefined)
    throw exhaustedError(outcome.resource, backend, budget);
  const report: AnswerReport = outcome.kind === 'ok' ? (outcome.report ?? {}) : { completeness: 'PARTIAL' };
  const raw = outcome.kind === 'ok' ? outcome.output : operation.exhausted?.(input, outcome.resource);
  const parsed = operation.output.safeParse(raw);
  if (!parsed.success) {
    const where = parsed.error.issues[0]?.path.join('.') ?? '';
    throw backendFailure(backend, 'INVALID_OUTPUT', 'The answer is not of the declared form.', `at ${where}`);
  }
  const violated = operation.verify(input, parsed.data);
  if (violated !== null)
    throw backendFailure(backend, 'INVALID_OUTPUT', 'The answer violates a defining identity.', violated);
  return { output: parsed.data, report };
}

function engineRejected(field: string, message: string): GatewayError {
  return new GatewayError('INVALID_REQUEST', 'operation_validation', 'The engine refused the program.', {
    hint: `Correct the field ${field}.`,
    fields: {
      errors: [{ location: ['payload', field], code: 'rejected_by_engine', message: message.slice(0, 512) }],
      omitted_error_count: 0,
    },
  });
}

function exhaustedError(resource: ExhaustedResource, backend: string, budget: Budget): GatewayError {
  if (resource === 'memory') return resourceExhausted(backend, 'memory', budget.memory_mb);
  if (resource === 'time') return timeoutError('backend_execution', 'operation_wall', budget.wall_ms, budget.wall_ms);
  return new GatewayError(
    'RESOURCE_EXHAUSTED',
    'backend_execution',
    'The engine used up its steps without an answer. This says nothing about the mathematics.',
    {
      hint: 'Send a larger budget.solver_steps, or a smaller problem.',
      fields: { backend, resource: 'solver_steps', limit: budget.solver_steps ?? null },
    },
  );
}

function complete(error: unknown, call: Call, { version, log }: RunDependencies): GatewayError {
  const known = error instanceof GatewayError ? error : internalError(error, call.stage(), log);
  log.info({ operation: call.operation.id, code: known.code, stage: known.stage }, 'call failed');
  if (!errorCodes[known.code].operational) return known;
  const { code, stage, message, hint, ...fields } = known.diagnostic;
  return new GatewayError(code, stage, message, {
    hint,
    cause: known.cause,
    fields: {
      operation_id: call.operation.id,
      operation_version: call.operation.version,
      payload_digest: call.digest,
      budget: call.budget,
      elapsed_ms: Math.round(performance.now() - call.began),
      gateway_version: version,
      ...fields,
    },
  });
}

/** A fault of ours: the trace goes to the log alone, the caller gets the number to ask for it. */
function internalError(error: unknown, stage: Stage, log: Logger): GatewayError {
  const correlation = randomUUID();
  log.error({ correlation, err: error }, 'internal error');
  return new GatewayError('INTERNAL_ERROR', stage, 'The gateway failed. This says nothing about the mathematics.', {
    hint: `Report the correlation id; the server's log has the trace.`,
    fields: { correlation_id: correlation },
    cause: error,
  });
}
