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
