import { open, rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { daemonHint } from '../availability/container-remedies.js';
import { inspectMachine } from '../availability/machine.js';
import { BundleError, type BundleImage } from '../contracts/bundles.js';
import { imageFolder } from '../contracts/containers.js';
import { packageVersion } from '../version.js';
import { terminalConfirm } from './backends.js';
import { buildCommand, type BuildOptions } from './bundle-build.js';
import { interruptibly } from './bundle-interrupt.js';
import { testImage, type BundleDependencies } from './bundle-test.js';
import type { Openers } from './program.js';
import { alignColumns, terminalOutput, type Output } from './output.js';

export interface BundleOptions extends BuildOptions {
  /** Do not ask. */
  readonly yes?: boolean;
}

export type BundleVerb = 'build' | 'save' | 'load' | 'list' | 'test' | 'remove';

/** Works on images with engines. Exit status: 0 done, 1 not done, 2 the command cannot be carried out as given. */
export async function bundleCommand(
  openers: Pick<Openers, 'openMaintenance' | 'openBundles'>,
  verb: BundleVerb,
  words: readonly string[],
  options: BundleOptions = {},
  output: Output = terminalOutput(),
): Promise<number> {
  const [maintenance, bundles] = await Promise.all([openers.openMaintenance(), openers.openBundles()]);
  const dependencies = { ...maintenance, bundles, confirm: terminalConfirm() };
  const work = (given: BundleDependencies) => carryOut(verb, words, options, given, output);
  // The others leave nothing behind, or wait for a person.
  return ['build', 'save', 'test'].includes(verb) ? interruptibly(dependencies, work) : work(dependencies);
}

export async function carryOut(
  verb: BundleVerb,
  words: readonly string[],
  options: BundleOptions,
  dependencies: BundleDependencies,
  output: Output,
): Promise<number> {
  const daemon = await dependencies.bundles.images([]);
  if (daemon.state !== 'available') {
    const detail = daemon.state === 'absent' ? 'there is no Docker daemon on this machine' : daemon.detail;
    output.note(`Docker: ${detail}.\n${daemonHint(daemon, inspectMachine(dependencies.surroundings))}\n`);
    return 1;
  }
  try {
    switch (verb) {
      case 'build':
        return await buildCommand(words, options, dependencies, output);
      case 'load':
        return await loadCommand(words[0] ?? '', dependencies, output);
      case 'list':
        return listCommand(await dependencies.bundles.list(), output);
      case 'save':
      case 'test':
      case 'remove': {
        const [file = '', ...names] = verb === 'save' ? words : ['', ...words];
        const images = choose(names, await dependencies.bundles.list(), output);
        if (images === null) return 1;
        if (verb === 'save') return await saveCommand(file, images, dependencies, output);
        if (verb === 'test') return await testCommand(images, dependencies, output);
        return await removeCommand(images, options, dependencies, output);
      }
    }
  } catch (error) {
    if (!(error instanceof BundleError)) throw error;
    output.note(`${error.message}\n`);
    return 1;
  }
}

/** The images that are meant; all of ours where none is named. Null where one is not there, or none is. */
function choose(
  names: readonly string[],
  images: readonly BundleImage[],
  output: Output,
): readonly BundleImage[] | null {
  const chosen =
    names.length === 0
      ? images.filter(({ name }) => local(name).startsWith(`${imageFolder}/`))
      : names.map((name) => images.find((image) => local(image.name) === fullName(name)) ?? name);
  const missing = chosen.filter((image) => typeof image === 'string');
  if (chosen.length > 0 && missing.length === 0) return chosen.filter((image) => typeof image !== 'string');
  const what = missing.length === 0 ? 'no image with engines' : `no image with engines called ${missing.join(', ')}`;
  output.note(`There is ${what}. \`jacobian-gateway bundle list\` shows what there is, \`bundle build\` makes more.\n`);
  return null;
}

/** `pari` is short for the image of this release. */
function fullName(name: string): string {
  return /[/:]/.test(name) ? local(name) : `${imageFolder}/${name}:${packageVersion}`;
}

/** Podman says of a local image that it is from `localhost`. */
function local(name: string): string {
  return name.replace(/^localhost\//, '');
}

function listCommand(images: readonly BundleImage[], output: Output): number {
  if (images.length === 0) {
    output.note('There is no image with engines. `jacobian-gateway bundle build` makes one.\n');
    return 0;
  }
  const rows = images.map(({ name, id, backends, versions, size, created }) => [
    name,
    backends.map((backend) => `${backend} ${versions[backend] ?? '?'}`).join(', '),
    megabytes(size),
    new Date(created).toISOString().slice(0, 10),
    id.replace(/^sha256:/, '').slice(0, 12),
  ]);
  output.write(`${alignColumns([['IMAGE', 'ENGINES', 'SIZE', 'MADE', 'ID'], ...rows]).join('\n')}\n`);
  return 0;
}

async function testCommand(
  images: readonly BundleImage[],
  dependencies: BundleDependencies,
  output: Output,
): Promise<number> {
  let status = 0;
  for (const { name } of images) if ((await testImage(name, dependencies, output)) === null) status = 1;
  return status;
}

/** The file is there only when it is complete. A name that ends in `.gz` is compressed; `load` takes either. */
async function saveCommand(
  file: string,
  images: readonly BundleImage[],
  { bundles }: BundleDependencies,
  output: Output,
): Promise<number> {
  const partial = `${file}.partial`;
  const handle = await open(partial, 'w').catch((error: unknown) => reasonOf(error));
  if (typeof handle === 'string') {
    output.note(`${file} cannot be written: ${handle}.\n`);
    return 2;
  }
  const target = handle.createWriteStream();
  const heartbeat = setInterval(() => output.note(`      ${megabytes(target.bytesWritten)}\n`), heartbeatMs);
  try {
    for (const { name } of images) output.note(`Saving ${name}\n`);
    const archive = await bundles.save(images.map(({ name }) => name));
    await (/\.t?gz$/.test(file) ? pipeline(archive, createGzip(), target) : pipeline(archive, target));
    await rename(partial, file);
    output.write(`${file} (${megabytes(target.bytesWritten)}) is ready. \`jacobian-gateway bundle load\` takes it.\n`);
    return 0;
  } catch (error) {
    target.destroy();
    await rm(partial, { force: true });
    const broken = (error as Error).cause ?? error;
    if (broken instanceof BundleError) throw broken;
    output.note(`${file} could not be written: ${reasonOf(error)}.\n`);
    return 1;
  } finally {
    clearInterval(heartbeat);
  }
}

async function loadCommand(file: string, { bundles }: BundleDependencies, output: Output): Promise<number> {
  // Opened first: a file that is not there is no failure of Docker's.
  const handle = await open(file).catch((error: unknown) => reasonOf(error));
  const lack = typeof handle === 'string' ? handle : (await handle.stat()).isDirectory() ? 'it is a folder' : null;
  if (typeof handle === 'string' || lack !== null) {
    if (typeof handle !== 'string') await handle.close();
    output.note(`${file} cannot be read: ${lack ?? ''}.\n`);
    return 2;
  }
  const archive = handle.createReadStream();
  const heartbeat = setInterval(() => output.note(`      ${megabytes(archive.bytesRead)}\n`), heartbeatMs);
  try {
    const names = await bundles.load(archive);
    const engines = (await bundles.list()).filter(({ name }) => names.includes(name));
    for (const { name } of engines) output.write(`${name} is loaded.\n`);
    if (engines.length > 0) return 0;
    output.note(`${file} holds no image with engines.\n`);
    return 1;
  } finally {
    clearInterval(heartbeat);
    archive.destroy();
  }
}

async function removeCommand(
  images: readonly BundleImage[],
  { yes }: BundleOptions,
  { bundles, confirm }: BundleDependencies,
  output: Output,
): Promise<number> {
  for (const { name, size } of images) output.write(`  ${name}  ${megabytes(size)}\n`);
  if (yes !== true) {
    if (confirm === null) {
      output.note('Nobody is there to ask. Add --yes to remove them.\n');
      return 2;
    }
    if (!(await confirm('Remove? [y/N] '))) {
      output.note('Nothing was done.\n');
      return 1;
    }
  }
  let status = 0;
  for (const { name } of images) {
    if ((await bundles.remove(name)) !== 'in use') continue;
    output.note(`${name} is in use: close what runs engines in it, or see \`docker ps --all\`.\n`);
    status = 1;
  }
  if (status === 0) output.write('Removed.\n');
  return status;
}

const heartbeatMs = 10_000;

function megabytes(bytes: number): string {
  return `${String(Math.round(bytes / 1_000_000))} MB`;
}

function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return words[code ?? ''] ?? message;
}

const words: Readonly<Record<string, string>> = {
  ENOENT: 'no such file or folder',
  EACCES: 'permission denied',
  ENOSPC: 'the disk is full',
  EISDIR: 'it is a folder',
};
