/** Where in a payload something was found: keys and indices from the payload's root. */
export type Location = readonly (string | number)[];

/**
 * One thing that is wrong with a payload. The message says what to change and never repeats what the caller sent.
 * `bound` marks values that are well-formed but outside a declared bound: a list of nothing but those is
 * RESOURCE_ADMISSION_REJECTED, any other list is INVALID_REQUEST.
 */
export interface Issue {
  readonly location: Location;
  /** snake_case: `missing`, `unknown_key`, `wrong_type`, `invalid_integer`, `unsafe_number`, `out_of_bounds`, … */
  readonly code: string;
  readonly message: string;
  readonly bound?: boolean;
}

/** Where parsers put what they find. Keeps the first issues and counts the rest, so that hostile input costs little. */
export interface IssueSink {
  add(location: Location, code: string, message: string): void;
  /** A well-formed value outside a declared bound. */
  bound(location: Location, message: string): void;
  /** True once anything has been reported. */
  readonly failed: boolean;
}
