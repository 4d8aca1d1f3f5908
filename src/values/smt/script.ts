import type { IssueSink, Location } from '../../contracts/issue.js';
import { checkWellFounded, readDatatypes, readDefinition, readDefinitions } from './declarations.js';
import { isTheorySymbol } from './operators.js';
import { createGlobals, declaredName, fail, ScriptError, type Globals } from './scope.js';
import { headOf, indexOf, itemsOf, readSexprs, SexprError, symbolOf, type Sexpr } from './sexpr.js';
import { isTheorySort, readSort } from './sort-reader.js';
import { readOf } from './term-reader.js';
import { bool, type Command, type DeclaredSymbol, type Problem, type Sort, type Statement, type Term } from './term.js';

/** Longest script, in characters. */
const maximumScript = 16_000_000;
const maximumArity = 64;

/** A script of SMT-LIB 2.6 as a problem: what it declares, defines and asserts. Reports issues with their lines. */
export function parseScript(text: string, at: Location, issues: IssueSink): Problem | undefined {
  if (text.length > maximumScript) {
    issues.bound(at, `A script may have at most ${String(maximumScript)} characters.`);
    return undefined;
  }
  try {
    const forms = readSexprs(text);
    return readCommands(forms, at, issues);
  } catch (error) {
    if (error instanceof SexprError)
      report(new ScriptError('syntax', error.message, error.line, error.bound), at, issues);
    else if (error instanceof ScriptError) report(error, at, issues);
    else throw error;
    return undefined;
  }
}

function report(error: ScriptError, at: Location, issues: IssueSink): void {
  const message = `Line ${String(error.line)}: ${error.message}`;
  if (error.bound) issues.bound(at, message);
  else issues.add(at, error.code, message);
}

interface Reading {
  readonly globals: Globals;
  readonly assertions: Term[];
  readonly commands: Command[];
  readonly names: Set<string>;
  logic: string | null;
  /** Something was declared, defined or asserted: too late for a logic. */
  begun: boolean;
  ended: boolean;
}

function readCommands(forms: readonly Sexpr[], at: Location, issues: IssueSink): Problem | undefined {
  const globals = createGlobals();
  const reading: Reading = {
    globals,
    assertions: [],
    commands: [],
    names: new Set(),
    logic: null,
    begun: false,
    ended: false,
  };
  globals.onNamed = (name, term, form) => {
    const definition = { variables: [], body: term };
    const symbol = addSymbol({ name, parameters: [], result: term.sort, role: 'defined', definition }, form, reading);
    add({ kind: 'define', symbols: [symbol] }, form, reading);
    return { kind: 'call', symbol, args: [], sort: term.sort };
  };
  globals.onInstances = (sorts, form) => {
    checkWellFounded(sorts, form, globals);
    add({ kind: 'datatypes', sorts }, form, reading);
  };
  for (const form of forms) {
    try {
      readCommand(form, reading);
    } catch (error) {
      // After a failed declaration everything that uses it would fail too; assertions stand for themselves.
      if (!(error instanceof ScriptError) || headOf(form) !== 'assert') throw error;
      report(error, at, issues);
    }
  }
  const { assertions, commands, logic } = reading;
  return issues.failed ? undefined : { logic, sorts: globals.sorts, symbols: globals.symbols, assertions, commands };
}

function readCommand(form: Sexpr, reading: Reading): void {
  const { globals } = reading;
  const name = headOf(form);
  const args = itemsOf(form)?.slice(1) ?? [];
  if (name === null) return fail('unknown_command', 'A script is a sequence of commands in parentheses.', form);
  if (name === 'set-info' || name === 'get-model' || name === 'get-unsat-core' || name === 'exit') return;
  if (reading.ended) {
    return fail(
      'refused_command',
      'Nothing but (get-model), (get-unsat-core) and (exit) may follow (check-sat).',
      form,
    );
  }
  if (name === 'set-logic') return setLogic(args, form, reading);
  if (name === 'set-option') return checkOption(args[0], form);
  reading.begun = true;
  switch (name) {
    case 'check-sat':
      reading.ended = true;
      return;
    case 'declare-sort':
      return declareSort(args, form, reading);
    case 'define-sort':
      return defineSort(args, form, reading);
    case 'declare-const':
    case 'declare-fun':
      return declareFunction(name, args, form, reading);
    case 'define-const':
    case 'define-fun':
    case 'define-fun-rec':
      add(
        readDefinition(name, args, form, globals, (symbol) => addSymbol(symbol, form, reading)),
        form,
        reading,
      );
      return;
    case 'define-funs-rec':
      add(
        readDefinitions(args, form, globals, (symbol) => addSymbol(symbol, form, reading)),
        form,
        reading,
      );
      return;
    case 'declare-datatype':
    case 'declare-datatypes':
      return declareDatatypes(name, args, form, reading);
    case 'assert':
      return readAssert(args, form, reading);
    default:
      return fail(
        'refused_command',
        'Only declarations, definitions, assertions, set-logic, set-info, :produce- options and one final (check-sat) are read.',
        form,
      );
  }
}

