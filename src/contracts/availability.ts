import type { EngineLocation } from './backend.js';
import type { RuntimeRequirement } from './requirement.js';
import type { TransportName } from './transport.js';

export type AvailabilityStatus =
  'AVAILABLE' | 'MISSING' | 'UNSUPPORTED' | 'UNTESTED' | 'CHECK_FAILED' | 'ISOLATION_UNAVAILABLE' | 'DISABLED';

/** One candidate the prober looked at. Keeps every reason. */
export type CandidateReport =
  | {
      readonly status: 'AVAILABLE' | 'UNTESTED';
      readonly location: EngineLocation;
      readonly version: string;
      readonly detail: string | null;
    }
  | {
      readonly status: 'UNSUPPORTED';
      readonly location: EngineLocation;
      readonly version: string;
      readonly detail: string;
    }
  | {
      readonly status: 'CHECK_FAILED' | 'ISOLATION_UNAVAILABLE';
      readonly location: EngineLocation;
      readonly version: string | null;
      readonly detail: string;
      /** Not even a process or a container could be made of it. */
      readonly refused?: true;
    };

/** What is known of one backend over one transport, for one required range. */
export interface Availability {
  readonly backend: string;
  readonly transport: TransportName;
  readonly status: AvailabilityStatus;
  /** semver range asked for. */
  readonly required_version: string;
  /** Normalised version found, or null. */
  readonly version: string | null;
  readonly detail: string | null;
  /** A step that works on this machine; null when nothing is to be done. */
  readonly hint: string | null;
  readonly path: string | null;
  /** ISO 8601. */
  readonly checked_at: string;
  /** The candidate that will serve; null unless AVAILABLE or UNTESTED. */
  readonly location: EngineLocation | null;
  /** All candidates looked at, in the order of preference. */
  readonly candidates: readonly CandidateReport[];
}

/** Tells what is here. Answers are cached for seconds and shared between concurrent callers. */
export interface Prober {
  /** What is known of the requirement's backend over one transport; probes when nothing recent is known. */
  availability(requirement: RuntimeRequirement, transport: TransportName): Promise<Availability>;
  /** The same as last known, never probing; null when never probed. */
  lastKnown(requirement: RuntimeRequirement, transport: TransportName): Availability | null;
  /** Forgets what is known of a backend, after a session of it failed to start. */
  invalidate(backend: string): void;
  /** Ends the probes that are under way: their engines may hang, and nobody waits for them any more. */
  close(): void;
}
