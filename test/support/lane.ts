/**
 * A lane says which engines must be there. In a named lane a missing engine fails the tests; it never skips them.
 *   none      no engine at all: everything must explain itself
 *   pari, sagemath, z3, lean   that backend alone, all its transports
 *   all       every backend but Lean, whose checks take half a minute each: it has its own lane
 *   newest    the current releases from the wheels (pari, z3), in the gateway's own engine folder
 *   container pari, z3 and lean, in containers alone
 *   container-sagemath   SageMath in its container alone: its image takes long to build
 */
export const lanes = [
  'none',
  'pari',
  'sagemath',
  'z3',
  'lean',
  'all',
  'newest',
  'container',
  'container-sagemath',
] as const;
export type Lane = (typeof lanes)[number];

const backendsOf: Readonly<Record<Lane, readonly string[]>> = {
  none: [],
  pari: ['pari'],
  sagemath: ['sagemath'],
  z3: ['z3'],
  lean: ['lean'],
  all: ['pari', 'sagemath', 'z3'],
  newest: ['pari', 'z3'],
  container: ['pari', 'z3', 'lean'],
  'container-sagemath': ['sagemath'],
};

/** The lane of this run: JACOBIAN_LANE, `all` where it is not set. */
export function currentLane(): Lane {
  const named = process.env['JACOBIAN_LANE'] ?? 'all';
  const lane = lanes.find((name) => name === named);
  if (lane === undefined) throw new Error(`JACOBIAN_LANE must be one of ${lanes.join(', ')}`);
  return lane;
}

/** Backends that this lane has. */
export function laneBackends(): readonly string[] {
  return backendsOf[currentLane()];
}

/** Whether the engines of this lane run in containers. */
export function isContainerLane(): boolean {
  return currentLane().startsWith('container');
}

/** Backends that this lane must not see, and the transports of others: images may be on any machine. */
export function hiddenBackends(): string[] {
  const hidden = isContainerLane() ? ['subprocess', 'embedded'] : ['container'];
  return ['pari', 'sagemath', 'z3', 'lean'].flatMap((backend) =>
    laneBackends().includes(backend) ? hidden.map((transport) => `${backend}/${transport}`) : [backend],
  );
}
