import type { BackendDeclaration, Smoke } from '../../src/contracts/backend.js';

export const declaration: BackendDeclaration = {
  id: 'pari',
  title: 'PARI/GP',
  homepage: 'https://pari.math.u-bordeaux.fr',
  licence: 'GPL-2.0-or-later',
  subprocess: {
    executables: ['gp'],
    // The long spelling of `gp --version` is read too: wrappers may know that option only.
    probe: {
      args: ['--version-short'],
      version: /^\s*(?:GP\/PARI CALCULATOR Version )?(\d+\.\d+\S*)/m,
      timeout_ms: 10_000,
    },
    smoke: compute('factor(2^67-1)', /^\[193707721, 1; 761838257287, 1\]$/m),
  },
  embedded: null,
  container: { program: '/usr/bin/gp' },
  policy: { supported: '>=2.13.0', old: '<2.15.0', broken: [], tested: '2.17.4' },
  normaliseVersion,
  features: {
    // Data packages of their own in most distributions; the functions fail without them.
    galdata: compute('polgalois(x^8-x-1)', /^\[40320, /m),
    elldata: compute('#ellsearch(11)', /^3$/m),
  },
  remedies: [
    { kind: 'apt', command: 'apt-get install pari-gp', brings: '2.15.2' },
    {
      kind: 'wheels',
      command: 'pip install passagemath-pari passagemath-pari-galdata passagemath-pari-seadata-small',
      brings: null,
    },
    { kind: 'dnf', command: 'dnf install pari-gp', brings: null },
    { kind: 'brew', command: 'brew install pari', brings: null },
    { kind: 'conda', command: 'conda install -c conda-forge pari', brings: null },
  ],
  traits: {
    warm: true,
    untrusted: false,
    maximumUses: 500,
    minimumMemoryMb: 32,
    processors: 1,
    processes: 8,
    startTimeoutMs: 15_000,
  },
};

function compute(expression: string, expect: RegExp): Smoke {
  return { args: ['-q', '-f'], stdin: `default(colors,"no");\nprint(${expression})\n`, expect };
}

/** `2.15.2`, `2.15.2-1`, `2.18.0.alpha` -> semver. */
export function normaliseVersion(printed: string): string | null {
  const match = /^(\d+)\.(\d+)\.(\d+)(?:[.-]?(alpha|beta|rc)(\d*))?(?![0-9])/.exec(printed.trim());
  if (match === null) return null;
  const [, major, minor, patch, stage, count] = match;
  const release = [major, minor, patch].map((part) => String(Number(part))).join('.');
  return stage === undefined ? release : `${release}-${stage}.${String(Number(count))}`;
}
