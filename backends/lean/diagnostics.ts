import type { DiagnosticRule } from '../../src/contracts/backend.js';

/** What Lean, or the WebAssembly machine under it, says when it dies. */
export const diagnostics: readonly DiagnosticRule[] = [
  {
    match: /out of memory|OOM|bad_alloc|excessive memory consumption|cannot enlarge memory|memory allocation of/i,
    code: 'memory',
  },
];
