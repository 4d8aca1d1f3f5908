import type { Problem, Sort, Term } from './term.js';

/**
 * Whether a script keeps within the logic it is sent under. A logic's name chooses a solver's strategy and cannot change
 * what a script means, but engines answer `unknown`, or an error, where a script goes beyond it.
 */
export function isWithinLogic(problem: Problem, logic: string): boolean {
  if (logic === 'ALL') return true;
  const used = featuresOf(problem);
  const free = !logic.startsWith('QF_');
  const [, arrays, functions, vectors, floats, datatypes, strings, arithmetic = ''] =
    /^(?:QF_)?(AX|A)?(UF)?(BV)?(FP)?(DT)?(S)?(IDL|RDL|LIA|LRA|LIRA|NIA|NRA|NIRA)?$/.exec(logic) ?? [];
  const allowed: Record<Feature, boolean> = {
    quantifier: free,
    array: arrays !== undefined,
    function: functions !== undefined,
    sort: functions !== undefined || arrays === 'AX',
    vector: vectors !== undefined || floats !== undefined,
    float: floats !== undefined,
    datatype: datatypes !== undefined,
    string: strings !== undefined,
    int: /I/.test(arithmetic) || strings !== undefined,
    real: /R/.test(arithmetic),
    nonlinear: arithmetic.startsWith('N'),
    // What a difference logic leaves out of linear arithmetic is not told apart here.
    linear: /^[LN]/.test(arithmetic) || strings !== undefined,
    recursive: false,
  };
  return [...used].every((feature) => allowed[feature]);
}

type Feature =
  | 'quantifier'
  | 'array'
  | 'function'
  | 'sort'
  | 'vector'
  | 'float'
  | 'datatype'
  | 'string'
  | 'int'
  | 'real'
  | 'nonlinear'
  | 'linear'
  | 'recursive';

function featuresOf(problem: Problem): ReadonlySet<Feature> {
  const used = new Set<Feature>();
  for (const { constructors } of problem.sorts) used.add(constructors === null ? 'sort' : 'datatype');
  for (const { role, parameters, result, definition } of problem.symbols) {
    if (role === 'recursive') used.add('recursive');
    if (role === 'declared' && parameters.length > 0) used.add('function');
    for (const sort of [...parameters, result]) addSort(sort, used);
    if (definition !== null) addTerm(definition.body, used);
  }
  for (const term of problem.assertions) addTerm(term, used);
  return used;
}

function addTerm(term: Term, used: Set<Feature>): void {
  addSort(term.sort, used);
  switch (term.kind) {
    case 'apply':
      if (['*', '/', 'div', 'mod', 'abs'].includes(term.op)) used.add(isLinear(term) ? 'linear' : 'nonlinear');
      else if (term.op === '+') used.add('linear');
      term.args.forEach((arg) => addTerm(arg, used));
      return;
    case 'call':
      term.args.forEach((arg) => addTerm(arg, used));
      return;
    case 'test':
      addTerm(term.arg, used);
      return;
    case 'let':
      term.bindings.forEach((binding) => addTerm(binding.term, used));
      addTerm(term.body, used);
      return;
    case 'match':
      addTerm(term.subject, used);
      term.cases.forEach(({ body }) => addTerm(body, used));
      return;
    case 'forall':
    case 'exists':
    case 'lambda':
      used.add(term.kind === 'lambda' ? 'array' : 'quantifier');
      term.variables.forEach(({ sort }) => addSort(sort, used));
      addTerm(term.body, used);
      return;
    default:
  }
}

/** One factor at most is no number; a divisor is a number other than 0. */
function isLinear({ op, args }: Extract<Term, { kind: 'apply' }>): boolean {
  if (op === '*') return args.filter((arg) => !isNumber(arg)).length <= 1;
  return args.slice(1).every((arg) => isNumber(arg) && !isZero(arg));
}

function isNumber(term: Term): boolean {
  if (term.kind === 'literal') return true;
  return term.kind === 'apply' && ['-', '/', '*', '+', 'to_real'].includes(term.op) && term.args.every(isNumber);
}

function isZero(term: Term): boolean {
  if (term.kind !== 'literal') return false;
  const { literal } = term;
  return literal.kind === 'int' ? literal.value === 0n : literal.kind === 'real' && literal.value.num === 0n;
}

function addSort(sort: Sort, used: Set<Feature>): void {
  switch (sort.kind) {
    case 'Int':
      used.add('int');
      return;
    case 'Real':
      used.add('real');
      return;
    case 'BitVec':
      used.add('vector');
      return;
    case 'FloatingPoint':
    case 'RoundingMode':
      used.add('float');
      return;
    case 'String':
    case 'RegLan':
      used.add('string');
      return;
    case 'Seq':
      used.add('string');
      addSort(sort.element, used);
      return;
    case 'Array':
      used.add('array');
      addSort(sort.index, used);
      addSort(sort.element, used);
      return;
    default:
  }
}
