import { describe, expect, it } from 'vitest';
import { checkModel } from '../../../../src/values/smt/check-model.js';
import { modelOf, parseProblem } from './problem.js';

/** The value that a reply gives to the only symbol of a sort. */
function read(sort: string, value: string, more = ''): unknown {
  const problem = parseProblem(`${more}(declare-const x ${sort})`);
  const symbol = `s${String(problem.symbols.length - 1)}`;
  return modelOf(problem, `((define-fun ${symbol} () ${sort.replace(/\bU\b/g, 't0')} ${value}))`).at(-1)?.value;
}

describe('values of a model', () => {
  it.each([
    ['Int', '(- 5)', '-5'],
    ['Real', '(/ 1.0 3.0)', { num: '1', den: '3' }],
    ['Real', '(/ 1 3)', { num: '1', den: '3' }],
    ['Real', '(- (/ 7.0 2.0))', { num: '-7', den: '2' }],
    ['Real', '(/ (- 7.0) 2.0)', { num: '-7', den: '2' }],
    ['Real', '2.50', { num: '5', den: '2' }],
    ['Real', '(root-obj (+ (^ x 2) (- 4)) 1)', { num: '-2', den: '1' }],
    ['Bool', 'true', true],
    ['(_ BitVec 8)', '#x7e', { width: 8, value: '126' }],
    ['(_ BitVec 3)', '(_ bv5 3)', { width: 3, value: '5' }],
    ['String', '"a""\\u{1f600}"', { string: 'a"😀' }],
    ['(Seq Int)', '(seq.++ (seq.unit 1) (seq.unit (- 2)))', { sequence: ['1', '-2'] }],
    ['(Seq Int)', '(as seq.empty (Seq Int))', { sequence: [] }],
    ['(Array Int Int)', '((as const (Array Int Int)) 3)', { default: '3', entries: [] }],
    [
      '(Array Int Int)',
      '(let ((a!1 (store ((as const (Array Int Int)) 3) 5 3))) (store (store a!1 9 1) 2 (- 1)))',
      {
        default: '3',
        entries: [
          { index: '2', value: '-1' },
          { index: '9', value: '1' },
        ],
      },
    ],
    ['(_ FloatingPoint 8 24)', '(_ NaN 8 24)', { exponent_width: 8, significand_width: 24, bits: '2143289344' }],
    [
      'Float32',
      '(fp #b1 #x00 #b00000000000000000000001)',
      { exponent_width: 8, significand_width: 24, bits: '2147483649' },
    ],
    ['RoundingMode', 'roundNearestTiesToAway', { rounding_mode: 'RNA' }],
  ])('%s %s', (sort, text, value) => {
    expect(read(sort, text)).toEqual(value);
  });

  it('gives algebraic numbers by an irreducible polynomial, an index from 0 and an isolating interval', () => {
    const text = '(root-obj (+ (^ x 3) (* (- 1) (^ x 2)) (* (- 2) x) 2) 3)';
    // (x - 1)(x^2 - 2): the third real root is the square root of 2, the second one of its own polynomial.
    expect(read('Real', text)).toMatchObject({
      polynomial: {
        domain: 'ZZ',
        terms: [
          { coefficient: '1', exponents: [2] },
          { coefficient: '-2', exponents: [0] },
        ],
      },
      real_root_index: 1,
    });
  });

  const root = '(root-obj (+ (^ x 2) (- 2)) 2)';
  const sqrt2 = { real_root_index: 1, polynomial: { domain: 'ZZ' }, interval: {} };

  it('has algebraic numbers inside other values', () => {
    const one = { num: '1', den: '1' };
    expect(read('(Array Int Real)', `((as const (Array Int Real)) ${root})`)).toMatchObject({
      default: sqrt2,
      entries: [],
    });
    expect(read('(Array Int Real)', `(store ((as const (Array Int Real)) 1.0) 5 ${root})`)).toMatchObject({
      default: one,
      entries: [{ index: '5', value: sqrt2 }],
    });
    expect(read('(Array Real Int)', `(store ((as const (Array Real Int)) 8) ${root} 7)`)).toMatchObject({
      default: '8',
      entries: [{ index: sqrt2, value: '7' }],
    });
    expect(read('(Seq Real)', `(seq.++ (seq.unit ${root}) (seq.unit 1.0))`)).toMatchObject({ sequence: [sqrt2, one] });
    // The same number by a polynomial that is not its own.
    expect(read('(Seq Real)', '(seq.unit (root-obj (+ (^ x 3) (* (- 1) (^ x 2)) (* (- 2) x) 2) 3))')).toEqual(
      read('(Seq Real)', `(seq.unit ${root})`),
    );
  });

  it.each([
    ['(Array Int Int)', '(lambda ((x!1 Int)) (ite (= x!1 3) 4 0))', '0', [['3', '4']]],
    [
      '(Array Int Int)',
      '(lambda ((i Int)) (let ((a!1 (or (= i 3) (and (not (= i 3)) (= (- 4) i))))) (ite a!1 7 1)))',
      '1',
      [
        ['3', '7'],
        ['-4', '7'],
      ],
    ],
    [
      '(Array Int Bool)',
      '(lambda ((i Int)) (not (and (not (= i 4)) (distinct i 3))))',
      false,
      [
        ['3', true],
        ['4', true],
      ],
    ],
    ['(Array Bool Int)', '(lambda ((b Bool)) (ite (and b true) 1 2))', '2', [[true, '1']]],
    ['(Array Int Int)', '(store (lambda ((i Int)) (ite (= i 3) 4 0)) 3 0)', '0', []],
    [
      '(Array Int (Array Int Int))',
      '(lambda ((i Int)) (lambda ((j Int)) (ite (and (= i 1) (= j 2)) 5 0)))',
      { default: '0', entries: [] },
      [['1', { default: '0', entries: [{ index: '2', value: '5' }] }]],
    ],
  ])('makes a table of the lambda in %s %s', (sort, text, rest, entries) => {
    expect(read(sort, text)).toEqual({ default: rest, entries: entries.map(([index, value]) => ({ index, value })) });
  });

  it.each([
    ['(Array Int Int)', '(lambda ((x!1 Int)) (* 2 x!1))', '(* 2 x0)'],
    ['(Array Int Int)', '(store (lambda ((i Int)) (ite (<= 4 i) 1 2)) 3 0)', '(ite (= x0 3) 0 (ite (<= 4 x0) 1 2))'],
    [
      '(Array Int Real)',
      `(lambda ((i Int)) (ite (<= 4 i) ${root} 2.0))`,
      '(ite (<= 4 x0) (root-obj (+ (^ x 2) (- 2)) 2) 2.0)',
    ],
    ['(Array Int U)', '(lambda ((i Int)) (ite (<= 4 i) t0!val!3 t0!val!0))', '(ite (<= 4 x0) (as @3 U) (as @0 U))'],
  ])('tells the lambda of an infinite table by its elements: %s %s', (sort, text, definition) => {
    const index = { parameters: ['Int'], definition };
    expect(read(sort, text, '(declare-sort U 0)')).toEqual(index);
  });

  it('makes a table of a function that compares its parameters with constants in any way', () => {
    const problem = parseProblem('(declare-fun p (Int Int) Bool)(declare-fun q (Int) Int)');
    const reply = `((define-fun s0 ((x!0 Int) (x!1 Int)) Bool (or (and (= x!0 3) (= x!1 4)) (and (= x!1 1) (= x!0 7))))
      (define-fun k!0 ((x!0 Int)) Int (ite (= x!0 5) 5 0))
      (define-fun s1 ((x!0 Int)) Int (+ (k!0 x!0) 1)))`;
    const [p, q] = modelOf(problem, reply);
    expect(p?.value).toEqual({
      parameters: ['Int', 'Int'],
      entries: [
        { arguments: ['3', '4'], value: true },
        { arguments: ['7', '1'], value: true },
      ],
      default: false,
    });
    expect(q?.value).toEqual({ parameters: ['Int'], entries: [{ arguments: ['5'], value: '6' }], default: '1' });
    const half = modelOf(problem, '((define-fun s0 ((x!0 Int) (x!1 Int)) Bool (= x!0 3)))');
    expect(half[0]?.value).toEqual({ parameters: ['Int', 'Int'], definition: '(= x0 3)' });
  });

  it('does not take a lambda over a helper for the helper', () => {
    const problem = parseProblem('(declare-const A (Array Int Int))');
    const helper = '(define-fun k!0 ((x!0 Int)) Int (ite (= x!0 5) 7 0))';
    expect(
      modelOf(problem, `(${helper} (define-fun s0 () (Array Int Int) (lambda ((i Int)) (k!0 5))))`)[0]?.value,
    ).toEqual({ default: '7', entries: [] });
    const shifted = modelOf(problem, `(${helper} (define-fun s0 () (Array Int Int) (lambda ((i Int)) (k!0 (+ i 1)))))`);
    expect(shifted[0]?.value).toMatchObject({
      parameters: ['Int'],
      definition: expect.stringContaining('(+ x0 1)') as string,
    });
  });

  it('checks what it told by a definition, in scripts with names like its own', () => {
    const script = (element: number) => `(declare-sort U 0)(declare-const x0 Int)(declare-const y1 Int)
      (declare-const A (Array Int Real))(declare-fun f (Int) U)
      (assert (= x0 y1 5))(assert (= (* (select A x0) (select A x0)) 2))(assert (= (select A 1) ${String(element)}))(assert (= (f 1) (f 2)))`;
    const reply = `((define-fun s0 () Int 5) (define-fun s1 () Int 5)
      (define-fun s2 () (Array Int Real) (lambda ((i Int)) (ite (<= 4 i) ${root} 2.0)))
      (define-fun s3 ((x!0 Int)) t0 (ite (<= x!0 4) t0!val!1 t0!val!0)))`;
    const problem = parseProblem(script(2));
    const model = modelOf(problem, reply);
    expect(model[3]?.value).toEqual({ parameters: ['Int'], definition: '(ite (<= xx0 4) (as @1 U) (as @0 U))' });
    expect(checkModel(problem, model)).toBe('holds');
    expect(checkModel(parseProblem(script(3)), model)).toBe('fails');
  });

  it('reads values of datatypes with parameters', () => {
    const problem = parseProblem(`(declare-datatypes ((List 1)) ((par (T) ((nil) (cons (head T) (tail (List T)))))))
      (declare-const x (List Int))(declare-const y (List (List Int)))(assert (= (head x) 1))(assert (= (head y) x))`);
    const reply = '((define-fun s4 () t0 (s1 1 s0)) (define-fun s9 () t1 (s6 (s1 1 s0) s5)))';
    const nil = { constructor: 'nil', fields: [] };
    const one = { constructor: 'cons', fields: ['1', nil] };
    const model = modelOf(problem, reply);
    expect(model).toEqual([
      { name: 'x', sort: '(List Int)', value: one },
      { name: 'y', sort: '(List (List Int))', value: { constructor: 'cons', fields: [one, nil] } },
    ]);
    expect(checkModel(problem, model)).toBe('holds');
    const wrong = modelOf(problem, reply.replace('(s1 1 s0)) (', '(s1 2 s0)) ('));
    expect(checkModel(problem, wrong)).toBe('fails');
    const lambda = '((define-fun s4 () t0 (s1 1 s0)))';
    const arrays = parseProblem(`(declare-datatypes ((List 1)) ((par (T) ((nil) (cons (head T) (tail (List T)))))))
      (declare-const x (List Int))(declare-const a (Array Int (List Int)))(assert (= (select a 9) x))`);
    const told = modelOf(
      arrays,
      lambda.replace(/\)$/, ' (define-fun s5 () (Array Int t0) (lambda ((i Int)) (ite (< i 3) s0 (s1 1 s0)))))'),
    );
    expect(told[1]?.value).toEqual({
      parameters: ['Int'],
      definition: '(ite (< x0 3) (as nil (List Int)) ((as cons (List Int)) 1 (as nil (List Int))))',
    });
    expect(checkModel(arrays, told)).toBe('undecided');
  });

  it('numbers the elements of uninterpreted sorts', () => {
    expect(read('U', 't0!val!3', '(declare-sort U 0)')).toEqual({ element: 3 });
  });

  it('reads functions as tables, arrays by as-array, and both spellings of a model', () => {
    const problem = parseProblem('(declare-fun f (Int Bool) Int)(declare-const A (Array Int Int))');
    const reply = `(model
      (define-fun s1 () (Array Int Int) (_ as-array k!0))
      (define-fun k!0 ((x!0 Int)) Int (ite (= x!0 2) 5 (ite (= 3 x!0) 6 0)))
      (define-fun s0 ((x!0 Int) (x!1 Bool)) Int (ite (and (= x!0 (- 1)) (= x!1 true)) 4 (ite (and (= x!1 false) (= x!0 7)) 1 9))))`;
    const wanted = [
      {
        name: 'f',
        sort: '(-> Int Bool Int)',
        value: {
          parameters: ['Int', 'Bool'],
          entries: [
            { arguments: ['-1', true], value: '4' },
            { arguments: ['7', false], value: '1' },
          ],
          default: '9',
        },
      },
      {
        name: 'A',
        sort: '(Array Int Int)',
        value: {
          default: '0',
          entries: [
            { index: '2', value: '5' },
            { index: '3', value: '6' },
          ],
        },
      },
    ];
    expect(modelOf(problem, reply)).toEqual(wanted);
    expect(modelOf(problem, reply.replace('(model', '('))).toEqual(wanted);
  });

  it('keeps what is no table as a term in the names of the script, and can evaluate it', () => {
    const problem = parseProblem(
      '(declare-fun f (Int) Int)(declare-const c Int)(assert (= (f 3) 10))(assert (= (f c) c))',
    );
    const reply = `((define-fun s1 () Int (- 2)) (define-fun k!1 ((x!0 Int)) Int (ite (>= x!0 3) 3 (- 2)))
      (define-fun s0 ((x!0 Int)) Int (ite (= (k!1 x!0) 3) 10 (k!1 x!0))))`;
    const model = modelOf(problem, reply);
    expect(model[0]?.value).toMatchObject({ parameters: ['Int'] });
    expect(checkModel(problem, model)).toBe('holds');
  });

  it('fills in symbols that the model leaves out', () => {
    const problem = parseProblem(
      '(declare-const b Bool)(declare-datatypes ((L 0)) (((cons (h Int) (t L)) (nil))))(declare-const l L)',
    );
    expect(modelOf(problem, '()').map(({ value }) => value)).toEqual([false, { constructor: 'nil', fields: [] }]);
  });
});
