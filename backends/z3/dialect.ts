import type { Program } from '../../src/contracts/adapter.js';

export { asBoolean, readCheck, readValues, type Check } from './replies.js';

export interface ScriptOptions {
  /** A logic's name chooses Z3's strategy; left out, Z3 looks at the assertions. */
  readonly logic?: string;
  /** Soft limit of each check in ms. Nonlinear problems can overrun it: the wall budget then ends the process. */
  readonly soft_ms: number;
  /** Soft limit in Z3's resource units; left out: none. */
  readonly steps?: number | undefined;
}

const maximumOption = 4_294_967_295;

/** A script: options, then the commands in order. The driver resets the engine before and marks the end after. */
export function script(options: ScriptOptions, commands: readonly string[]): Program {
  const head = [`(set-option :timeout ${unsigned(options.soft_ms)})`];
  if (options.steps !== undefined) head.push(`(set-option :rlimit ${unsigned(options.steps)})`);
  if (options.logic !== undefined) head.push(`(set-logic ${plain(options.logic)})`);
  return { text: [...head, ...commands].join('\n') };
}

/** The check, and the reason of an `unknown`. */
const check = '(check-sat)\n(get-info :reason-unknown)';

/**
 * The check with its model. The last command fails always: errors are told by lines that are counted over a whole
 * session, and its line is where the script ends, so `readCheck` can say which command was refused.
 */
export const checkWithModel = `${check}\n(get-model)\n(pop 1)`;

function unsigned(value: number): string {
  return String(Math.min(maximumOption, Math.max(1, Math.floor(value))));
}

function plain(name: string): string {
  if (!/^[A-Z_]+$/.test(name)) throw new TypeError('not a name of a logic');
  return name;
}

export interface ClauseQuestion {
  /** Declarations, assertions, the check, the reason of an unknown, and the values of `asked`. */
  readonly commands: readonly string[];
  /** 0-based variables whose values are asked for, in the order of the answer. The others occur in no clause. */
  readonly asked: readonly number[];
}

/**
 * One Boolean constant a variable, one flat assertion a clause, so that the text is linear in the formula and no term is
 * deep. Literals are signed and 1-based. `conflicts` limits the search where given.
 */
export function askClauses(clauses: readonly (readonly number[])[], conflicts?: number): ClauseQuestion {
  const asked = occurring(clauses);
  const commands = asked.map((variable) => `(declare-const ${name(variable)} Bool)`);
  if (conflicts !== undefined) commands.push(conflictLimit(conflicts));
  for (const clause of clauses) commands.push(`(assert ${disjunction(clause)})`);
  commands.push(check);
  if (asked.length > 0) commands.push(`(get-value (${asked.map(name).join(' ')}))`);
  // The limit belongs to the engine, not to the problem: it would outlive this request.
  if (conflicts !== undefined) commands.push(conflictLimit(maximumOption));
  return { commands, asked };
}

/** 0-based variables that occur in some clause, ascending: those that `askClauses` asks for. */
export function occurring(clauses: readonly (readonly number[])[]): number[] {
  const seen: boolean[] = [];
  for (const clause of clauses) for (const literal of clause) seen[Math.abs(literal) - 1] = true;
  const variables: number[] = [];
  for (let i = 0; i < seen.length; i += 1) if (seen[i] === true) variables.push(i);
  return variables;
}

/** Characters that the slowest engine reads in a millisecond. */
const readingRate = 3_000;

/** What a soft limit leaves for the search itself: engines count it from the check on, when the text is read. */
export function searchTime(soft_ms: number, commands: readonly string[]): number {
  const characters = commands.reduce((sum, command) => sum + command.length, 0);
  return Math.max(soft_ms / 4, soft_ms - characters / readingRate);
}

function conflictLimit(conflicts: number): string {
  return `(set-option :sat.max_conflicts ${unsigned(conflicts)})`;
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
