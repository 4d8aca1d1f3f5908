import type { CallToolResult, ProgressToken } from '@modelcontextprotocol/sdk/types.js';
import { GatewayError } from '../contracts/diagnostic.js';
import type { RunOptions, RunProgress, UntypedGateway } from '../contracts/gateway.js';
import type { ErrorAnswer } from '../contracts/wire-answers.js';
import { findArgumentsSchema, runArgumentsSchema, type FindArguments, type RunArguments } from '../contracts/wire.js';
import { argumentsRejected } from '../gateway/issues.js';
import { errorResult, internalError } from './errors.js';
import { findResult, runResult } from './projections.js';

export type OpenedGateway = () => Promise<UntypedGateway>;

/** What a handler uses of the SDK's `extra`. */
export interface CallContext {
  /** Whose call it is: connections take turns. */
  readonly client: string;
  readonly signal: AbortSignal;
  readonly _meta?: { readonly progressToken?: ProgressToken | undefined } | undefined;
  sendNotification(notification: {
    method: 'notifications/progress';
    params: { progressToken: ProgressToken; progress: number; message: string };
  }): Promise<void>;
}

/** One call of one of our tools, from its arguments as sent to the result. Never throws. */
export async function callTool(
  name: string,
  raw: Readonly<Record<string, unknown>>,
  gateway: OpenedGateway,
  context: CallContext,
): Promise<CallToolResult> {
  const began = performance.now();
  try {
    return await (name === 'math.find' ? find(raw, gateway) : run(raw, gateway, context));
  } catch (error) {
    return errorResult(error instanceof GatewayError ? error : internalError(error, began));
  }
}

async function find(raw: unknown, gateway: OpenedGateway): Promise<CallToolResult> {
  const parsed = findArgumentsSchema.safeParse(raw);
  if (!parsed.success) throw argumentsRejected(parsed.error);
  try {
    return findResult(await findOrInspect(parsed.data, await gateway()));
  } catch (error) {
    const answer = error instanceof GatewayError ? answerOf(error) : null;
    if (answer === null) throw error;
    return findResult(answer);
  }
}

async function findOrInspect({ operation_id, view, ...query }: FindArguments, gateway: UntypedGateway) {
  return operation_id === undefined ? gateway.find(query) : gateway.inspect(operation_id, view);
}

/** The two failures of discovery that are answers. */
function answerOf({ diagnostic: { code, stage, message, hint } }: GatewayError): ErrorAnswer | null {
  return code === 'UNKNOWN_OPERATION' || code === 'INVALID_CURSOR'
    ? { kind: 'error', error: { code, stage, message, hint } }
    : null;
}

async function run(raw: unknown, open: OpenedGateway, context: CallContext): Promise<CallToolResult> {
  const parsed = runArgumentsSchema.safeParse(raw);
  if (!parsed.success) throw argumentsRejected(parsed.error);
  const gateway = await open();
  const { operation_id, payload } = parsed.data;
  const progress = progressOf(context);
  // Rendered within the call, so that its deadline covers that too and an answer that is too long is the call's own error.
  const rendered: CallToolResult[] = [];
  try {
    await gateway.runUntyped(operation_id, payload, {
      ...optionsOf(parsed.data),
      client: context.client,
      signal: context.signal,
      onProgress: progress.tell,
      deliver: (result) => void rendered.push(runResult(result, gateway.settings.stdioMessageBytes)),
    });
    const [answer] = rendered;
    if (answer === undefined) throw new Error('the gateway delivered no answer');
    return answer;
  } finally {
    progress.end();
  }
}

function optionsOf({
  mode,
  backend,
  transport,
  budget,
  reasoning_run_id,
  reasoning_call_id,
}: RunArguments): RunOptions {
  const reasoning =
    reasoning_run_id === undefined || reasoning_call_id === undefined
      ? undefined
      : { run_id: reasoning_run_id, call_id: reasoning_call_id };
  return { mode, backend, transport, budget, reasoning };
}

interface Progress {
  readonly tell: ((progress: RunProgress) => void) | undefined;
  end(): void;
}

/** Notifications for a client that gave a token, which may be 0; their numbers always grow. */
function progressOf({ _meta, sendNotification }: CallContext): Progress {
  const progressToken = _meta?.progressToken;
  if (progressToken === undefined) return { tell: undefined, end: () => undefined };
  let last = -1;
  let ended = false;
  return {
    tell: ({ state, elapsed_ms }) => {
      if (ended) return;
      last = Math.max(last + 1, elapsed_ms);
      const message = `${stateWords[state]}, ${(elapsed_ms / 1000).toFixed(1)} s`;
      // A connection that is gone aborts the call by its signal.
      sendNotification({
        method: 'notifications/progress',
        params: { progressToken, progress: last, message },
      }).catch(() => undefined);
    },
    end: () => {
      ended = true;
    },
  };
}

const stateWords: Readonly<Record<RunProgress['state'], string>> = {
  queued: 'queued',
  starting: 'starting the engine',
  running: 'running',
  checking: 'checking the answer',
};
