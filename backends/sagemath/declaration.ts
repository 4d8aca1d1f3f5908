import type { BackendDeclaration } from '../../src/contracts/backend.js';

export const declaration: BackendDeclaration = {
  id: 'sagemath',
  title: 'SageMath',
  homepage: 'https://www.sagemath.org',
  licence: 'GPL-3.0-or-later',
  subprocess: {
    // The wheels bring a `sage` of their own, which does what the driver needs: `sage -python`.
    executables: ['sage'],
    probe: {
      args: ['--version'],
      version: /^(?:Sage|SageMath|passagemath) version ([^\s,]+)/im,
      timeout_ms: 20_000,
    },
    // `sage --version` reads a text file. Parts of Sage alone (wheels) tell a version and cannot import everything.
    smoke: {
      args: ['-python', '-c', 'from sage.all import factor, ZZ; print(list(factor(ZZ(2)**64 + 1)))'],
      expect: /^\[\(274177, 1\), \(67280421310721, 1\)\]$/m,
    },
  },
  embedded: null,
  container: { program: '/usr/bin/sage' },
  policy: { supported: '>=9.5.0', old: null, broken: [], tested: '9.5.0' },
  normaliseVersion,
  features: {},
  remedies: [
    { kind: 'apt', command: 'apt-get install sagemath', brings: '9.5.0', size: '400 packages, 2 GB' },
    { kind: 'conda', command: 'conda create -n sage -c conda-forge sage', brings: null, size: 'several GB' },
    { kind: 'wheels', command: 'pip install passagemath-standard', brings: null, size: '4.4 GB, some minutes' },
    { kind: 'dnf', command: 'dnf install sagemath', brings: null, size: 'several GB' },
  ],
  traits: {
    warm: true,
    untrusted: false,
    maximumUses: 500,
    minimumMemoryMb: 768,
    processors: 2,
    processes: 64,
    startTimeoutMs: 60_000,
  },
};

/** `9.5`, `10.4.beta3`, `10.5.rc0`, `10.8.13`, `10.8.13.post1` -> semver. */
export function normaliseVersion(printed: string): string | null {
  const match = /^(\d+)\.(\d+)(?:\.(\d+))?(?:\.?(alpha|beta|rc|dev|post)(\d*))?$/.exec(printed.trim());
  if (match === null) return null;
  const [, major, minor, patch, stage, count] = match;
  const release = [major, minor, patch ?? '0'].map((part) => String(Number(part))).join('.');
  return stage === undefined || stage === 'post' ? release : `${release}-${stage}.${String(Number(count))}`;
}
