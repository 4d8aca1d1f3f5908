import { operations } from '../catalog/registry.generated.js';
import { backends } from '../backends/registry.generated.js';
import { errorCodes } from '../src/contracts/diagnostic.js';

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
  const rows = Object.entries(errorCodes).map(([code, meaning]) => `| ${code} | ${meaning} |`);
  return page('Error codes', [
    'An error of `math.run` is one flat JSON object with `code`, `stage`, `message`, `hint` and what belongs to the code.',
    'None of them is a mathematical conclusion.',
    '',
    '| code | meaning |',
    '|---|---|',
    ...rows,
  ]);
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
