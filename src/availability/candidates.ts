import { accessSync, constants, existsSync, readFileSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { delimiter, dirname, isAbsolute, join, resolve } from 'node:path';
import type { BackendDeclaration, EmbeddedDeclaration, EngineLocation } from '../contracts/backend.js';
import type { TransportName } from '../contracts/transport.js';
import { packageRoots, resolvePackage } from './package-roots.js';
import { isInside, outermost, rootsOf } from './roots.js';
import type { Surroundings } from './surroundings.js';

/** More are never looked at: somebody's hundred conda environments must not cost a hundred probes. */
const maximumCandidates = 16;

type Source = EngineLocation['source'];
type Place = readonly [source: Source, folder: string];

/**
 * Where an engine may be, in the order of preference; what is not there is not listed. A path that the operator set is
 * the only candidate, whether it is there or not.
 */
export function findCandidates(
  declaration: BackendDeclaration,
  transport: TransportName,
  settingPath: string | undefined,
  surroundings: Surroundings,
): readonly EngineLocation[] {
  if (transport === 'subprocess' && declaration.subprocess !== null) {
    if (settingPath !== undefined) return [located('setting', resolve(settingPath), surroundings)];
    return distinct(executables(declaration.id, declaration.subprocess.executables, surroundings));
  }
  if (transport === 'embedded' && declaration.embedded !== null) {
    return embeddedCandidates(declaration.id, declaration.embedded, surroundings);
  }
  return [];
}

/** Names the file that says what a launcher in the engine folder reads, one folder a line. */
export const rootsFile = 'roots';

function executables(id: string, names: readonly string[], surroundings: Surroundings): EngineLocation[] {
  const found: EngineLocation[] = [];
  for (const [source, folder] of places(id, surroundings)) {
    for (const name of names) {
      const path = join(folder, name);
      if (isExecutable(path)) found.push(located(source, path, surroundings));
    }
  }
  return found;
}

/** All folders of programs to look into, in the order of preference. */
function places(id: string, surroundings: Surroundings): readonly Place[] {
  const own = join(surroundings.engineFolder, id);
  const label = (source: Source, folders: readonly string[]): Place[] => folders.map((folder) => [source, folder]);
  return [
    ...label('engine folder', programFolders(join(own, 'venv'))),
    ...label('PATH', searched(searchPath(surroundings))),
    ...label('usual folder', searched(usualFolders(surroundings))),
    ...label('usual folder', elanToolchains(surroundings.home)),
    ...label('conda', condaEnvironments(surroundings).flatMap(programFolders)),
    ...label('pyenv', pyenvVersions(surroundings).flatMap(programFolders)),
    // Launchers of WebAssembly builds that look like the engine: a native engine is always preferred.
    ...label('engine folder', [join(own, 'bin')]),
  ];
}

/** The program folders of a Python or conda environment: wheels of engines have one of their own. */
function programFolders(prefix: string): string[] {
  const wheels = list(join(prefix, 'lib'))
    .filter((name) => /^python3\.\d+$/.test(name))
    .map((name) => join(prefix, 'lib', name, 'site-packages', 'sage_wheels', 'bin'))
    .filter((folder) => existsSync(folder));
  return [...wheels, join(prefix, 'bin')];
}

function searchPath({ env }: Surroundings): string[] {
  return [...new Set((env['PATH'] ?? '').split(delimiter).filter((folder) => isAbsolute(folder)))];
}

/** Folders of programs that a program started from a desktop does not have on its PATH. */
function usualFolders(surroundings: Surroundings): string[] {
  const usual = ['/usr/local/bin', '/usr/bin', '/opt/homebrew/bin', join(surroundings.home, '.local', 'bin')];
  const path = searchPath(surroundings);
  return usual.filter((folder) => !path.includes(folder));
}

/**
 * What of these folders is looked into. Folders of shims are left out: a shim is there for every program that any
 * version of it has, and fails in most.
 */
function searched(folders: readonly string[]): string[] {
  return folders
    .filter((folder) => !/\/(?:shims|\.elan\/bin)\/?$/.test(folder))
    .flatMap((folder) => (existsSync(join(folder, '..', 'pyvenv.cfg')) ? programFolders(dirname(folder)) : [folder]));
}

/** What elan installed, newest first: its shims only start one of these, and need the user's home for it. */
function elanToolchains(home: string): string[] {
  const folder = join(home, '.elan', 'toolchains');
  return newestFirst(list(folder)).map((name) => join(folder, name, 'bin'));
}

function condaEnvironments({ env, home }: Surroundings): string[] {
  const bases = ['miniconda3', 'anaconda3', 'miniforge3', 'mambaforge', 'micromamba'].map((name) => join(home, name));
  const environments = bases.flatMap((base) => [
    base,
    ...list(join(base, 'envs')).map((name) => join(base, 'envs', name)),
  ]);
  const active = env['CONDA_PREFIX'];
  return [...new Set([...(active === undefined ? [] : [active]), ...environments, ...condaList(home)])].filter(
    (folder) => isAbsolute(folder) && existsSync(join(folder, 'conda-meta')),
  );
}

function condaList(home: string): string[] {
  try {
    return readFileSync(join(home, '.conda', 'environments.txt'), 'utf8')
      .split('\n')
      .map((line) => line.trim());
  } catch {
    return [];
  }
}

export function pyenvVersions({ env, home }: Pick<Surroundings, 'env' | 'home'>): string[] {
  const folder = join(env['PYENV_ROOT'] ?? join(home, '.pyenv'), 'versions');
  return newestFirst(list(folder)).map((name) => join(folder, name));
}

function embeddedCandidates(id: string, embedded: EmbeddedDeclaration, surroundings: Surroundings): EngineLocation[] {
  if (embedded.from === 'engine folder') {
    const path = join(surroundings.engineFolder, `${id}-wasm`);
    if (!existsSync(join(path, 'node_modules', embedded.package))) return [];
    return [{ transport: 'embedded', source: 'engine folder', path, roots: outermost([path, realpathSync(path)]) }];
  }
  const path = resolvePackage(embedded.package, surroundings.gatewayRoot);
  if (path === null) return [];
  // The gateway's package.json says that its programs are modules.
  const roots = outermost([...packageRoots(path), join(surroundings.gatewayRoot, 'package.json')]);
  return [{ transport: 'embedded', source: 'package', path, roots }];
}

function located(source: Source, path: string, surroundings: Surroundings): EngineLocation {
  const roots = rootsOf(path, surroundings.home);
  return { transport: 'subprocess', source, path, roots: outermost([...roots, ...launcherRoots(path, surroundings)]) };
}

function launcherRoots(path: string, { engineFolder }: Surroundings): string[] {
  if (!isInside(path, engineFolder)) return [];
  try {
    const lines = readFileSync(join(dirname(path), '..', rootsFile), 'utf8').split('\n');
    return lines.filter((line) => isAbsolute(line) && existsSync(line));
  } catch {
    return [];
  }
}

/** One candidate per real file: /bin and /usr/bin are the same folder on most systems. */
function distinct(candidates: readonly EngineLocation[]): EngineLocation[] {
  const seen = new Set<string>();
  const kept = candidates.filter((candidate) => {
    const real = realpathSync(candidate.path);
    return seen.has(real) ? false : seen.add(real);
  });
  return kept.slice(0, maximumCandidates);
}

export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

function list(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}

const numerically = new Intl.Collator('en', { numeric: true });

function newestFirst(names: readonly string[]): string[] {
  return [...names].sort((a, b) => numerically.compare(b, a));
}
