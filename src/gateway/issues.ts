import type { z } from 'zod';
import { GatewayError } from '../contracts/diagnostic.js';
import type { Location } from '../contracts/issue.js';
import { explainIssue, type Explained } from './issue-messages.js';

/** One entry of the error list, as it is sent. */
export interface ErrorEntry {
  readonly location: Location;
  readonly code: string;
  readonly message: string;
}

const maximumEntries = 64;
const maximumLocationParts = 16;
const maximumPartLength = 128;
const maximumMessageLength = 512;
/** Of the 64 KiB of an error text: the rest is code, message and hint. */
const maximumListBytes = 60 * 1024;

const payloadHint = 'math.find with this operation_id shows the input_schema and examples that are accepted.';
const argumentsHint = "The tool's own inputSchema lists the arguments; the input of an operation goes into payload.";

/**
 * A payload that its schema refused, as the error a caller gets. Nothing that was sent is repeated: neither values nor
 * unknown keys. Only values beyond a bound: RESOURCE_ADMISSION_REJECTED; anything else: INVALID_REQUEST.
 */
export function requestRejected(error: z.ZodError, prefix: Location): GatewayError {
  const explained = error.issues.flatMap((issue) => explainIssue(issue, prefix));
  const fields = errorList(explained);
  if (explained.every((entry) => 'omitted' in entry || entry.bound)) {
    return new GatewayError(
      'RESOURCE_ADMISSION_REJECTED',
      'resource_admission',
      'The payload is well-formed but outside the declared bounds.',
      { hint: 'Send a smaller problem; the bounds stand in exact_input_scope and the field descriptions.', fields },
    );
  }
  return new GatewayError('INVALID_REQUEST', 'operation_validation', 'The payload is not of the declared form.', {
    hint: payloadHint,
    fields,
  });
}

/** Arguments of a tool that are not of its form: INVALID_REQUEST, also where a bound is all they break. */
export function argumentsRejected(error: z.ZodError): GatewayError {
  const explained = error.issues.flatMap((issue) => explainIssue(issue, []));
  return new GatewayError('INVALID_REQUEST', 'operation_validation', 'The arguments are not of the declared form.', {
    hint: argumentsHint,
    fields: errorList(explained),
  });
}

/** The entries that fit, and how many did not. */
export function errorList(explained: readonly Explained[]): { errors: ErrorEntry[]; omitted_error_count: number } {
  const errors: ErrorEntry[] = [];
  let omitted = 0;
  let bytes = 0;
  for (const entry of explained) {
    if ('omitted' in entry) {
      omitted += entry.omitted;
      continue;
    }
    const short = shorten(entry);
    const size = Buffer.byteLength(JSON.stringify(short)) + 1;
    if (errors.length < maximumEntries && bytes + size <= maximumListBytes) {
      errors.push(short);
      bytes += size;
    } else omitted += 1;
  }
  return { errors, omitted_error_count: omitted };
}

function shorten({ location, code, message }: ErrorEntry): ErrorEntry {
  return {
    location: location
      .slice(0, maximumLocationParts)
      .map((part) => (typeof part === 'string' ? cut(part, maximumPartLength) : part)),
    code: cut(code, maximumPartLength),
    message: cut(message, maximumMessageLength),
  };
}

/** The first characters; a surrogate pair is not torn apart. */
function cut(text: string, length: number): string {
  return text.length <= length ? text : text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');
}
