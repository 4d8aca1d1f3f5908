import type { DiagnosticRule } from '../../src/contracts/backend.js';

/** Memory also ends the process with a status of its own, which the driver turns into an answer. */
export const diagnostics: readonly DiagnosticRule[] = [
  { match: /out of memory|memory exceeded|std::bad_alloc|memout|OOM|cannot enlarge memory/i, code: 'memory' },
];
