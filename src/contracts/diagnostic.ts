/** Phases of a call, in order. */
export type Stage =
  | 'operation_resolution'
  | 'operation_validation'
  | 'policy'
  | 'resource_admission'
  | 'execution_admission'
  | 'backend_execution'
  | 'result_projection';

/** The one table of error codes of math.run and math.find. docs/reference is checked against it. */
export const errorCodes = {
  UNKNOWN_OPERATION: 'No operation has this id.',
  INVALID_CURSOR: 'The cursor is not one of ours, or belongs to another request.',
  INVALID_REQUEST: 'The arguments or the payload are not of the declared form.',
  RESOURCE_ADMISSION_REJECTED: 'The payload is well-formed but outside the declared bounds.',
  CAPABILITY_POLICY_DENIED: "The operator's policy hides the operation or the mode.",
  BACKEND_UNAVAILABLE: 'No engine that the operation needs can be used here.',
  OPERATION_TIMEOUT: 'A deadline passed before the answer was delivered.',
  OPERATION_CANCELLED: 'The caller cancelled the call.',
  SERVER_BUSY: 'Too many calls are waiting.',
  RESOURCE_EXHAUSTED: 'A limit of memory, output, processes, disk or solver steps was reached.',
  BACKEND_FAILURE: 'The engine crashed, failed, or answered what cannot be accepted.',
  INTERNAL_ERROR: 'A fault of the gateway itself; the log has the trace under the correlation id.',
} as const;

export type ErrorCode = keyof typeof errorCodes;

/** Everything an error says, flat, as it is sent. Which further fields a code carries stands in docs/reference. */
export interface ErrorDiagnostic {
  readonly code: ErrorCode;
  readonly stage: Stage;
  readonly message: string;
  readonly hint: string | null;
  readonly [field: string]: unknown;
}

/** The settings of the operator cannot be used. The message names the setting and says what it may be. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

/** The typed exception of the library. */
export class GatewayError extends Error {
  override readonly name = 'GatewayError';
  readonly code: ErrorCode;
  readonly stage: Stage;
  readonly hint: string | null;
  /** The whole diagnostic, as MCP clients get it. */
  readonly diagnostic: ErrorDiagnostic;

  constructor(
    code: ErrorCode,
    stage: Stage,
    message: string,
    more: {
      readonly hint?: string | null;
      readonly fields?: Readonly<Record<string, unknown>>;
      readonly cause?: unknown;
    } = {},
  ) {
    super(message, more.cause === undefined ? {} : { cause: more.cause });
    this.code = code;
    this.stage = stage;
    this.hint = more.hint ?? null;
    this.diagnostic = { code, stage, message, hint: this.hint, ...more.fields };
  }
}
