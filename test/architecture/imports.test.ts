import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

/** Who may import what. A layer is the longest prefix that fits a file's path. */
const root = fileURLToPath(new URL('../..', import.meta.url));

const mayImport: Readonly<Record<string, readonly string[]>> = {
  'src/contracts': ['src/contracts'],
  'src/values': ['src/contracts', 'src/values'],
  catalog: ['src/contracts', 'src/values', 'catalog'],
  backends: ['src/contracts', 'src/values', 'backends'],
  adapters: ['src/contracts', 'src/values', 'catalog', 'backends', 'adapters'],
  'src/log': ['src/contracts', 'src/log'],
  'src/config': ['src/contracts', 'src/config', 'src/log'],
  'src/process': ['src/contracts', 'src/process', 'src/log'],
  'src/transport': ['src/contracts', 'src/process', 'src/transport', 'src/log'],
  'src/availability': ['src/contracts', 'src/values', 'src/process', 'src/availability', 'src/log'],
  'src/gateway': ['src/contracts', 'src/values', 'src/gateway', 'src/log'],
  'src/mcp': ['src/contracts', 'src/gateway', 'src/mcp', 'src/log', 'src/version.ts'],
  'src/cli': ['src/contracts', 'src/config', 'src/gateway', 'src/availability', 'src/cli', 'src/log', 'src/version.ts'],
  'src/version.ts': [],
  'src/compose.ts': ['src', 'catalog', 'adapters', 'backends'],
  'src/index.ts': ['src', 'catalog'],
  'src/main.ts': ['src'],
};

/** Packages that have one importer, and those that everything below contracts may use. */
const onlyImporter: Readonly<Record<string, string>> = {
  execa: 'src/process',
  dockerode: 'src/transport/container',
  '@modelcontextprotocol/sdk': 'src/mcp',
  commander: 'src/cli',
  pino: 'src/log',
  'z3-solver': 'backends/z3',
};
const pureLayers = ['src/contracts', 'src/values', 'catalog', 'adapters'];

const files = ['src', 'catalog', 'adapters', 'backends'].flatMap(sources);

interface Import {
  readonly file: string;
  readonly from: string;
}

const imports: readonly Import[] = files.flatMap((file) =>
  [
    ...readFileSync(join(root, file), 'utf8').matchAll(
      /(?:^(?:import|export)[^;]*?from |^import |import\()'([^']+)'/gm,
    ),
  ].map(([, from]) => ({
    file,
    from: from ?? '',
  })),
);

it('saw the program', () => {
  expect(files.length).toBeGreaterThan(150);
  expect(imports.length).toBeGreaterThan(400);
});

it('every import stays within the rules', () => {
  const broken = imports
    .filter(({ from }) => from.startsWith('.'))
    .flatMap(({ file, from }) => {
      const target = sourceOf(file, from);
      const allowed = mayImport[layerOf(file)] ?? [];
      return allowed.some((layer) => within(target, layer)) ? [] : [`${file} imports ${target}`];
    });
  expect(broken).toEqual([]);
});

it('an adapter knows its own catalog entry and its own backend alone', () => {
  const broken = imports
    .filter(({ file, from }) => within(file, 'adapters') && from.startsWith('.') && !file.endsWith('.generated.ts'))
    .flatMap(({ file, from }) => {
      const target = sourceOf(file, from);
      const [, backend = '', name = ''] = /^adapters\/([^/]+)\/(.+)\.ts$/.exec(file) ?? [];
      if (within(target, 'backends'))
        return within(target, `backends/${backend}/dialect.ts`) ? [] : [`${file} imports ${target}`];
      const entry = /^catalog\/([^/]+)\/(.+)\.ts$/.exec(target);
      if (entry !== null)
        return name.startsWith(`${entry[1] ?? ''}-`.replaceAll('_', '-')) ? [] : [`${file} imports ${target}`];
      return [];
    });
  expect(broken).toEqual([]);
});

it('a backend knows nothing of another', () => {
  const broken = imports
    .filter(({ file, from }) => within(file, 'backends') && from.startsWith('.') && !file.endsWith('.generated.ts'))
    .map(({ file, from }) => ({ file, target: sourceOf(file, from) }))
    .filter(({ file, target }) => within(target, 'backends') && file.split('/')[1] !== target.split('/')[1]);
  expect(broken).toEqual([]);
});

describe('packages', () => {
  it.each(Object.entries(onlyImporter))('only %s is imported by %s', (name, layer) => {
    const importers = imports
      .filter(({ from }) => from === name || from.startsWith(`${name}/`))
      .map(({ file }) => file);
    expect(importers.filter((file) => !within(file, layer))).toEqual([]);
  });

  it('the pure layers use zod alone', () => {
    const broken = imports.filter(
      ({ file, from }) => pureLayers.some((layer) => within(file, layer)) && !from.startsWith('.') && from !== 'zod',
    );
    expect(broken).toEqual([]);
  });
});

it('no backend is named outside the folders that may', () => {
  const ids = readdirSync(join(root, 'backends'), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const broken = files
    .filter((file) => file.startsWith('src/'))
    .flatMap((file) => {
      const text = readFileSync(join(root, file), 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
      return ids
        .filter(({ name }) => new RegExp(`['"\`]${name}['"\`]`).test(text))
        .map(({ name }) => `${file} names ${name}`);
    });
  expect(broken).toEqual([]);
});

it('files stay small', () => {
  const large = files.filter(
    (file) => !file.endsWith('.generated.ts') && readFileSync(join(root, file)).length > 14 * 1024,
  );
  expect(large).toEqual([]);
});

it('every backend has the same four files', () => {
  for (const entry of readdirSync(join(root, 'backends'), { withFileTypes: true }).filter((item) =>
    item.isDirectory(),
  )) {
    for (const part of ['declaration', 'driver', 'dialect', 'diagnostics']) {
      expect(existsSync(join(root, 'backends', entry.name, `${part}.ts`)), `${entry.name}/${part}.ts`).toBe(true);
    }
  }
});

function sources(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)));
}

function sourceOf(file: string, from: string): string {
  return relative(root, resolve(root, dirname(file), from)).replace(/\.js$/, '.ts');
}

function layerOf(file: string): string {
  const layers = Object.keys(mayImport).filter((layer) => within(file, layer));
  return layers.sort((a, b) => b.length - a.length)[0] ?? '';
}

function within(file: string, layer: string): boolean {
  return file === layer || file.startsWith(`${layer}/`);
}
