import type { BackendDeclaration, Probe, Smoke } from '../../src/contracts/backend.js';

/** `Z3 version 4.8.12 - 64 bit`; the host of the embedded build prints the same line. */
const version = /^Z3 version (\S+)/m;

const probe: Probe = { args: ['--version'], version, timeout_ms: 10_000 };

// The echo ends a request of the embedded host; a plain z3 prints it.
const smoke: Smoke = {
  args: ['-in'],
  stdin:
    '(declare-const x Int)(assert (and (> (* 3 x) 5) (< (* 2 x) 5)))(check-sat)(get-value (x))\n(echo "jg-end-0")\n',
  expect: /^sat\s+\(\(x 2\)\)\s+jg-end-0\s*$/,
};

export const declaration: BackendDeclaration = {
  id: 'z3',
  title: 'Z3',
  homepage: 'https://github.com/Z3Prover/z3',
  licence: 'MIT',
  subprocess: { executables: ['z3'], probe, smoke },
  embedded: {
    host: 'z3-host',
    package: 'z3-solver',
    minimumMemoryMb: 256,
    from: 'gateway',
    probe: { ...probe, timeout_ms: 30_000 },
    smoke: { ...smoke, args: [] },
  },
  container: { program: '/usr/bin/z3' },
  policy: {
    supported: '>=4.8.12',
    old: '<4.12.0',
    broken: [],
    tested: '5.4.1',
  },
  normaliseVersion,
  features: {},
  remedies: [
    { kind: 'wheels', command: 'pip install z3-solver', brings: null },
    { kind: 'apt', command: 'apt-get install z3', brings: '4.8.12' },
    { kind: 'dnf', command: 'dnf install z3', brings: null },
    { kind: 'brew', command: 'brew install z3', brings: null },
    { kind: 'conda', command: 'conda install -c conda-forge z3', brings: null },
    { kind: 'npm', command: 'npm install z3-solver', brings: '5.1.0' },
  ],
  traits: {
    warm: true,
    untrusted: false,
    maximumUses: 200,
    minimumMemoryMb: 64,
    processors: 2,
    processes: 64,
    startTimeoutMs: 20_000,
  },
};

/** `4.8.12`, `4.13.0.0` (four numbers in builds from source), `4.8.12-64` -> semver. */
export function normaliseVersion(printed: string): string | null {
  const match = /^(\d+)\.(\d+)\.(\d+)(?:[.-].*)?$/.exec(printed.trim());
  if (match === null) return null;
  return [match[1], match[2], match[3]].map((part) => String(Number(part))).join('.');
}
