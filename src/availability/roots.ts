import { existsSync, lstatSync, readFileSync, readdirSync, readlinkSync, realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';

const maximumLinks = 10;
const maximumLevels = 8;
/** Package stores whose entries refer to each other: a program of theirs reads the whole store. */
const stores = ['/nix/store', '/gnu/store'];
/** Where programs are kept, below the prefix they are installed in. */
const programFolders = ['bin', 'sbin', 'libexec'];
/** What an installation has below its prefix; whatever else lies there is somebody's own. */
const installed = [...programFolders, 'lib', 'lib32', 'lib64', 'share', 'etc', 'include', 'var', 'pyvenv.cfg'];
/** A folder with one of these is the source of one program, which reads it where it was built. */
const buildFiles = ['configure', 'Configure', 'configure.ac', 'CMakeLists.txt', 'meson.build'];
/** Folders of people. In all others what lies beside a program belongs to it. */
const personal = ['/home', '/Users', '/root', '/tmp', '/var/tmp', '/mnt', '/media'];

/**
 * What an executable reads to run: its installation, that of everything it links to, and the base Python of a virtual
 * environment. Of a prefix only the folders that installations have: people keep their own files beside them.
 */
export function rootsOf(path: string, home: string): string[] {
  const roots = linkChain(path).flatMap((step) => readBy(step, home));
  return outermost(roots.filter((root) => existsSync(root)));
}

/** The folders of a list that no other one contains. */
export function outermost(folders: readonly string[]): string[] {
  const all = [...new Set(folders)].sort();
  return all.filter((folder) => !all.some((other) => other !== folder && isInside(folder, other)));
}

export function isInside(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith('/') ? folder : `${folder}/`);
}

/** The path, each link it leads through, and where it ends. */
function linkChain(path: string): string[] {
  const chain = [path];
  let step = path;
  for (let links = 0; links < maximumLinks && isLink(step); links += 1) {
    step = resolve(dirname(step), readlinkSync(step));
    chain.push(step);
  }
  try {
    chain.push(realpathSync(path));
  } catch {
    // A broken link has no end; what leads to it is still told.
  }
  return [...new Set(chain)];
}

function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
}

function readBy(path: string, home: string): string[] {
  const store = stores.find((folder) => isInside(path, folder));
  if (store !== undefined) return [store];
  const folder = dirname(path);
  const own = programFolders.includes(basename(folder)) ? installation(folder, home) : besides(path, home);
  const environment = environmentOf(path);
  if (environment === null) return own;
  const programs = [join(environment, 'bin'), ...basePython(environment)];
  return [...own, ...programs.flatMap((programFolder) => installation(programFolder, home))];
}

/** The installation to which a folder of programs belongs. */
function installation(folder: string, home: string): string[] {
  const prefix = dirname(folder);
  if (isShared(prefix, home)) return [folder];
  // `pip install --user` puts programs and libraries here, beside what other programs keep for the user.
  if (prefix === join(home, '.local')) return [folder, join(prefix, 'lib')];
  // Homebrew: the programs of one prefix refer to each other through all of it.
  if (existsSync(join(prefix, 'Cellar'))) return [prefix];
  return [folder, ...installed.map((name) => join(prefix, name))];
}

/** A program that lies in no folder of programs: with its libraries, and with all that is beside it where that is its own. */
function besides(path: string, home: string): string[] {
  const folder = dirname(path);
  if (isShared(folder, home)) return [path];
  const isOwn = !isInside(folder, home) && !personal.some((place) => isInside(folder, place));
  if (isOwn || buildFiles.some((name) => existsSync(join(folder, name)))) return [folder];
  return [path, ...librariesIn(folder)];
}

function librariesIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder).filter((name) => /\.(?:so|dylib)(?:\.[\d.]+)?$/.test(name));
  return names.map((name) => join(folder, name));
}

/** A home folder, what contains one, and folders for everybody's files. */
function isShared(folder: string, home: string): boolean {
  return isInside(home, folder) || personal.some((place) => folder === place);
}

/** The Python or conda environment that a program belongs to: wheels keep programs and libraries in different corners of it. */
function environmentOf(path: string): string | null {
  const sitePackages = /^(.+)\/lib\/python3\.\d+\/site-packages\//.exec(path)?.[1];
  if (sitePackages !== undefined) return sitePackages;
  let folder = dirname(path);
  for (let level = 0; level < maximumLevels && dirname(folder) !== folder; level += 1) {
    if (existsSync(join(folder, 'pyvenv.cfg')) || existsSync(join(folder, 'conda-meta'))) return folder;
    folder = dirname(folder);
  }
  return null;
}

/** The folders of programs of the Python that an environment was made from. */
function basePython(environment: string): string[] {
  const file = join(environment, 'pyvenv.cfg');
  if (!existsSync(file)) return [];
  const bin = /^home\s*=\s*(\S.*?)\s*$/m.exec(readFileSync(file, 'utf8'))?.[1];
  if (bin === undefined || !isAbsolute(bin) || !existsSync(bin)) return [];
  return [bin, realpathSync(bin)];
}
