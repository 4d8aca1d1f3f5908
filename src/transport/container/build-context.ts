import { createReadStream } from 'node:fs';
import { lstat, readdir, readlink } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Pack } from 'tar-stream';

/**
 * The build context as a tar archive that is made while it is read. Owners and times of this machine are not in it, so
 * what is the same builds the same; everything in it may be read by everyone, because engines run as nobody.
 */
export async function buildContext(places: Readonly<Record<string, string>>): Promise<Readable> {
  const { pack } = await import('tar-stream');
  const archive = pack();
  // Read by the caller, who sees its errors; what is left is read no more.
  const stream = Readable.from(archive, { objectMode: false });
  void addAll(archive, places).then(
    () => archive.finalize(),
    (error: unknown) => archive.destroy(error as Error),
  );
  return stream;
}

async function addAll(archive: Pack, places: Readonly<Record<string, string>>): Promise<void> {
  for (const [place, file] of Object.entries(places)) await add(archive, posix.normalize(place), file);
}

async function add(archive: Pack, name: string, file: string): Promise<void> {
  const stat = await lstat(file);
  const same = { name, mtime: new Date(0), uid: 0, gid: 0 };
  if (stat.isSymbolicLink()) {
    archive.entry({ ...same, type: 'symlink', linkname: await readlink(file) });
  } else if (stat.isDirectory()) {
    if (name !== '.') archive.entry({ ...same, type: 'directory', mode: 0o755 });
    const entries = await readdir(file);
    for (const entry of entries.sort()) await add(archive, posix.join(name, entry), join(file, entry));
  } else if (stat.isFile()) {
    const mode = (stat.mode & 0o100) === 0 ? 0o644 : 0o755;
    await pipeline(createReadStream(file), archive.entry({ ...same, size: stat.size, mode }));
  }
}
