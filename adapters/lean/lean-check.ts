import {
  auditProgram,
  checkProgram,
  readAudit,
  readCheck,
  type AuditReply,
  type AuditedDeclaration,
  type CheckReply,
  type LeanMessage,
} from '../../backends/lean/dialect.js';
import type { Input, Output } from '../../catalog/lean/check.js';
import type { Adapter } from '../../src/contracts/adapter.js';
import { ok, type Obligation, type Outcome } from '../../src/contracts/outcome.js';
import { hasTextAfter, readHeader } from '../../src/values/lean-source.js';

type Diagnostic = Output['diagnostics'][number];

export const adapter: Adapter<Input, Output> = {
  operation: 'lean.check',
  backend: 'lean',
  kernels: ['lean'],
  encode: ({ source, imports = [] }) => checkProgram(imports.map((name) => `import ${name}\n`).join('') + source),
  decode: (reply, input) => {
    const check = readCheck(reply);
    if (check.messages.some(ranOutOfMemory)) return { kind: 'exhausted', resource: 'memory' };
    const diagnostics = check.messages.map((message) => inSource(message, input.imports?.length ?? 0));
    const missing = missingImports(check, input);
    if (missing !== null) {
      const obligations = missing.complete ? [] : [otherImports];
      return ok({ outcome: 'IMPORT_UNAVAILABLE', missing_imports: missing.names, diagnostics }, { obligations });
    }
    const unchecked = uncheckedRest(check, diagnostics, input.source);
    if (check.compiled === null || unchecked !== null) {
      return ok({ outcome: 'REJECTED', diagnostics: unchecked === null ? diagnostics : [...diagnostics, unchecked] });
    }
    return {
      kind: 'follow-up',
      program: auditProgram(check.compiled),
      decode: (second) => judge(readAudit(second), diagnostics, input.source),
    };
  },
};

/** The verdict on a source that Lean has accepted. */
function judge(audit: AuditReply, diagnostics: readonly Diagnostic[], source: string): Outcome<Output> {
  if (audit.kind === 'refused') {
    const which = audit.declaration === '' ? 'A declaration' : `The declaration ${audit.declaration}`;
    const message = `${which} was put in past the kernel, which does not accept it.`;
    const refused: Diagnostic = { severity: 'error', message, start: { line: 1, column: 0 }, end: null };
    return ok({ outcome: 'REJECTED', diagnostics: [refused, ...diagnostics] });
  }
  const { declarations, complete } = audit;
  const sorry =
    declarations.some(({ axioms }) => axioms.includes('sorryAx')) ||
    diagnostics.some(warnsOfSorry) ||
    hidesSorry(source);
  const axioms = declarations
    .filter((declaration) => isOfSource(declaration, declarations))
    .map((declaration) => ({ declaration: declaration.name, axioms: [...declaration.axioms] }))
    .sort((a, b) => (a.declaration < b.declaration ? -1 : 1));
  return ok(
    { outcome: sorry ? 'ELABORATED_WITH_SORRY' : 'ELABORATED', diagnostics: [...diagnostics], axioms },
    { obligations: obligationsOf(source, sorry, complete, declarations) },
  );
}

function ranOutOfMemory({ severity, message }: LeanMessage): boolean {
  return severity === 'error' && /excessive memory consumption|out of memory/.test(message);
}

/** Import lines of ours stand before the source; what Lean says of them belongs to its very beginning. */
function inSource({ severity, message, start, end }: LeanMessage, added: number): Diagnostic {
  const shift = (at: LeanMessage['start']) =>
    at.line > added ? { line: at.line - added, column: at.column } : { line: 1, column: 0 };
  return { severity, message, start: shift(start), end: end === null ? null : shift(end) };
}

/**
 * Lean stops at the first import that it does not find: one error, without an end. Imports with the same root are missing
 * too where the root is; of the others that follow, nothing is known.
 */
function missingImports(
  { messages }: CheckReply,
  { source, imports = [] }: Input,
): { names: string[]; complete: boolean } | null {
  const [error, ...others] = messages.filter(({ severity }) => severity === 'error');
  if (error === undefined || others.length > 0 || error.end !== null) return null;
  if (error.start.line !== 1 || error.start.column !== 0) return null;
  const root = /^unknown (?:module prefix|package) '(.+)'$/m.exec(error.message)?.[1];
  const module = /^object file '.*' of module (\S+) does not exist/m.exec(error.message)?.[1];
  const named = root ?? module;
  if (named === undefined) return null;
  const wanted = [...new Set([...imports, ...readHeader(source).imports])];
  const isMissing = (name: string) => name === named || (root !== undefined && name.startsWith(`${root}.`));
  const names = wanted.filter(isMissing);
  const after = wanted.slice(wanted.findIndex(isMissing) + 1);
  return { names: names.length === 0 ? [named] : names, complete: after.every(isMissing) };
}