function setLogic(args: readonly Sexpr[], form: Sexpr, reading: Reading): void {
  if (reading.logic !== null)
    fail('refused_command', 'A script sets its logic once: leave the other set-logic out.', form);
  if (reading.begun)
    fail('refused_command', '(set-logic …) stands before all declarations: move it up, or leave it out.', form);
  reading.logic = symbolOf(args[0]) ?? fail('invalid_command', '(set-logic name) names a logic.', form);
}

function checkOption(key: Sexpr | undefined, form: Sexpr): void {
  if (key?.kind === 'keyword' && key.text.startsWith(':produce-')) return;
  fail(
    'refused_command',
    'Of the options only those that begin with :produce- may be set; budgets have fields of their own.',
    form,
  );
}

function declareSort([nameForm, arityForm]: readonly Sexpr[], form: Sexpr, reading: Reading): void {
  const name = declaredName(nameForm);
  const arity = arityForm === undefined ? 0 : indexOf(arityForm, maximumArity);
  if (name === null || arity === null)
    return fail('invalid_command', 'A sort is declared as (declare-sort name arity).', form);
  const sort = addSort(name, arity, form, reading);
  add({ kind: 'sort', sort }, form, reading);
}

function defineSort([nameForm, list, body]: readonly Sexpr[], form: Sexpr, reading: Reading): void {
  const name = declaredName(nameForm);
  const parameters = itemsOf(list)?.map(symbolOf);
  const texts = parameters?.filter((parameter) => parameter !== null) ?? [];
  if (name === null || body === undefined || parameters === undefined || texts.length !== parameters.length) {
    return fail('invalid_command', 'A sort is defined as (define-sort name (parameter …) sort).', form);
  }
  claimSort(name, form, reading);
  // Read once with any sort for the parameters: mistakes show here and not at the first use.
  readSort(body, reading.globals, new Map(texts.map((text): [string, Sort] => [text, bool])));
  reading.globals.sortMacros.set(name, { parameters: texts, body });
}

function declareDatatypes(name: string, args: readonly Sexpr[], form: Sexpr, reading: Reading): void {
  const declared = readDatatypes(name, args, form, reading.globals, {
    addSort: (sort) => addSort(sort, 0, form, reading),
    addTemplate: (sort) => claimSort(sort, form, reading),
    addSymbol: (symbol) => addSymbol(symbol, form, reading),
    claim: (member) => claim(member, form, reading),
  });
  if (declared !== null) add(declared, form, reading);
}

function declareFunction(command: string, args: readonly Sexpr[], form: Sexpr, reading: Reading): void {
  const [nameForm, ...rest] = args;
  const name = declaredName(nameForm);
  const [first, second] = rest;
  const parameterForms = command === 'declare-const' ? [] : itemsOf(first);
  const resultForm = command === 'declare-const' ? first : second;
  const count = command === 'declare-const' ? 2 : 3;
  if (name === null || parameterForms === null || resultForm === undefined || args.length !== count) {
    return fail(
      'invalid_command',
      'A symbol is declared as (declare-const name sort) or (declare-fun name (sort …) sort).',
      form,
    );
  }
  const parameters = parameterForms.map((sort) => readSort(sort, reading.globals));
  const result = readSort(resultForm, reading.globals);
  const symbol = addSymbol({ name, parameters, result, role: 'declared', definition: null }, form, reading);
  add({ kind: 'declare', symbol }, form, reading);
}

function readAssert(args: readonly Sexpr[], form: Sexpr, reading: Reading): void {
  const [body] = args;
  if (body === undefined || args.length !== 1) return fail('invalid_command', 'An assertion is (assert term).', form);
  const term = readOf(body, bool, null, reading.globals);
  add({ kind: 'assert', assertion: reading.assertions.length }, form, reading);
  reading.assertions.push(term);
}

function add(statement: Statement, form: Sexpr, { commands }: Reading): void {
  commands.push({ ...statement, line: form.line });
}

function addSort(name: string, arity: number, form: Sexpr, reading: Reading): number {
  claimSort(name, form, reading);
  const id = reading.globals.sorts.length;
  reading.globals.sorts.push({ name, arity, constructors: null });
  reading.globals.sortNames.set(name, id);
  return id;
}

function claimSort(name: string, form: Sexpr, { globals }: Reading): void {
  if (isTheorySort(name))
    fail('theory_symbol', `"${name}" is a sort of SMT-LIB itself: give yours another name.`, form);
  if (globals.sortNames.has(name) || globals.sortMacros.has(name) || globals.templates.has(name)) {
    fail('declared_twice', 'A sort is declared twice.', form);
  }
}

function addSymbol(symbol: DeclaredSymbol, form: Sexpr, reading: Reading): number {
  claim(symbol.name, form, reading);
  const { globals } = reading;
  const id = globals.symbols.length;
  globals.symbols.push(symbol);
  globals.symbolNames.set(symbol.name, id);
  return id;
}

function claim(name: string, form: Sexpr, { names }: Reading): void {
  if (isTheorySymbol(name))
    fail('theory_symbol', `"${name}" is a symbol of SMT-LIB itself: give yours another name.`, form);
  if (names.has(name)) fail('declared_twice', 'A symbol is declared twice.', form);
  names.add(name);
}
