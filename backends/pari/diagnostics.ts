import type { DiagnosticRule } from '../../src/contracts/backend.js';

export const diagnostics: readonly DiagnosticRule[] = [
  { match: /stack overflows|e_STACK|e_MEM|not enough memory|cannot allocate/i, code: 'memory' },
];
