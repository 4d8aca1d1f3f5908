import type { EngineLocation } from '../contracts/backend.js';

/** Where an engine is, for a person: its path on this machine, or the image it is in. */
export function placeOf({ path, image }: EngineLocation): string {
  return image?.name ?? path;
}
