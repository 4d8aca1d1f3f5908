import { existsSync } from 'node:fs';
import type { Backend, EngineLocation } from '../contracts/backend.js';
import type { Settings } from '../contracts/settings.js';
import type { TransportName } from '../contracts/transport.js';
import { findCandidates } from './candidates.js';
import type { Surroundings } from './surroundings.js';

export interface Locator {
  locate(backend: Backend, transport: TransportName): readonly EngineLocation[];
  forget(backend: string): void;
}

/** Looking through all folders takes milliseconds, a warm call a tenth of one: so long a list of candidates is kept. */
const keptMs = 3_000;

/** Remembers where the engines are, for moments, and only while every one of them is still there. */
export function createLocator(settings: Settings, surroundings: Surroundings, now: () => number): Locator {
  const known = new Map<string, { readonly at: number; readonly found: readonly EngineLocation[] }>();
  return {
    locate: ({ declaration }, transport) => {
      const key = `${declaration.id}|${transport}`;
      const kept = known.get(key);
      if (kept !== undefined && now() - kept.at <= keptMs && kept.found.every(({ path }) => existsSync(path))) {
        return kept.found;
      }
      const found = findCandidates(declaration, transport, settings.backends[declaration.id]?.path, surroundings);
      known.set(key, { at: now(), found });
      return found;
    },
    forget: (backend) => {
      for (const key of known.keys()) if (key.startsWith(`${backend}|`)) known.delete(key);
    },
  };
}
