import { styleText } from 'node:util';
import type { OpenGateway } from '../contracts/gateway.js';
import type { FindAnswer, OperationAnswer } from '../contracts/wire-answers.js';
import { UsageError, type FindOptions, type InspectOptions } from './program.js';

/** Searches or browses the catalog. Exit status 0, also when nothing fits: that is an answer. */
export async function findCommand(openGateway: OpenGateway, query: string, options: FindOptions): Promise<number> {
  const limit = Number(options.limit);
  if (!Number.isInteger(limit) || limit < 1 || limit > 20)
    throw new UsageError('--limit takes a whole number from 1 to 20.');
  const gateway = await openGateway();
  const answer = await gateway.find({
    limit,
    ...(query === '' ? {} : { query }),
    ...(options.namespace === undefined ? {} : { namespace: options.namespace }),
  });
  process.stdout.write(`${options.json === true ? JSON.stringify(answer, null, 2) : renderFound(answer)}\n`);
  return 0;
}

/** The contract of one operation, with what is available for it here. */
export async function inspectCommand(openGateway: OpenGateway, id: string, options: InspectOptions): Promise<number> {
  const gateway = await openGateway();
  const answer = await gateway.inspect(id, options.view);
  process.stdout.write(`${options.json === true ? JSON.stringify(answer, null, 2) : renderContract(answer)}\n`);
  return 0;
}

function renderFound(answer: FindAnswer): string {
  const cards = answer.kind === 'matches' ? answer.matches : answer.operations;
  const total = answer.kind === 'matches' ? answer.total_matches : answer.total_operations;
  const lines = cards.flatMap(({ operation_id, title, example }) => [
    `${strong(operation_id)}  ${title}`,
    ...(example === undefined ? [] : [`    ${JSON.stringify(example.input)}`]),
  ]);
  const recovery = (answer.recovery ?? []).map(({ text }) => text);
  return [...lines, `${String(cards.length)} of ${String(total)}`, ...recovery].join('\n');
}

function renderContract({ operation, backend_availability }: OperationAnswer): string {
  const fields = (list: typeof operation.input_fields) =>
    list.map(({ name, required, description }) => `    ${name}${required ? '' : '?'}  ${description}`);
  const engines = backend_availability.map(({ backend, transport, status, version, required_version, hint }) => {
    const found = version === null ? '' : ` ${version}`;
    return `    ${backend} (${transport}) ${status}${found}, wanted ${required_version}${hint === null ? '' : `: ${hint}`}`;
  });
  const examples = (operation.examples ?? []).flatMap(({ name, input, output, error }) => [
    `    ${name}: ${shorten(JSON.stringify(input))}`,
    `      ${error === undefined ? shorten(JSON.stringify(output)) : `refused: ${error.code}`}`,
  ]);
  return [
    `${strong(operation.operation_id)}  ${operation.title}`,
    operation.description,
    '  input',
    ...fields(operation.input_fields),
    '  output',
    ...fields(operation.output_fields),
    engines.length === 0 ? '  needs no engine' : '  engines',
    ...engines,
    ...(examples.length === 0 ? [] : ['  examples', ...examples]),
    ...(operation.input_schema === undefined ? [] : ['  (the exact schemas: --json)']),
  ].join('\n');
}

function shorten(text: string): string {
  return text.length > 300 ? `${text.slice(0, 300)}…` : text;
}

function strong(text: string): string {
  return process.stdout.isTTY ? styleText('bold', text) : text;
}
