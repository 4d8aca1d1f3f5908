/** What is wrong with a DIMACS text. `bound`: well-formed so far, but larger than what is taken. */
export class DimacsError extends Error {
  override readonly name = 'DimacsError';
  constructor(
    message: string,
    readonly bound = false,
  ) {
    super(message);
  }
}

export interface DimacsBounds {
  readonly variables: number;
  readonly clauses: number;
  readonly literals: number;
}

/**
 * DIMACS CNF: comments `c …`, one line `p cnf VARIABLES CLAUSES`, then clauses ended by 0, over as many lines as one
 * likes. A line `%` ends the text, as published problem sets have it. The header must tell the truth.
 */
export function readDimacsCnf(text: string, bounds: DimacsBounds): { variables: number; clauses: number[][] } {
  let header: { variables: number; clauses: number } | null = null;
  const clauses: number[][] = [];
  let clause: number[] = [];
  let literals = 0;
  let number = 0;
  for (const raw of text.split('\n')) {
    number += 1;
    const line = raw.trim();
    if (line === '' || /^c(?:\s|$)/.test(line)) continue;
    if (line.startsWith('%')) break;
    if (line.startsWith('p')) {
      if (header !== null) throw wrong(number, 'has a second "p" line; send one');
      header = readHeader(line, number, bounds);
      continue;
    }
    if (header === null) throw wrong(number, 'comes before the line "p cnf VARIABLES CLAUSES"');
    for (const word of line.split(/\s+/)) {
      const literal = readLiteral(word, header.variables, number);
      if (literal === 0) {
        clauses.push(clause);
        clause = [];
        if (clauses.length > header.clauses) throw wrong(number, 'has more clauses than the "p" line states');
      } else {
        clause.push(literal);
        literals += 1;
        if (literals > bounds.literals) throw tooMany('literals', bounds.literals);
      }
    }
  }
  if (header === null) throw new DimacsError('DIMACS text needs the line "p cnf VARIABLES CLAUSES".');
  if (clause.length > 0) throw new DimacsError('End the last clause of the DIMACS text with 0.');
  if (clauses.length < header.clauses)
    throw new DimacsError('The DIMACS text has fewer clauses than its "p" line states.');
  return { variables: header.variables, clauses };
}

export function printDimacsCnf(variables: number, clauses: readonly (readonly number[])[]): string {
  const lines = clauses.map((clause) => `${[...clause, 0].join(' ')}\n`);
  return `p cnf ${String(variables)} ${String(clauses.length)}\n${lines.join('')}`;
}

function readHeader(line: string, number: number, bounds: DimacsBounds): { variables: number; clauses: number } {
  const match = /^p\s+cnf\s+([0-9]{1,15})\s+([0-9]{1,15})$/.exec(line);
  if (match === null) throw wrong(number, 'must be "p cnf VARIABLES CLAUSES"');
  const [variables, clauses] = [Number(match[1]), Number(match[2])];
  if (variables > bounds.variables) throw tooMany('variables', bounds.variables);
  if (clauses > bounds.clauses) throw tooMany('clauses', bounds.clauses);
  return { variables, clauses };
}

function readLiteral(word: string, variables: number, line: number): number {
  if (!/^-?[0-9]{1,15}$/.test(word)) throw wrong(line, 'has something else than integers');
  const literal = Number(word);
  if (Math.abs(literal) > variables) throw wrong(line, 'has a literal beyond the number of variables of the "p" line');
  return literal === 0 ? 0 : literal;
}

function wrong(line: number, what: string): DimacsError {
  return new DimacsError(`Line ${String(line)} of the DIMACS text ${what}.`);
}

function tooMany(what: string, most: number): DimacsError {
  return new DimacsError(`There may be at most ${String(most)} ${what}.`, true);
}
