/**
 * Writes the registries from the folders: catalog/registry.generated.ts (one entry per operation),
 * adapters/registry.generated.ts and backends/registry.generated.ts. They are committed; a test checks that they are
 * what this program writes, so adding a file is all it takes to add an operation, an adapter or a backend.
 */
import { readdirSync, writeFileSync, readFileSync, existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const header = '// Written by `npm run generate` from the folders beside it. Do not edit.\n';

/** Every generated file: path from the root, and what it must contain. */
export function generatedFiles(): Map<string, string> {
  return new Map([
    ['catalog/registry.generated.ts', catalogRegistry()],
    ['adapters/registry.generated.ts', adapterRegistry()],
    ['backends/registry.generated.ts', backendRegistry()],
  ]);
}

function catalogRegistry(): string {
  const files = folders('catalog').flatMap((namespace) => sources(`catalog/${namespace}`));
  const operations = files
    .flatMap((file) => {
      const id = operationId(file);
      return id === null ? [] : [{ file, id, name: identifier(file) }];
    })
    .sort((a, b) => (a.id < b.id ? -1 : 1));
  return [
    header,
    "import type { AnyOperation } from '../src/contracts/operation.js';",
    ...operations.map(
      ({ file, name }) =>
        `import { operation as ${name} } from './${relative('catalog', file).replace(/\.ts$/, '.js')}';`,
    ),
    '',
    '/** Every operation by its id: the types of payloads and outputs follow from it. */',
    'export const catalog = {',
    ...operations.map(({ id, name }) => `  '${id}': ${name},`),
    '};',
    '',
    'export type Catalog = typeof catalog;',
    '',
    '/** All operations in the order of their ids. */',
    'export const operations: readonly AnyOperation[] = Object.values(catalog);',
    '',
  ].join('\n');
}

function adapterRegistry(): string {
  const entries = folders('adapters').flatMap((backend) =>
    sources(`adapters/${backend}`).map((file) => ({ file, backend, name: identifier(file) })),
  );
  const list = (chosen: typeof entries) => chosen.map(({ name }) => `  ${name},`);
  return [
    header,
    "import type { AnyAdapter, AnyDirectAdapter } from '../src/contracts/adapter.js';",
    ...entries.map(
      ({ file, name }) =>
        `import { adapter as ${name} } from './${relative('adapters', file).replace(/\.ts$/, '.js')}';`,
    ),
    '',
    '/** Every adapter of an engine. */',
    'export const adapters: readonly AnyAdapter[] = [',
    ...list(entries.filter(({ backend }) => backend !== 'direct')),
    '];',
    '',
    '/** Every operation that is computed here. */',
    'export const directAdapters: readonly AnyDirectAdapter[] = [',
    ...list(entries.filter(({ backend }) => backend === 'direct')),
    '];',
    '',
  ].join('\n');
}

function backendRegistry(): string {
  const backends = folders('backends').filter((id) => existsSync(join(root, 'backends', id, 'declaration.ts')));
  return [
    header,
    "import type { Backend } from '../src/contracts/backend.js';",
    ...backends.flatMap((id) =>
      ['declaration', 'driver', 'diagnostics'].map(
        (part) => `import { ${part} as ${id}_${part} } from './${id}/${part}.js';`,
      ),
    ),
    '',
    '/** Every backend by its id. */',
    'export const backends: Readonly<Record<string, Backend>> = {',
    ...backends.map(
      (id) => `  ${id}: { declaration: ${id}_declaration, driver: ${id}_driver, diagnostics: ${id}_diagnostics },`,
    ),
    '};',
    '',
    '/** Engine-side files of each backend, from the package root: what a session loads, in this order. */',
    'export const engineFiles: Readonly<Record<string, readonly string[]>> = {',
    ...backends.map((id) => `  ${id}: ${JSON.stringify(engineFiles(id))},`),
    '};',
    '',
  ].join('\n');
}

const engineSide = /\.(?:gp|py|g|sing|mac|lean|sh)$/;

function engineFiles(backend: string): string[] {
  return [`backends/${backend}`, `adapters/${backend}`].flatMap((folder) =>
    existsSync(join(root, folder))
      ? names(folder)
          .filter((name) => engineSide.test(name))
          .map((name) => `${folder}/${name}`)
      : [],
  );
}

type GeneratedFile = readonly [file: string, text: string];

function differing(files: Iterable<GeneratedFile>): GeneratedFile[] {
  return [...files].filter(
    ([file, text]) => !existsSync(join(root, file)) || readFileSync(join(root, file), 'utf8') !== text,
  );
}

function write(files: readonly GeneratedFile[]): void {
  for (const [file, text] of files) writeFileSync(join(root, file), text);
}

/** The id as the file itself states it: the one source. Null for helper files beside the operations. */
function operationId(file: string): string | null {
  const id = /defineOperation(?:<[^>]*>)?\(\{\s*id: '([a-z0-9_.]+)'/.exec(readFileSync(join(root, file), 'utf8'))?.[1];
  return id ?? null;
}

function identifier(file: string): string {
  return file
    .replace(/\.ts$/, '')
    .split('/')
    .slice(1)
    .join('-')
    .replace(/[^a-z0-9]+/g, '_');
}

function folders(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && names(`${folder}/${entry.name}`).some((name) => name.endsWith('.ts')))
    .map((entry) => entry.name)
    .sort();
}

function sources(folder: string): string[] {
  return names(folder)
    .filter((name) => name.endsWith('.ts'))
    .map((name) => `${folder}/${name}`);
}

function names(folder: string): string[] {
  return readdirSync(join(root, folder)).sort();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const check = process.argv.includes('--check');
  let stale = differing(generatedFiles());
  if (!check) write(stale);
  // Pages and tool definitions are made from the registries: they are loaded after those are written.
  const { generatedToolFiles } = await import('./generate-tools.js');
  const { generatedDocs } = await import('./generate-docs.js');
  const derived = differing([...generatedToolFiles(), ...generatedDocs()]);
  if (!check) write(derived);
  stale = [...stale, ...derived];
  if (check && stale.length > 0) {
    console.error(`Run npm run generate: ${stale.map(([file]) => file).join(', ')} would change.`);
    process.exitCode = 1;
  }
}
