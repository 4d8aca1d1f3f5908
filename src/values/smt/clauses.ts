/**
 * Clauses as SMT-LIB commands, for engines that read nothing else: one Boolean constant a variable, one flat assertion
 * a clause, so that the text is linear in the formula and no term is deep.
 */
export interface ClauseQuestion {
  /** Declarations, assertions, the check, the reason of an unknown, and the values of `asked`. */
  readonly commands: readonly string[];
  /** 0-based variables whose values are asked for, in the order of the answer. The others occur in no clause. */
  readonly asked: readonly number[];
}

/** Literals are signed and 1-based. `conflicts` limits the search where given. */
export function askClauses(clauses: readonly (readonly number[])[], conflicts?: number): ClauseQuestion {
  const asked = occurring(clauses);
  const commands = asked.map((variable) => `(declare-const ${name(variable)} Bool)`);
  if (conflicts !== undefined) commands.push(conflictLimit(conflicts));
  for (const clause of clauses) commands.push(`(assert ${disjunction(clause)})`);
  commands.push('(check-sat)', '(get-info :reason-unknown)');
  if (asked.length > 0) commands.push(`(get-value (${asked.map(name).join(' ')}))`);
  // The limit belongs to the engine, not to the problem: it would outlive this request.
  if (conflicts !== undefined) commands.push(conflictLimit(noLimit));
  return { commands, asked };
}

/** Characters that the slowest engine reads in a millisecond. */
const readingRate = 3_000;

/** What a soft limit leaves for the search itself: engines count it from the check on, when the text is read. */
export function searchTime(soft_ms: number, commands: readonly string[]): number {
  const characters = commands.reduce((sum, command) => sum + command.length, 0);
  return Math.max(soft_ms / 4, soft_ms - characters / readingRate);
}

/** 0-based variables that occur in some clause, ascending. */
export function occurring(clauses: readonly (readonly number[])[]): number[] {
  const seen: boolean[] = [];
  for (const clause of clauses) for (const literal of clause) seen[Math.abs(literal) - 1] = true;
  const variables: number[] = [];
  for (let i = 0; i < seen.length; i += 1) if (seen[i] === true) variables.push(i);
  return variables;
}

const noLimit = 4_294_967_295;

function conflictLimit(conflicts: number): string {
  return `(set-option :sat.max_conflicts ${String(Math.min(noLimit, Math.max(1, Math.floor(conflicts))))})`;
}

function disjunction(clause: readonly number[]): string {
  const [only] = clause;
  if (only === undefined) return 'false';
  return clause.length === 1 ? literalTerm(only) : `(or ${clause.map(literalTerm).join(' ')})`;
}

function literalTerm(literal: number): string {
  return literal > 0 ? name(literal - 1) : `(not ${name(-literal - 1)})`;
}

function name(variable: number): string {
  return `s${String(variable)}`;
}
