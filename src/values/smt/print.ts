import type { AlgebraicNumber } from '../algebraic-number.js';
import type { Fraction } from '../rational.js';
import { printSort, type Command, type Literal, type Problem, type Sort, type Term } from './term.js';

/** How declared things are called. Ours are neutral; the caller's own come back only in results. */
export interface Names {
  sort(id: number): string;
  symbol(id: number): string;
  variable(id: number): string;
  /** A symbol where it is applied, if it is written in another way there. */
  applied?(id: number): string;
}

/** Names of ours: `t0` sorts, `s0` symbols, `v0` bound variables. No text of a caller is in them. */
export const ourNames: Names = {
  sort: (id) => `t${String(id)}`,
  symbol: (id) => `s${String(id)}`,
  variable: (id) => `v${String(id)}`,
};

/** Names as the script has them; `variable` says those of bound ones. */
export function scriptNames({ sorts, symbols }: Pick<Problem, 'sorts' | 'symbols'>): Omit<Names, 'variable'> {
  const sort = (id: number): string => {
    const declared = sorts[id];
    const name = printSymbol(declared?.name ?? '');
    if (declared?.instance === undefined) return name;
    return `(${[name, ...declared.instance.map((arg) => printSort(arg, sort))].join(' ')})`;
  };
  const symbol = (id: number) => printSymbol(symbols[id]?.name ?? '');
  const applied = (id: number) => {
    const declared = symbols[id];
    const own = declared?.role === 'constructor' && declared.result.kind === 'declared' ? declared.result.id : -1;
    // A constructor of (List Int) has the name of that of (List Bool).
    return sorts[own]?.instance === undefined ? symbol(id) : `(as ${symbol(id)} ${sort(own)})`;
  };
  return { sort, symbol, applied };
}

/** Commands in the script's order, each of one line, under names of ours unless others are given. */
export function printCommands(problem: Problem, names: Names = ourNames): readonly string[] {
  return problem.commands.map((command) => printCommand(command, problem, names));
}

function printCommand(command: Command, problem: Problem, names: Names): string {
  const sortText = (sort: Sort) => printSort(sort, names.sort);
  switch (command.kind) {
    case 'sort':
      return `(declare-sort ${names.sort(command.sort)} ${String(problem.sorts[command.sort]?.arity ?? 0)})`;
    case 'datatypes':
      return printDatatypes(command.sorts, problem, names);
    case 'declare': {
      const symbol = problem.symbols[command.symbol];
      if (symbol === undefined) return '';
      const parameters = symbol.parameters.map(sortText).join(' ');
      return `(declare-fun ${names.symbol(command.symbol)} (${parameters}) ${sortText(symbol.result)})`;
    }
    case 'define':
      return printDefinitions(command.symbols, problem, names);
    case 'assert': {
      const assertion = problem.assertions[command.assertion];
      return assertion === undefined ? '' : `(assert ${printTerm(assertion, names)})`;
    }
  }
}

function printDatatypes(ids: readonly number[], problem: Problem, names: Names): string {
  const heads = ids.map((id) => `(${names.sort(id)} 0)`);
  const bodies = ids.map((id) => {
    const constructors = (problem.sorts[id]?.constructors ?? []).map(({ symbol, selectors }) => {
      const fields = selectors.map((selector) => {
        const sort = problem.symbols[selector]?.result;
        return sort === undefined ? '' : ` (${names.symbol(selector)} ${printSort(sort, names.sort)})`;
      });
      return `(${names.symbol(symbol)}${fields.join('')})`;
    });
    return `(${constructors.join(' ')})`;
  });
  return `(declare-datatypes (${heads.join(' ')}) (${bodies.join(' ')}))`;
}

function printDefinitions(ids: readonly number[], problem: Problem, names: Names): string {
  const parts = ids.flatMap((id) => {
    const symbol = problem.symbols[id];
    if (symbol?.definition === null || symbol === undefined) return [];
    const { variables, body } = symbol.definition;
    const list = variables.map((one) => `(${names.variable(one.id)} ${printSort(one.sort, names.sort)})`).join(' ');
    const head = `${names.symbol(id)} (${list}) ${printSort(symbol.result, names.sort)}`;
    return [{ head, body: printTerm(body, names), recursive: symbol.role === 'recursive' }];
  });
  const [first] = parts;
  if (first === undefined) return '';
  if (!first.recursive) return `(define-fun ${first.head} ${first.body})`;
  if (parts.length === 1) return `(define-fun-rec ${first.head} ${first.body})`;
  return `(define-funs-rec (${parts.map(({ head }) => `(${head})`).join(' ')}) (${parts.map(({ body }) => body).join(' ')}))`;
}

