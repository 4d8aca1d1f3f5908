import { z } from 'zod';
import type { IssueSink, Location } from '../contracts/issue.js';
import { DimacsError, readDimacsCnf } from './dimacs-cnf.js';
import { checkKeys, isRecord, valueType, type JsonSchema } from './value.js';

export { printDimacsCnf } from './dimacs-cnf.js';

/** Literals are signed 1-based positions in `variables`. Variables, clauses and literals stay in the order as sent. */
export interface Cnf {
  readonly variables: readonly string[];
  readonly clauses: readonly (readonly number[])[];
}
/** Named variables with clauses, or a DIMACS text, whose variables are called x1, x2, … */
export type CnfInput =
  | { readonly variables: readonly string[]; readonly clauses: readonly (readonly number[])[] }
  | { readonly dimacs: string };

export const cnfBounds = { variables: 1_000_000, clauses: 2_000_000, literals: 10_000_000 } as const;
const longestName = 1_000;

export const cnfJsonSchema: JsonSchema = {
  anyOf: [
    {
      type: 'object',
      properties: {
        variables: { type: 'array', items: { type: 'string' }, uniqueItems: true, maxItems: cnfBounds.variables },
        clauses: {
          type: 'array',
          items: { type: 'array', items: { type: 'integer', description: 'signed 1-based position of a variable' } },
          maxItems: cnfBounds.clauses,
        },
      },
      required: ['variables', 'clauses'],
      additionalProperties: false,
    },
    {
      type: 'object',
      properties: { dimacs: { type: 'string', description: 'DIMACS CNF text: p cnf VARIABLES CLAUSES' } },
      required: ['dimacs'],
      additionalProperties: false,
    },
  ],
};

export function parseCnf(raw: unknown, at: Location, issues: IssueSink): Cnf | undefined {
  if (!isRecord(raw)) {
    issues.add(at, raw === undefined ? 'missing' : 'wrong_type', 'Send {"variables", "clauses"} or {"dimacs"}.');
    return undefined;
  }
  return 'dimacs' in raw ? fromDimacs(raw, at, issues) : fromLists(raw, at, issues);
}

/** zod type of a formula field. */
export function cnf(description: string): z.ZodType<Cnf, CnfInput> {
  return valueType<Cnf, CnfInput>(parseCnf, { ...cnfJsonSchema, description });
}

/** 0-based index of the first clause that is false, or null: then the assignment satisfies the formula. */
export function firstFalseClause(formula: Cnf, assignment: readonly boolean[]): number | null {
  const holds = (literal: number) => assignment[Math.abs(literal) - 1] === literal > 0;
  const index = formula.clauses.findIndex((clause) => !clause.some(holds));
  return index < 0 ? null : index;
}

function fromDimacs(raw: Readonly<Record<string, unknown>>, at: Location, issues: IssueSink): Cnf | undefined {
  checkKeys(raw, ['dimacs'], at, issues);
  const text = raw['dimacs'];
  if (typeof text !== 'string') {
    issues.add([...at, 'dimacs'], 'wrong_type', 'Send the DIMACS text as one string.');
    return undefined;
  }
  try {
    const { variables, clauses } = readDimacsCnf(text, cnfBounds);
    return { variables: Array.from({ length: variables }, (_, i) => `x${String(i + 1)}`), clauses };
  } catch (error) {
    if (!(error instanceof DimacsError)) throw error;
    if (error.bound) issues.bound([...at, 'dimacs'], error.message);
    else issues.add([...at, 'dimacs'], 'invalid_dimacs', error.message);
    return undefined;
  }
}

function fromLists(raw: Readonly<Record<string, unknown>>, at: Location, issues: IssueSink): Cnf | undefined {
  checkKeys(raw, ['variables', 'clauses'], at, issues);
  const variables = readNames(raw['variables'], [...at, 'variables'], issues);
  if (variables === undefined) return undefined;
  const clauses = readClauses(raw['clauses'], variables.length, [...at, 'clauses'], issues);
  return clauses === undefined ? undefined : { variables, clauses };
}

function readNames(raw: unknown, at: Location, issues: IssueSink): string[] | undefined {
  if (!Array.isArray(raw)) {
    issues.add(at, raw === undefined ? 'missing' : 'wrong_type', 'Send the variables as a list of names.');
    return undefined;
  }
  if (raw.length > cnfBounds.variables) {
    issues.bound(at, `There may be at most ${String(cnfBounds.variables)} variables.`);
    return undefined;
  }
  const seen = new Set<string>();
  raw.forEach((name: unknown, i) => {
    if (typeof name !== 'string' || name.length > longestName) {
      issues.add([...at, i], 'wrong_type', `A variable is a string of at most ${String(longestName)} characters.`);
    } else if (seen.has(name)) issues.add([...at, i], 'repeated_variable', 'Name each variable once.');
    else seen.add(name);
  });
  return seen.size === raw.length ? [...seen] : undefined;
}

function readClauses(raw: unknown, variables: number, at: Location, issues: IssueSink): number[][] | undefined {
  if (!Array.isArray(raw)) {
    issues.add(at, raw === undefined ? 'missing' : 'wrong_type', 'Send the clauses as a list of lists of literals.');
    return undefined;
  }
  if (raw.length > cnfBounds.clauses) {
    issues.bound(at, `There may be at most ${String(cnfBounds.clauses)} clauses.`);
    return undefined;
  }
  let literals = 0;
  const clauses = raw.map((clause: unknown, i) => {
    const read = readClause(clause, variables, [...at, i], issues);
    literals += read.length;
    return read;
  });
  if (literals > cnfBounds.literals) {
    issues.bound(at, `The clauses may have at most ${String(cnfBounds.literals)} literals in all.`);
    return undefined;
  }
  return clauses;
}

function readClause(raw: unknown, variables: number, at: Location, issues: IssueSink): number[] {
  if (!Array.isArray(raw)) {
    issues.add(at, 'wrong_type', 'A clause is a list of literals.');
    return [];
  }
  const literals: number[] = [];
  raw.forEach((literal: unknown, i) => {
    if (typeof literal !== 'number' || !Number.isInteger(literal)) {
      issues.add([...at, i], 'wrong_type', 'A literal is a non-zero integer.');
    } else if (literal === 0 || Math.abs(literal) > variables) {
      issues.add([...at, i], 'unknown_variable', 'A literal is a signed 1-based position of a variable; 0 is none.');
    } else literals.push(literal);
  });
  return literals;
}
