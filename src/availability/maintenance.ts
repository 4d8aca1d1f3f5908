import type { Backend, LaunchTools } from '../contracts/backend.js';
import type { AnyOperation } from '../contracts/operation.js';
import type { ContainerEngine } from '../contracts/containers.js';
import type { Settings } from '../contracts/settings.js';
import type { IsolationState } from '../contracts/isolation.js';
import type { Run } from './probe.js';
import { createProber, type EngineProber } from './prober.js';
import { createRemedies, type Remedies } from './remedies.js';
import { thisMachine, type Surroundings } from './surroundings.js';

/** What a person needs who looks after the engines of a machine: `doctor` and `backends` work on it. */
export interface Maintenance extends MaintenanceParts {
  readonly prober: EngineProber;
  readonly remedies: Remedies;
  readonly surroundings: Surroundings;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

export interface MaintenanceParts {
  readonly backends: Readonly<Record<string, Backend>>;
  readonly operations: readonly AnyOperation[];
  readonly settings: Settings;
  readonly tools: LaunchTools;
  readonly run: Run;
  readonly isolation: () => Promise<IsolationState>;
  /** Docker; without it, all is as on a machine that has none. */
  readonly containers?: ContainerEngine;
}

/** Opens the engines of this machine for maintenance; starts nothing. */
export type OpenMaintenance = () => Promise<Maintenance>;

export function createMaintenance(parts: MaintenanceParts, here?: Surroundings): Maintenance {
  const surroundings = here ?? thisMachine(parts.settings.engineFolder, parts.tools.root);
  const all = { ...parts, surroundings };
  return { ...all, prober: createProber(all), remedies: createRemedies(all), now: Date.now };
}