export function printTerm(term: Term, names: Names = ourNames): string {
  switch (term.kind) {
    case 'literal':
      return printLiteral(term.literal, names);
    case 'variable':
      return names.variable(term.id);
    case 'apply':
      return inParentheses(printOperator(term, names), term.args, names);
    case 'call':
      return inParentheses(names.applied?.(term.symbol) ?? names.symbol(term.symbol), term.args, names);
    case 'test':
      return `((_ is ${names.symbol(term.constructor)}) ${printTerm(term.arg, names)})`;
    case 'let': {
      const pairs = term.bindings.map(({ id, term: bound }) => `(${names.variable(id)} ${printTerm(bound, names)})`);
      return `(let (${pairs.join(' ')}) ${printTerm(term.body, names)})`;
    }
    case 'match':
      return `(match ${printTerm(term.subject, names)} (${term.cases.map((one) => printCase(one, names)).join(' ')}))`;
    default: {
      const list = term.variables
        .map(({ id, sort }) => `(${names.variable(id)} ${printSort(sort, names.sort)})`)
        .join(' ');
      const patterns = term.patterns.map(
        (terms) => ` :pattern (${terms.map((one) => printTerm(one, names)).join(' ')})`,
      );
      const body = printTerm(term.body, names);
      return `(${term.kind} (${list}) ${patterns.length === 0 ? body : `(! ${body}${patterns.join('')})`})`;
    }
  }
}

function printCase(one: Extract<Term, { kind: 'match' }>['cases'][number], names: Names): string {
  const variables = one.variables.map(({ id }) => names.variable(id));
  const body = printTerm(one.body, names);
  if (one.constructor === null) return `(${variables.join('')} ${body})`;
  const name = names.symbol(one.constructor);
  return variables.length === 0 ? `(${name} ${body})` : `((${name} ${variables.join(' ')}) ${body})`;
}

function printOperator(term: Extract<Term, { kind: 'apply' }>, names: Names): string {
  if (term.op === 'const' || term.op === 'seq.empty') return `(as ${term.op} ${printSort(term.sort, names.sort)})`;
  if (term.indices.length === 0) return term.op;
  return `(_ ${term.op} ${term.indices.map(String).join(' ')})`;
}

function inParentheses(head: string, args: readonly Term[], names: Names): string {
  return args.length === 0 ? head : `(${head} ${args.map((arg) => printTerm(arg, names)).join(' ')})`;
}

function printLiteral(literal: Literal, names: Names): string {
  switch (literal.kind) {
    case 'bool':
      return String(literal.value);
    case 'int':
      return printInteger(literal.value);
    case 'real':
      return printReal(literal.value);
    case 'bitvector':
      return literal.width % 4 === 0
        ? `#x${literal.value.toString(16).padStart(literal.width / 4, '0')}`
        : `#b${literal.value.toString(2).padStart(literal.width, '0')}`;
    case 'string':
      return printString(literal.value);
    case 'algebraic':
      return printRoot(literal.told);
    case 'element':
      return `(as @${String(literal.index)} ${names.sort(literal.sort)})`;
  }
}

/** `(root-obj (+ (^ x 2) (- 2)) 1)`: solvers write a real root so, and count from 1. */
function printRoot({ polynomial, real_root_index }: AlgebraicNumber): string {
  const terms = polynomial.terms.map(({ coefficient, exponents: [power = 0] }) => {
    const factor = printInteger(BigInt(typeof coefficient === 'string' ? coefficient : 0));
    if (power === 0) return factor;
    const variable = power === 1 ? 'x' : `(^ x ${String(power)})`;
    return factor === '1' ? variable : `(* ${factor} ${variable})`;
  });
  return `(root-obj (+ ${terms.join(' ')}) ${String(real_root_index + 1)})`;
}

function printInteger(value: bigint): string {
  return value < 0n ? `(- ${String(-value)})` : String(value);
}

function printReal({ num, den }: Fraction): string {
  const top = num < 0n ? `(- ${String(-num)}.0)` : `${String(num)}.0`;
  return den === 1n ? top : `(/ ${top} ${String(den)}.0)`;
}

/** Printable ASCII as it is, a quote doubled, everything else (the backslash too) as an escape. */
function printString(points: readonly number[]): string {
  const text = points.map((point) => {
    if (point === 0x22) return '""';
    return point >= 0x20 && point < 0x7f && point !== 0x5c ? String.fromCodePoint(point) : `\\u{${point.toString(16)}}`;
  });
  return `"${text.join('')}"`;
}

/** A symbol of a caller as SMT-LIB writes it: between bars where it is no simple symbol. */
function printSymbol(name: string): string {
  return /^[A-Za-z~!@$%^&*_+=<>.?/-][A-Za-z0-9~!@$%^&*_+=<>.?/-]*$/.test(name) ? name : `|${name}|`;
}
