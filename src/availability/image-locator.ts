import type { Availability } from '../contracts/availability.js';
import type { BackendDeclaration, EngineLocation } from '../contracts/backend.js';
import type { ImageList } from '../contracts/containers.js';
import type { Settings } from '../contracts/settings.js';
import type { Recipe } from './bundle-recipe.js';
import { daemonHint, imageHint } from './container-remedies.js';
import type { RememberedImages } from './image-list.js';
import { imageCandidates } from './images.js';
import type { Machine } from './machine.js';

/** The candidates, or why there is none and what mends that. */
export type Located =
  | { readonly locations: readonly EngineLocation[]; readonly lack: null }
  | { readonly locations: readonly []; readonly lack: Pick<Availability, 'status' | 'detail' | 'hint'> };

export interface ImageLocatorDependencies {
  readonly images: RememberedImages;
  readonly settings: Settings;
  readonly machine: () => Machine;
  readonly recipes: () => readonly Recipe[];
}

/** Finds images with the engine of a backend. Asks Docker for its images, builds none and fetches none. */
export async function locateImages(
  declaration: BackendDeclaration,
  required: string,
  dependencies: ImageLocatorDependencies,
): Promise<Located> {
  const { images, settings } = dependencies;
  const named = settings.backends[declaration.id]?.image;
  const known = imageCandidates(declaration, named, await images.usable());
  if (known.length > 0) return { locations: known, lack: null };
  const list = await images.recent();
  const found = imageCandidates(declaration, named, list);
  if (found.length > 0) return { locations: found, lack: null };
  return { locations: [], lack: lackOf(declaration, required, named, list, dependencies) };
}

function lackOf(
  declaration: BackendDeclaration,
  required: string,
  named: string | undefined,
  list: ImageList,
  { machine, recipes }: ImageLocatorDependencies,
): Pick<Availability, 'status' | 'detail' | 'hint'> {
  switch (list.state) {
    case 'absent':
      return { status: 'MISSING', detail: 'no Docker daemon was found', hint: daemonHint(list, machine()) };
    case 'refused':
      return {
        status: 'CHECK_FAILED',
        detail: list.detail,
        hint: daemonHint(list, machine()),
      };
    case 'available':
      return {
        status: 'MISSING',
        detail:
          named === undefined
            ? `Docker has no image with ${declaration.title}`
            : `Docker has no image ${named}, which the settings name`,
        hint: imageHint(declaration, required, named === undefined ? 'missing' : 'named', recipes()),
      };
  }
}
