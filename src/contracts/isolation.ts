/** The operator's setting: refuse what cannot be isolated, isolate where it can be had, or never. */
export type IsolationMode = 'required' | 'preferred' | 'off';

/** Whether engines can be isolated on this machine. */
export type IsolationState =
  | { readonly available: true; readonly version: string }
  | {
      readonly available: false;
      readonly reason: string;
      readonly hint: string;
      /** It could not be found out this time (the machine was too busy, say): nothing starts without isolation for that. */
      readonly passing?: true;
    };

/** Isolation is asked for and cannot be had. The message says why. */
export class IsolationUnavailable extends Error {
  override readonly name = 'IsolationUnavailable';
  constructor(
    message: string,
    /** What the operator or the caller can do. */
    readonly hint: string,
  ) {
    super(message);
  }
}
