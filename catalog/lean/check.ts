import { z } from 'zod';
import { defineOperation, type Budget } from '../../src/contracts/operation.js';
import { moduleName, readHeader } from '../../src/values/lean-source.js';
import { leanOnly } from '../requirements.js';
import { checkExamples } from '../lean-check-examples.js';

const bounds = { source: 1_000_000, imports: 256, importLength: 256 } as const;

/** A check in WebAssembly takes half a minute of an idle machine and 2 GiB; Mathlib needs more on any. */
const budget: { default: Budget; maximum: Budget } = {
  default: { wall_ms: 300_000, memory_mb: 4096 },
  maximum: { wall_ms: 3_600_000, memory_mb: 16_384 },
};

const input = z
  .strictObject({
    source: z
      .string()
      .min(1)
      .max(bounds.source)
      .refine((text) => !/\p{Surrogate}/u.test(text), 'Half a surrogate pair is no character: send valid Unicode.')
      .meta({ description: 'a whole Lean 4 source file as text, with its own import lines if it has any' }),
    imports: z
      .array(
        z
          .string()
          .max(bounds.importLength)
          .regex(moduleName)
          .meta({ description: 'a module name such as Init.Data.List or Mathlib.Tactic' }),
      )
      .max(bounds.imports)
      .optional()
      .meta({
        description: 'modules to import before the source; positions still count from the first line of source',
      }),
  })
  .superRefine(({ source, imports = [] }, context) => {
    if (imports.length === 0 || readHeader(source).first === null) return;
    const message =
      'This source begins with `module` or `prelude`, which no import may precede: write its imports in it.';
    context.addIssue({ code: 'custom', path: ['imports'], message, params: { code: 'not_combinable' } });
  });

const position = z.strictObject({
  line: z.int().min(1).meta({ description: 'line of source, from 1' }),
  column: z.int().min(0).meta({ description: 'column in Unicode code points, from 0' }),
});

const diagnostic = z.strictObject({
  severity: z.enum(['error', 'warning', 'information']),
  message: z.string().meta({ description: "Lean's own words; <lean> stands for its folder" }),
  start: position,
  end: position.nullable().meta({ description: 'where it ends (exclusive); null where Lean names one place only' }),
});

const output = z.strictObject({
  outcome: z.enum(['ELABORATED', 'ELABORATED_WITH_SORRY', 'REJECTED', 'IMPORT_UNAVAILABLE']),
  missing_imports: z.array(z.string()).min(1).optional().meta({
    description: 'for IMPORT_UNAVAILABLE: modules shown to be missing here; nothing after them was looked at',
  }),
  diagnostics: z.array(diagnostic).meta({ description: 'in the order of their positions' }),
  axioms: z
    .array(z.strictObject({ declaration: z.string(), axioms: z.array(z.string()) }))
    .optional()
    .meta({
      description:
        'for elaborated sources: every named declaration with the axioms it rests on, both sorted; sorryAx stands for sorry. An `example` has no name',
    }),
});

export type Input = z.output<typeof input>;
export type Output = z.output<typeof output>;

export const operation = defineOperation({
  id: 'lean.check',
  version: '1.0.0',
  title: 'Check of a Lean 4 source',
  description:
    'Elaborates a Lean 4 source and reports the diagnostics and the axioms that each declaration rests on. ELABORATED means the whole source was accepted without sorry, also where its warning is switched off or where another declaration holds it; an import that is not installed says nothing about the proof.',
  discovery_terms: [
    'Lean',
    'Lean 4',
    'theorem prover',
    'proof assistant',
    'formal proof',
    'check proof',
    'type check',
    'typecheck',
    'elaborate',
    'compile Lean',
    'sorry',
    'print axioms',
    'Mathlib',
    'tactic',
  ],
  tags: ['lean', 'formal', 'proof', 'check'],
  input,
  output,
  output_summary: 'the outcome, diagnostics with positions, and the axioms of each declaration',
  exact_input_scope: `at most ${String(bounds.source)} characters and ${String(bounds.imports)} imports, of modules that are installed`,
  examples: checkExamples,
  budget,
  runtime_requirements: leanOnly,
  modes: ['EXPLORE'],
  input_kinds: ['STRUCTURED_REQUEST', 'FORMAL_PROPOSITION'],
  related: [],
  qualifiers: ['exact'],
  equal: (a, b) => JSON.stringify(essence(a)) === JSON.stringify(essence(b)),
  verify: ({ source }, { outcome, diagnostics, axioms, missing_imports }) => {
    const elaborated = outcome === 'ELABORATED' || outcome === 'ELABORATED_WITH_SORRY';
    if (elaborated !== (axioms !== undefined)) return 'axioms are listed for elaborated sources';
    if ((outcome === 'IMPORT_UNAVAILABLE') !== (missing_imports !== undefined)) return 'missing imports are named';
    if (elaborated === diagnostics.some(({ severity }) => severity === 'error'))
      return 'a source is refused where there is an error';
    const sorry = axioms?.some((entry) => entry.axioms.includes('sorryAx')) === true;
    if (sorry && outcome !== 'ELABORATED_WITH_SORRY') return 'what rests on sorry is not plainly elaborated';
    return diagnostics.every((entry) => liesIn(entry, source)) ? null : 'diagnostics lie within the source';
  },
});

/** Wording differs between releases; what is refused where, and what rests on what, does not. */
function essence({ outcome, missing_imports, diagnostics, axioms }: Output): unknown {
  const places = diagnostics.map(({ severity, start }) => `${severity} ${String(start.line)}:${String(start.column)}`);
  const rests = axioms?.map(({ declaration, axioms: names }) => [declaration, names.toSorted()]);
  return [outcome, missing_imports?.toSorted(), places.sort(), rests?.sort()];
}

function liesIn({ start, end }: z.output<typeof diagnostic>, source: string): boolean {
  const lines = source.split('\n');
  const within = ({ line, column }: z.output<typeof position>) =>
    line <= lines.length && column <= Array.from(lines[line - 1] ?? '').length;
  const ordered = end === null || end.line > start.line || (end.line === start.line && end.column >= start.column);
  return ordered && within(start) && (end === null || within(end));
}
