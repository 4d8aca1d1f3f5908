import type { Example } from '../src/contracts/operation.js';

/** Examples of `lean.check`. */
export const checkExamples: readonly Example[] = [
  {
    name: 'theorem',
    description: 'Two declarations are accepted; neither rests on an axiom.',
    input: {
      source: 'def double (n : Nat) : Nat := n + n\n\ntheorem double_zero : double 0 = 0 := rfl\n',
    },
    output: {
      outcome: 'ELABORATED',
      diagnostics: [],
      axioms: [
        { declaration: 'double', axioms: [] },
        { declaration: 'double_zero', axioms: [] },
      ],
    },
  },
  {
    name: 'hidden_sorry',
    description: 'The warning is switched off; the axioms tell what the proof rests on.',
    input: {
      source: 'set_option warn.sorry false in\ntheorem t : 1 + 1 = 3 := by sorry\n',
    },
    output: {
      outcome: 'ELABORATED_WITH_SORRY',
      diagnostics: [],
      axioms: [{ declaration: 't', axioms: ['sorryAx'] }],
    },
  },
  {
    name: 'rejected',
    description: 'The error stands where it does in the source, whatever is imported before it.',
    input: { source: 'example (𝔸 : Nat) : 𝔸 = 0 := rfl\n', imports: ['Init.Data.Nat'] },
    output: {
      outcome: 'REJECTED',
      diagnostics: [
        {
          severity: 'error',
          message: 'Type mismatch\n  rfl\nhas type\n  ?m.5 = ?m.5\nbut is expected to have type\n  𝔸 = 0',
          start: { line: 1, column: 29 },
          end: { line: 1, column: 32 },
        },
      ],
    },
  },
  {
    name: 'not_a_module_name',
    description: 'An import is the name of a module, nothing else.',
    input: { source: 'example : True := trivial\n', imports: ['import Lean'] },
    error: { code: 'INVALID_REQUEST' },
  },
];
