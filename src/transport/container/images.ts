import { addAbortSignal, type Readable } from 'node:stream';
import type Docker from 'dockerode';
import {
  BundleError,
  type BuildRequest,
  type BuildResult,
  type BundleEngine,
  type BundleImage,
} from '../../contracts/bundles.js';
import { backendsLabel, versionLabel, type ImageList } from '../../contracts/containers.js';
import { buildContext } from './build-context.js';
import type { DockerClient } from './client.js';
import { asContainerError, ContainerError } from './errors.js';
import { readJsonLines } from './json-lines.js';
import { runInContainer } from './run.js';
import type { ContainerHost } from './start.js';

/** Images of the daemon that the host talks to. */
export function createBundleEngine(host: ContainerHost): BundleEngine {
  const { call } = host.client;
  /** Builds and archives take what they take. */
  const ask = async <T>(work: (docker: Docker) => Promise<T>, withinMs?: number): Promise<T> => {
    try {
      return await call(work, withinMs);
    } catch (error) {
      throw error instanceof ContainerError ? new BundleError(error.message, { cause: error }) : error;
    }
  };
  return {
    images: (named) => askForImages(host.client, named),
    run: (image, file, args, options) => runInContainer(host, image, file, args, options),
    list: () => ask((docker) => listImages(docker, [])),
    architecture: () => ask(daemonArchitecture),
    build: async (request, onLine, signal = never) => {
      signal.throwIfAborted();
      const context = await buildContext(request.context);
      const unreadable = new AbortController();
      context.once('error', (error) => unreadable.abort(error));
      const ended = AbortSignal.any([signal, unreadable.signal]);
      try {
        return await ask((docker) => buildImage(docker, request, context, onLine, ended), Infinity);
      } catch (error) {
        signal.throwIfAborted();
        // Not even what is to be built fits.
        const { cause, message } = error as Error;
        if (cause instanceof ContainerError && cause.failure === 'disk')
          return { built: false, reason: 'disk', lines: [message] };
        if (!unreadable.signal.aborted) throw error;
        throw new BundleError('the build context could not be read', { cause: unreadable.signal.reason });
      } finally {
        context.destroy();
      }
    },
    save: async (names, signal = never) => {
      try {
        return addAbortSignal(signal, await ask((docker) => saveImages(docker, names, signal), Infinity));
      } catch (error) {
        signal.throwIfAborted();
        throw error;
      }
    },
    load: (archive) => ask((docker) => loadImages(docker, archive), Infinity),
    remove: (name) => ask((docker) => removeImage(docker, name)),
  };
}

const never = new AbortController().signal;

/** The images that engines may be in, or why they cannot be told. Never rejects. */
export async function askForImages({ call }: Pick<DockerClient, 'call'>, named: readonly string[]): Promise<ImageList> {
  try {
    return await call(async (docker) => {
      const [{ Version }, images] = await Promise.all([docker.version(), listImages(docker, named)]);
      return { state: 'available', version: Version, images };
    });
  } catch (error) {
    const { failure, message } = asContainerError(error);
    if (failure === 'absent') return { state: 'absent' };
    return { state: 'refused', reason: failure === 'permission' ? failure : 'connection', detail: message };
  }
}

/**
 * Images with our label, and those that are named, labelled or not. One entry per name; what has no name is left out. An
 * image is named as Docker's own command takes it: by its name, where no tag means `latest`, its digest or its id.
 */
export async function listImages(docker: Docker, named: readonly string[]): Promise<BundleImage[]> {
  const all = await docker.listImages();
  return all.flatMap(({ Id, RepoTags, RepoDigests, Labels, Created, Size }) => {
    const labels = (Labels as Readonly<Record<string, string>> | null) ?? {};
    const backends = (labels[backendsLabel] ?? '').split(',').filter((id) => id !== '');
    const versions = Object.entries(labels).flatMap(([label, version]) =>
      label.startsWith(`${versionLabel}.`) ? [[label.slice(versionLabel.length + 1), version] as const] : [],
    );
    const tags = ((RepoTags as readonly string[] | null | undefined) ?? []).filter((name) => name !== '<none>:<none>');
    const known = [Id, ...tags, ...((RepoDigests as readonly string[] | null | undefined) ?? [])];
    const meant = [...new Set(named)].filter((name) => isMeant(name, known));
    const others = tags.filter((tag) => backends.length > 0 && !meant.some((name) => isMeant(name, [tag])));
    return [...meant, ...others].map((name) => ({
      name,
      id: Id,
      backends,
      versions: Object.fromEntries(versions),
      created: Created * 1000,
      size: Size,
    }));
  });
}

