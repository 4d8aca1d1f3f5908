import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { backendsLabel } from '../contracts/containers.js';

/** Where the engines of an image come from. `npm` and `wheels` are fetched by this machine, not by the builder. */
export type RecipeSource = 'debian' | 'wheels' | 'npm';

/** What the package's own folder `containers` says of one image. Its Dockerfile is the only statement of it. */
export interface Recipe {
  /** Name of its folder, and of the image: a backend's id, or another word where it holds several. */
  readonly name: string;
  readonly folder: string;
  /** The image it begins with unless another is named. */
  readonly base: string;
  readonly backends: readonly string[];
  /** The usual one first. */
  readonly sources: readonly [RecipeSource, ...RecipeSource[]];
  /** What to fetch, with versions, for the sources that are fetched. */
  readonly packages: { readonly wheels: readonly string[]; readonly npm: readonly string[] };
  /** What of the wheels goes into the image: the bindings to Python do not. */
  readonly parts: readonly string[];
}

/** All images that can be built. `root`: the package's own folder. */
export function readRecipes(root: string): readonly Recipe[] {
  const containers = join(root, 'containers');
  const folders = existsSync(containers) ? readdirSync(containers).sort() : [];
  return folders
    .map((name) => ({ name, folder: join(containers, name) }))
    .filter(({ folder }) => existsSync(join(folder, 'Dockerfile')))
    .map(({ name, folder }) => parseRecipe(name, folder, readFileSync(join(folder, 'Dockerfile'), 'utf8')));
}

export function parseRecipe(name: string, folder: string, dockerfile: string): Recipe {
  const backends = words(new RegExp(`${backendsLabel.replaceAll('.', '\\.')}="([^"]*)"`).exec(dockerfile)?.[1], ',');
  const base = /^ARG BASE=(\S+)/m.exec(dockerfile)?.[1] ?? '';
  const [wheels = [], npm = [], parts = []] = ['WHEELS', 'NPM', 'PARTS'].map((arg) =>
    words(new RegExp(`^ARG ${arg}="([^"]*)"`, 'm').exec(dockerfile)?.[1], ' '),
  );
  const sources: Recipe['sources'] = npm.length > 0 ? ['npm'] : wheels.length > 0 ? ['debian', 'wheels'] : ['debian'];
  return { name, folder, base, backends, sources, packages: { wheels, npm }, parts };
}

function words(text: string | undefined, separator: string): string[] {
  return (text ?? '').split(separator).filter((word) => word !== '');
}
