import type { BackendDeclaration, EngineLocation } from '../contracts/backend.js';
import { imageFolder, lightImage, type EngineImage, type ImageList } from '../contracts/containers.js';

/**
 * Where a backend's engine may be in the images of a daemon, in the order of preference: its own image, the one of light
 * engines, those of others; the newest first. An image that the operator named is the only candidate, whatever its
 * labels say.
 */
export function imageCandidates(
  { id, container }: BackendDeclaration,
  named: string | undefined,
  list: ImageList,
): readonly EngineLocation[] {
  if (container === null || list.state !== 'available') return [];
  const fit = list.images.filter(({ name, backends }) =>
    named === undefined ? backends.includes(id) : name === named,
  );
  return distinct(fit.toSorted((a, b) => rank(a, id) - rank(b, id) || b.created - a.created)).map((image) => ({
    transport: 'container',
    source: named === undefined ? 'image' : 'setting',
    path: container.program,
    roots: [],
    image: { name: image.name, id: image.id },
  }));
}

/** More are never looked at. */
const maximumCandidates = 8;

function rank({ name }: EngineImage, id: string): number {
  const place = [`${imageFolder}/${id}`, lightImage].indexOf(repository(name));
  return place < 0 ? 2 : place;
}

/** A name without its tag; Podman says of a local image that it is from `localhost`. */
function repository(name: string): string {
  return name.replace(/^localhost\//, '').replace(/:[^/:]*$/, '');
}

/** One candidate per image, under the name that comes first. */
function distinct(images: readonly EngineImage[]): EngineImage[] {
  return images
    .filter(({ id }, index) => images.findIndex((other) => other.id === id) === index)
    .slice(0, maximumCandidates);
}
