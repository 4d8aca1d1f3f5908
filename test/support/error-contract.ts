import { errorCodes, type ErrorKind } from '../../src/contracts/error-codes.js';

const common = ['code', 'stage', 'message', 'hint'];

/** How an error as it is sent departs from the table of codes; empty where it does not. */
export function contractViolations(error: Readonly<Record<string, unknown>>): string[] {
  const kind = (errorCodes as Readonly<Record<string, ErrorKind | undefined>>)[String(error['code'])];
  if (kind === undefined) return [`${String(error['code'])} is no code`];
  const documented = kind.fields.map(({ name }) => name);
  const required = [...common, ...kind.fields.filter(({ when }) => when === null).map(({ name }) => name)];
  return [
    ...(kind.stages.some((stage) => stage === error['stage']) ? [] : [`stage ${String(error['stage'])}`]),
    ...(typeof error['message'] === 'string' && error['message'] !== '' ? [] : ['no message']),
    ...(error['hint'] === null || typeof error['hint'] === 'string' ? [] : ['hint is neither text nor null']),
    ...required.filter((name) => error[name] === undefined).map((name) => `${name} is missing`),
    ...Object.keys(error)
      .filter((name) => !common.includes(name) && !documented.includes(name))
      .map((name) => `${name} is not documented`),
  ];
}