/** What Lean passed over without an error of its own: never a source that is plainly elaborated. */
function uncheckedRest(check: CheckReply, diagnostics: readonly Diagnostic[], source: string): Diagnostic | null {
  if (check.unfinished) {
    const message = 'Lean was ended by the source before it had read the whole of it.';
    return { severity: 'error', message, start: { line: 1, column: 0 }, end: null };
  }
  const exit = diagnostics.find(({ message }) => /^using 'exit' to interrupt Lean/.test(message));
  if (exit?.end == null || !hasTextAfter(source, exit.end.line, exit.end.column)) return null;
  const message = 'The text after #exit was not checked: remove it, or the command.';
  return { severity: 'error', message, start: exit.start, end: exit.end };
}

function warnsOfSorry({ message }: Diagnostic): boolean {
  return /^declaration uses [`']sorry[`']/.test(message);
}

/** An `example` leaves nothing to audit, so its sorry is seen by the warning alone: a source that switches it off counts. */
function hidesSorry(source: string): boolean {
  return /warn\.sorry/.test(source) && /sorry|admit|\bstop\b/.test(source.replaceAll('warn.sorry', ''));
}

/** Lean makes theorems and functions of its own for most declarations; those that rest on nothing more are left out. */
function isOfSource({ name, kind, axioms }: AuditedDeclaration, all: readonly AuditedDeclaration[]): boolean {
  if (kind === 'o' || /(?:^|\.)«?_/.test(name)) return false;
  const [, parentName, last = ''] = /^(.+)\.([^.]+)$/.exec(name) ?? [];
  if (parentName === undefined || !automatic.test(last)) return true;
  const parent = all.find((other) => other.name === parentName);
  return parent === undefined || axioms.some((used) => !standard.includes(used) && !parent.axioms.includes(used));
}

const automatic =
  /^(?:rec|recOn|casesOn|brecOn|binductionOn|below|ibelow|noConfusion|noConfusionType|noConfusionEnum|ctorIdx|toCtorIdx|ctorElim|ctorElimType|elim|sizeOf_spec|inj|injEq|splitter|match_[\d_]+|proof_[\d_]+|eq_\d+|eq_def|eq_unfold|congr_eq_\d+|induct|induct_unfolding|mutual_induct|fun_cases|fun_cases_unfolding)$/;

/** The axioms of Lean itself, which mathematics in it is expected to use. */
const standard: readonly string[] = ['propext', 'Classical.choice', 'Quot.sound'];

function obligationsOf(
  source: string,
  sorry: boolean,
  complete: boolean,
  declarations: readonly AuditedDeclaration[],
): Obligation[] {
  const extra = declarations.some(({ axioms }) =>
    axioms.some((used) => used !== 'sorryAx' && !standard.includes(used)),
  );
  return [
    ...(sorry ? [sorryLeft] : []),
    ...(extra ? [otherAxioms] : []),
    ...(/\bexample\b/.test(source) ? [examplesNotAudited] : []),
    ...(complete ? [] : [lowerBound]),
    statementsNotCompared,
  ];
}

const otherImports: Obligation = {
  code: 'OTHER_IMPORTS_NOT_TRIED',
  text: 'Lean stops at the first import that is missing; whether the later ones are there was not tried.',
};
const sorryLeft: Obligation = { code: 'SORRY', text: 'Replace sorry by a proof.' };
const otherAxioms: Obligation = {
  code: 'OTHER_AXIOMS',
  text: 'Justify the axioms beyond propext, Classical.choice and Quot.sound: the source declares them, or they trust the compiler.',
};
const examplesNotAudited: Obligation = {
  code: 'EXAMPLES_NOT_AUDITED',
  text: 'An example leaves no declaration, so its axioms are not listed: name it to see them.',
};
const lowerBound: Obligation = {
  code: 'AXIOMS_LOWER_BOUND',
  text: 'This build of Lean comes without the proofs of its library: axioms used inside library theorems (propext, Classical.choice, Quot.sound) are not listed. A native Lean lists them.',
};
const statementsNotCompared: Obligation = {
  code: 'STATEMENTS_NOT_COMPARED',
  text: 'The kernel checked what was compiled once more, apart from the source. But a source runs code of its own while it is elaborated and could compile other statements than it shows, or hide diagnostics: compare the compiled statements if its author may want to deceive.',
};