/** Whether a name is one of an image's: its id, names with tags, and names with digests. */
function isMeant(name: string, known: readonly string[]): boolean {
  if (/^(?:sha256:)?[0-9a-f]{12,64}$/.test(name) && known.some((id) => id.startsWith(withScheme(name)))) return true;
  // With a digest, a tag says nothing.
  if (name.includes('@')) return known.includes(name.replace(/:[^/:@]+@/, '@'));
  return known.includes(/:[^/]+$/.test(name) ? name : `${name}:latest`);
}

function withScheme(id: string): string {
  return id.startsWith('sha256:') ? id : `sha256:${id}`;
}

async function daemonArchitecture(docker: Docker): Promise<string> {
  const { Arch } = await docker.version();
  return Arch === 'amd64' ? 'x64' : Arch;
}

/** What a person is shown of a build that failed. */
const toldLines = 12;

async function buildImage(
  docker: Docker,
  { name, args, labels, network }: BuildRequest,
  context: Readable,
  onLine: (line: string) => void,
  abortSignal: AbortSignal,
): Promise<BuildResult> {
  const before = await idOf(docker, name);
  const networkmode = network ? 'default' : 'none';
  const options = { t: name, buildargs: args, labels, networkmode, rm: true, forcerm: true, abortSignal };
  const lines: string[] = [];
  const seen: { step: string; id: string | null } = { step: '', id: null };
  const failure = await follow(await docker.buildImage(context, options), (event) => {
    seen.id = event.aux?.ID ?? seen.id;
    for (const line of linesOf(event.stream ?? event.status ?? '')) {
      seen.step = /^step \d+\/\d+ ?: (\w+)/i.exec(line)?.[1]?.toUpperCase() ?? seen.step;
      lines.push(line);
      onLine(line);
    }
  });
  const { id, step } = seen;
  if (failure === null && id !== null) {
    if (before !== null && before !== id) await removeNameless(docker, before).catch(() => undefined);
    return { built: true, id };
  }
  const told = [...lines, ...linesOf(failure ?? 'the build ended without an image')].slice(-toldLines);
  const full = /no space left on device/i.test(told.join('\n'));
  return { built: false, reason: full ? 'disk' : step === 'FROM' ? 'base' : 'build', lines: told };
}

/** What a name has moved away from, unless it has another or is still in use. */
async function removeNameless(docker: Docker, id: string): Promise<void> {
  const image = docker.getImage(id);
  const { RepoTags, RepoDigests } = await image.inspect();
  const names = [RepoTags, RepoDigests] as readonly (readonly string[] | null | undefined)[];
  if (names.every((known) => (known ?? []).length === 0)) await image.remove();
}

async function idOf(docker: Docker, name: string): Promise<string | null> {
  const images = await listImages(docker, [name]);
  return images.find((image) => image.name === name)?.id ?? null;
}

async function saveImages(docker: Docker, names: readonly string[], abortSignal: AbortSignal): Promise<Readable> {
  // Not in its types: several images in one archive share their layers.
  const several = docker as Docker & {
    getImages(options: { names: readonly string[]; abortSignal: AbortSignal }): Promise<Readable>;
  };
  return several.getImages({ names, abortSignal });
}

async function loadImages(docker: Docker, archive: NodeJS.ReadableStream): Promise<readonly string[]> {
  const names: string[] = [];
  const failure = await follow(await docker.loadImage(archive, { quiet: true }), ({ stream = '' }) => {
    const name = /^Loaded image(?: ID)?: (\S+)/m.exec(stream)?.[1];
    if (name !== undefined) names.push(name);
  });
  if (failure !== null) throw asContainerError({ statusCode: 500, message: failure });
  return names;
}

async function removeImage(docker: Docker, name: string): Promise<'removed' | 'in use' | 'absent'> {
  try {
    await docker.getImage(name).remove();
    return 'removed';
  } catch (error) {
    const { statusCode } = error as { statusCode?: number };
    if (statusCode === 404) return 'absent';
    if (statusCode === 409) return 'in use';
    throw error;
  }
}

/** One line of what the daemon tells of its work. */
interface ProgressEvent {
  readonly stream?: string;
  readonly status?: string;
  readonly error?: string;
  readonly aux?: { readonly ID?: string };
}

/** Reads the daemon's progress to the end. Resolves with the error it tells, null where it tells none. */
async function follow(stream: NodeJS.ReadableStream, onEvent: (event: ProgressEvent) => void): Promise<string | null> {
  let failure: string | null = null;
  await readJsonLines(stream, (value) => {
    const event = value as ProgressEvent;
    failure = event.error ?? failure;
    onEvent(event);
  });
  return failure;
}

/** Terminal codes of the programs that a build runs are not shown. */
function linesOf(text: string): string[] {
  return text
    .replace(/\u001b\[[0-9;]*[A-Za-z]/g, '')
    .split(/[\r\n]+/)
    .map((line) => line.trimEnd())
    .filter((line) => line !== '');
}
