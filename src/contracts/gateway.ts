import type { Availability } from './availability.js';
import type { Budget, Mode, Qualifier } from './operation.js';
import type { Completeness, Obligation } from './outcome.js';
import type { Settings } from './settings.js';
import type { TransportName } from './transport.js';
import type { FindAnswer, OperationAnswer } from './wire-answers.js';
import type { FindQuery, View } from './wire.js';

/** What a call of `run` may say beside the payload. */
export interface RunOptions {
  readonly mode?: Mode | undefined;
  /** Insists on one of the operation's backends. */
  readonly backend?: string | undefined;
  /** Insists on one of its transports. */
  readonly transport?: TransportName | undefined;
  readonly budget?: Partial<Budget> | undefined;
  /** Aborting it kills the engine's process tree; a TimeoutError as reason is a deadline, anything else a cancel. */
  readonly signal?: AbortSignal | undefined;
  /** Whose call it is: calls of different clients take turns. Calls that say nothing are of one client. */
  readonly client?: string | undefined;
  /** Background work waits behind interactive work. Without it, calls of a long wall budget are background (a setting). */
  readonly priority?: 'interactive' | 'background' | undefined;
  /** Called with the answer before the call's own deadline is lifted: delivery that fails or takes too long fails the call. */
  readonly deliver?: ((result: RunResult) => void) | undefined;
  readonly onProgress?: ((progress: RunProgress) => void) | undefined;
  readonly reasoning?: { readonly run_id: string; readonly call_id: string } | undefined;
}

export interface RunProgress {
  readonly state: 'queued' | 'starting' | 'running' | 'checking';
  readonly elapsed_ms: number;
}

/** The whole answer of a successful call: the structuredContent of math.run. */
export interface RunResult<O = unknown> {
  readonly operation_id: string;
  readonly operation_version: string;
  readonly mode: Mode;
  /** The operation's typed mathematical value alone. */
  readonly output: O;
  /** The whole call, in ms. */
  readonly runtime_ms: number;
  readonly execution: {
    readonly status: 'COMPLETED';
    readonly backend: string;
    readonly backend_version: string | null;
    readonly transport: TransportName | null;
    readonly provider_digest: string | null;
    readonly queue_ms: number;
    readonly run_ms: number;
  };
  readonly completeness: Completeness;
  readonly qualifiers: readonly Qualifier[];
  readonly scope: string | null;
  readonly assurance: {
    readonly level: 'PROPOSED' | 'HEURISTIC' | 'COMPUTED' | 'CROSS_CHECKED' | 'VERIFIED';
    readonly basis: string;
    readonly checker: string | null;
    readonly verification_record_uri: string | null;
  };
  readonly obligations: readonly Obligation[];
  readonly relationships: readonly { readonly kind: string; readonly operation_id?: string; readonly uri?: string }[];
  readonly artifact_uris: readonly string[];
  readonly diagnostics: readonly string[];
  readonly result_digest: string;
}

/** A gateway for callers that know ids and payloads only at run time: the MCP server and the command line. */
export interface UntypedGateway {
  /** Search with `query`, browse the catalog without. Throws GatewayError: INVALID_REQUEST, INVALID_CURSOR. */
  find(query?: FindQuery): Promise<FindAnswer>;
  /** The contract of one operation and what is here to serve it. Throws GatewayError: UNKNOWN_OPERATION. */
  inspect(id: string, view?: View): Promise<OperationAnswer>;
  /** The exact bulk export of the catalog, the same on every machine: JSON text. */
  exportCatalog(): string;
  runUntyped(id: string, payload: unknown, options?: RunOptions): Promise<RunResult>;
  /** Everything known of every backend and transport; probes what is not known. */
  availability(): Promise<readonly Availability[]>;
  close(): Promise<void>;
  readonly settings: Settings;
}

/** Opens the gateway that the environment describes. */
export type OpenGateway = () => Promise<UntypedGateway>;
