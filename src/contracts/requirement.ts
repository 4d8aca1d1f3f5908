/** One alternative that can serve an operation. The order of a declaration's list is the order of preference. */
export interface RuntimeRequirement {
  /** Backend id, such as `pari`. */
  readonly backend: string;
  /** semver range of the engine's normalised version, such as `>=2.15`. */
  readonly version: string;
  /** Named parts of an engine that a build may lack (declared by the backend); empty for most. */
  readonly features: readonly string[];
}
