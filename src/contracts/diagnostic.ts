import type { ErrorCode, Stage } from './error-codes.js';

export { errorCodes, type ErrorCode, type ErrorField, type ErrorKind, type Stage } from './error-codes.js';

/** Everything an error says, flat, as it is sent. Which further fields a code carries stands in the table (error-codes.ts). */
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
