import type { DiagnosticRule } from '../../src/contracts/backend.js';

export const diagnostics: readonly DiagnosticRule[] = [
  { match: /^MemoryError|stack overflows|not enough memory|cannot allocate/i, code: 'memory' },
];
