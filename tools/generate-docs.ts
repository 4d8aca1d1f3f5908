import { operations } from '../catalog/registry.generated.js';
import { backends } from '../backends/registry.generated.js';
import { callFields, errorCodes, stages, type ErrorField, type ErrorKind } from '../src/contracts/error-codes.js';

const note = '<!-- Written by `npm run generate`. Do not edit. -->\n';

/** The reference pages: what the code itself declares, for people. */
export function generatedDocs(): Map<string, string> {
  return new Map([
    ['docs/reference/errors.md', errorsPage()],
    ['docs/reference/operations.md', operationsPage()],
    ['docs/reference/backends.md', backendsPage()],
  ]);
}

function errorsPage(): string {
  const kinds = Object.entries<ErrorKind>(errorCodes);
  const common = new Set<ErrorField>(callFields);
  const rows = kinds.map(([code, { meaning, stages: possible }]) => {
    return `| ${code} | ${meaning} | ${possible.length === stages.length ? 'any' : possible.join(', ')} |`;
  });
  const sections = kinds.flatMap(([code, { operational, fields }]) => {
    const own = fields.filter((field) => !common.has(field));
    if (own.length === 0 && !operational) return [];
    const call = operational ? ['- what the call is known by (below)'] : [];
    return [`### ${code}`, '', ...own.map(fieldLine), ...call, ''];
  });
  return page('Error codes', [
    'An error of `math.run` is one flat JSON object, in one text block of at most 64 KiB. Every one has `code`, `stage` (the phase',
    'of the call), `message` and `hint` (what to do, or null); then come the fields of its code.',
    'None of them is a mathematical conclusion. `math.find` answers UNKNOWN_OPERATION and INVALID_CURSOR in its own `kind: error`.',
    '',
    `The phases, in order: ${stages.join(', ')}.`,
    '',
    '| code | meaning | stage |',
    '|---|---|---|',
    ...rows,
    '',
    '## Fields',
    '',
    'A code that is not listed has no fields of its own.',
    '',
    ...sections,
    '### What the call is known by',
    '',
    'Errors about carrying out a call tell what a retry or a report needs; what was not known yet is null.',
    '',
    ...callFields.map(fieldLine),
  ]);
}

function fieldLine({ name, shape, when }: ErrorField): string {
  return `- \`${name}\`${when === null ? '' : ` (${when})`}: ${shape}`;
}

function operationsPage(): string {
  const sections = operations.flatMap((operation) => {
    const engines = operation.runtime_requirements.map(({ backend, version }) => `${backend} ${version}`);
    const example = operation.examples.find(
      ({ error, ...rest }) => error === undefined && JSON.stringify(rest).length < 1_000,
    );
    return [
      `## ${operation.id}`,
      '',
      operation.description,
      '',
      `- Answer: ${operation.output_summary}.`,
      `- Scope: ${operation.exact_input_scope}.`,
      `- Engines: ${engines.length === 0 ? 'none needed' : engines.join(', else ')}.`,
      ...(example === undefined
        ? []
        : ['', '```json', JSON.stringify(example.input), JSON.stringify(example.output), '```']),
      '',
    ];
  });
  return page('Operations', ['`math.find` with an `operation_id` gives the exact schemas.', '', ...sections]);
}

function backendsPage(): string {
  const sections = Object.values(backends).flatMap(({ declaration }) => [
    `## ${declaration.title} (\`${declaration.id}\`)`,
    '',
    `- Home: ${declaration.homepage}, licence ${declaration.licence}.`,
    `- Supported ${declaration.policy.supported}, tested up to ${declaration.policy.tested}.`,
    ...declaration.policy.broken.map(({ range, reason }) => `- Broken ${range}: ${reason}`),
    ...declaration.remedies.map(({ kind, command }) => `- ${kind}: \`${command}\``),
    '',
  ]);
  return page('Backends', sections);
}

function page(title: string, lines: readonly string[]): string {
  return `${note}\n# ${title}\n\n${lines.join('\n').trimEnd()}\n`;
}
