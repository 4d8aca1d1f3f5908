import { existsSync, lstatSync, readFileSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { outermost } from './roots.js';

/** The folder of an npm package as Node would find it from another one's; null where it is not there. */
export function resolvePackage(name: string, from: string): string | null {
  for (const folder of createRequire(join(from, 'package.json')).resolve.paths(name) ?? []) {
    if (existsSync(join(folder, name, 'package.json'))) return join(folder, name);
  }
  return null;
}

/** What a package reads to run: itself and the packages it depends on, wherever they were put. */
export function packageRoots(path: string): string[] {
  const folders = new Set<string>();
  const visit = (folder: string) => {
    if (folders.has(folder)) return;
    folders.add(folder);
    for (const name of dependenciesOf(folder)) {
      const dependency = resolvePackage(name, folder);
      if (dependency !== null) visit(dependency);
    }
  };
  visit(path);
  const all = [...folders];
  // Some package managers put links into node_modules: packages find each other only through the folders of links.
  const linked = all.some((folder) => lstatSync(folder).isSymbolicLink());
  return outermost(linked ? [path, realpathSync(path)].map(nodeModules) : all);
}

function dependenciesOf(folder: string): string[] {
  try {
    const text = readFileSync(join(folder, 'package.json'), 'utf8');
    const { dependencies, optionalDependencies } = JSON.parse(text) as Record<string, object | undefined>;
    return Object.keys({ ...dependencies, ...optionalDependencies });
  } catch {
    return [];
  }
}

function nodeModules(folder: string): string {
  let parent = dirname(folder);
  while (!parent.endsWith('/node_modules') && dirname(parent) !== parent) parent = dirname(parent);
  return dirname(parent) === parent ? folder : parent;
}
