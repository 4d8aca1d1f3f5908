import type { z } from 'zod';
import type { Location } from '../contracts/issue.js';

/** An issue in our own words, or the number of issues that were counted without being kept. */
export type Explained =
  | { readonly location: Location; readonly code: string; readonly message: string; readonly bound: boolean }
  | { readonly omitted: number };

type Issue = z.core.$ZodIssue;

/**
 * zod's issue in words that tell what to change and repeat nothing that was sent (zod's own messages print unknown
 * keys). Values of ours in messages are those of the schema.
 */
export function explainIssue(issue: Issue, prefix: Location): Explained[] {
  const location = [...prefix, ...issue.path.map((part) => (typeof part === 'symbol' ? '' : part))];
  const say = (code: string, message: string, bound = false): Explained[] => [{ location, code, message, bound }];
  switch (issue.code) {
    case 'custom':
      return explainCustom(issue, location);
    case 'invalid_type':
      return explainType(issue, location);
    case 'invalid_value':
      return say('not_an_option', `Send ${oneOf(issue.values)}.`);
    case 'unrecognized_keys':
      return say('unknown_key', `Remove the unknown ${plural(issue.keys.length, 'key')} here.`);
    case 'too_big':
      return !('note' in issue)
        ? say('out_of_bounds', `At most ${amount(issue.maximum, issue.origin)} here.`, true)
        : say('unsafe_number', 'A JSON number beyond 2^53-1 has already lost digits: send a smaller one.');
    case 'too_small':
      return !('note' in issue)
        ? say('too_small', `At least ${amount(issue.minimum, issue.origin)} here.`)
        : say('unsafe_number', 'A JSON number beyond 2^53-1 has already lost digits: send a smaller one.');
    case 'not_multiple_of':
      return say('not_multiple', `Send a multiple of ${String(issue.divisor)}.`);
    case 'invalid_format':
      return say('wrong_format', 'The text is not of the declared form; see the description of this field.');
    case 'invalid_union':
      return explainUnion(issue, location);
    case 'invalid_key':
      // The last part of the path is the caller's own key.
      return [{ location: location.slice(0, -1), code: 'wrong_key', message: 'A key is not accepted.', bound: false }];
    case 'invalid_element':
      return say('wrong_element', 'An element is not of the declared form.');
    default:
      return say('invalid', 'Not of the declared form; see the description of this field.');
  }
}

/** Issues of our own parsers carry `params` (src/values/value.ts); those of `refine` in declarations only words. */
function explainCustom(issue: z.core.$ZodIssueCustom, location: Location): Explained[] {
  const { code, bound, omitted } = issue.params ?? {};
  if (typeof omitted === 'number') return [{ omitted }];
  const message = issue.message === 'Invalid input' ? 'Not of the declared form; see its description.' : issue.message;
  return [{ location, code: typeof code === 'string' ? code : 'invalid', message, bound: bound === true }];
}

function explainType(issue: z.core.$ZodIssueInvalidType, location: Location): Explained[] {
  const missing = issue.message.endsWith('received undefined');
  const expected = typeNames[issue.expected] ?? 'a value of the declared form';
  const message = missing ? `This field is required: send ${expected}.` : `Send ${expected}.`;
  return [{ location, code: missing ? 'missing' : 'wrong_type', message, bound: false }];
}

const typeNames: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a JSON number',
  int: 'a JSON integer',
  boolean: 'true or false',
  object: 'a JSON object (not text that contains one)',
  record: 'a JSON object (not text that contains one)',
  array: 'a JSON array',
  tuple: 'a JSON array',
  null: 'null',
};

/** The one branch that came closest, or that none fits. */
function explainUnion(issue: z.core.$ZodIssueInvalidUnion, location: Location): Explained[] {
  if ('options' in issue && Array.isArray(issue.options)) {
    return [{ location, code: 'not_an_option', message: `Send ${oneOf(issue.options)}.`, bound: false }];
  }
  const close = issue.errors.filter((issues) => !issues.some(({ path }) => path.length === 0));
  const [only, ...others] = close;
  if (only !== undefined && others.length === 0) return only.flatMap((inner) => explainIssue(inner, location));
  return [
    {
      location,
      code: 'no_accepted_form',
      message: 'The value has none of the accepted forms; see the description of this field.',
      bound: false,
    },
  ];
}

function oneOf(values: readonly unknown[]): string {
  const shown = values.slice(0, 20).map((value) => JSON.stringify(value));
  return shown.length === 1 ? `the value ${shown.join('')}` : `one of ${shown.join(', ')}`;
}

function amount(limit: number | bigint, origin: string): string {
  const unit =
    { string: ' characters', array: ' items', set: ' items', map: ' entries', object: ' keys' }[origin] ?? '';
  return `${String(limit)}${unit}`;
}

function plural(count: number, noun: string): string {
  return count === 1 ? noun : `${String(count)} ${noun}s`;
}
