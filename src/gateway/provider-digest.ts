import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { digestFile, digestJson } from './digest.js';
import type { Choice } from './select.js';

/** Names what computed an answer: the engine, its version, how it was reached, and the very bytes that ran. */
export async function providerDigest({ backend, version, location }: Choice): Promise<string> {
  const { id, embedded } = backend.declaration;
  if (location.image !== undefined)
    return digestJson({ backend: id, version, transport: location.transport, executable: location.image.id });
  const isBuild = location.transport === 'embedded' && embedded !== null;
  const executable = isBuild
    ? await digestBuild(
        embedded.from === 'gateway' ? location.path : join(location.path, 'node_modules', embedded.package),
      )
    : await digestFile(location.path);
  return digestJson({ backend: id, version, transport: location.transport, executable });
}

/** The digest of the WebAssembly in a package; of several files, that of their digests by name. Null: there is none. */
async function digestBuild(folder: string): Promise<string | null> {
  const files = await webAssemblyIn(folder);
  const digests = await Promise.all(files.map((file) => digestFile(join(folder, file))));
  if (files.length <= 1) return digests[0] ?? null;
  return digestJson(Object.fromEntries(files.map((file, index) => [file, digests[index] ?? null])));
}

/** Paths from the folder, in order; what the package depends on is not part of it. */
async function webAssemblyIn(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { recursive: true });
    return entries.filter((path) => path.endsWith('.wasm') && !path.startsWith('node_modules/')).sort();
  } catch {
    return [];
  }
}
