import { existsSync, lstatSync, readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';

const maximumLinks = 10;
const maximumLevels = 8;
/** Package stores whose entries refer to each other: a program of theirs reads the whole store. */
const stores = ['/nix/store', '/gnu/store'];

/**
 * The folders that an executable reads to run: the prefix it is installed in, that of everything it links to, and the
 * base Python of a virtual environment. Never a home folder or what contains one: those are somebody's files.
 */
export function rootsOf(path: string, home: string): string[] {
  const roots = linkChain(path).flatMap((step) => prefixesOf(step, home));
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

function prefixesOf(path: string, home: string): string[] {
  const store = stores.find((folder) => isInside(path, folder));
  if (store !== undefined) return [store];
  const environment = environmentOf(path);
  if (environment !== null) return [environment, ...basePython(environment)];
  const folder = dirname(path);
  const prefix = ['bin', 'sbin', 'libexec'].includes(basename(folder)) ? dirname(folder) : folder;
  // `pip install --user` puts programs and libraries here, beside what other programs keep for the user.
  if (prefix === join(home, '.local')) return [folder, join(prefix, 'lib')];
  const isShared = isInside(home, prefix) || ['/tmp', '/var/tmp'].includes(prefix);
  return isShared ? [folder === prefix ? path : folder] : [prefix];
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

function basePython(environment: string): string[] {
  const file = join(environment, 'pyvenv.cfg');
  if (!existsSync(file)) return [];
  const bin = /^home\s*=\s*(\S.*?)\s*$/m.exec(readFileSync(file, 'utf8'))?.[1];
  if (bin === undefined || !isAbsolute(bin) || !existsSync(bin)) return [];
  return [dirname(bin), dirname(realpathSync(bin))];
}
