import { describe, expect, it } from 'vitest';
import { checkModel, type ModelCheck } from '../../../../src/values/smt/check-model.js';
import { modelOf, parseProblem } from './problem.js';

function check(script: string, reply = '()'): ModelCheck {
  const problem = parseProblem(script);
  return checkModel(problem, modelOf(problem, reply));
}

describe('exact evaluation of assertions', () => {
  it.each([
    '(= (div (- 7) 2) (- 4))',
    '(= (mod (- 7) 2) 1)',
    '(= (div (- 7) (- 2)) 4)',
    '(= (mod (- 7) (- 2)) 1)',
    '(= (abs (- 3)) 3)',
    '(= (to_int (- 2.5)) (- 3))',
    '(not (is_int 0.5))',
    '((_ divisible 3) (- 9))',
    '(= (/ 1 3) (/ 2.0 6.0))',
    '(< 1 2 3)',
    '(=> false false false)',
    '(xor true true true)',
    '(distinct 1 2 3)',
    '(ite true true false)',
    '(let ((x 1) (y 2)) (= x 1))',
    '(= #x0f ((_ zero_extend 4) #xf))',
    '(= #xff ((_ sign_extend 4) #xf))',
    '(= (bvudiv #x5 #x0) #xf)',
    '(= (bvurem #x5 #x0) #x5)',
    '(= (bvsdiv #x9 #x0) #x1)',
    '(= (bvsdiv #x7 #x0) #xf)',
    '(= (bvsmod #x9 #x2) #x1)',
    '(= (bvsrem #x9 #x2) #xf)',
    '(= (bvsmod #x5 #xd) #xf)',
    '(= (bvashr #x8 #x2) #xe)',
    '(= (bvshl #x1 #x7) #x0)',
    '(= ((_ rotate_left 1) #x9) #x3)',
    '(= ((_ extract 2 1) #b1010) #b01)',
    '(= (concat #b1 #b0 #b1) #b101)',
    '(bvslt #x8 #x7)',
    '(= (bv2nat #xff) 255)',
    '(= ((_ int2bv 4) (- 1)) #xf)',
    '(= (bvcomp #x1 #x1) #b1)',
    '(= ((_ repeat 2) #b10) #xa)',
    '(= (select (store ((as const (Array Int Int)) 0) 1 2) 1) 2)',
    '(= (str.++ "a" "b") "ab")',
    '(= (str.indexof "abab" "b" 2) 3)',
    '(= (str.replace "aXb" "X" "") "ab")',
    '(= (str.to_int "012") 12)',
    '(= (str.to_int "-1") (- 1))',
    '(str.< "a" "b")',
    '(= (str.at "ab" 5) "")',
    '(= (str.substr "abc" 1 9) "bc")',
    '(str.prefixof "a" "ab")',
    '(str.contains "ab" "")',
    '(= (seq.len (seq.unit 1)) 1)',
    '(or (forall ((x Int)) (> x 0)) true)',
  ])('%s', (term) => {
    expect(check(`(assert ${term})`)).toBe('holds');
    expect(check(`(assert (not ${term}))`)).toBe('fails');
  });

  it('does not decide quantifiers, unknown choices and regular expressions', () => {
    expect(check('(assert (forall ((x Int)) (> x 0)))')).toBe('undecided');
    expect(check('(declare-datatypes ((L 0)) (((nil) (cons (h Int)))))(assert (= (h nil) 1))')).toBe('undecided');
    expect(check('(assert (str.in_re "a" re.all))')).toBe('undecided');
    expect(check('(define-fun-rec f ((n Int)) Int (f (+ n 1)))(assert (= (f 0) 1))')).toBe('undecided');
  });

  it('takes division by zero from the model', () => {
    const script = '(declare-const a Int)(assert (= (div a 0) 7))(assert (= (mod a 0) 8))';
    const table = '(define-fun mod0 ((x!0 Int) (x!1 Int)) Int (ite (and (= x!0 2) (= x!1 0)) 8 0))';
    expect(check(script, '((define-fun s0 () Int 2))')).toBe('undecided');
    expect(check(script, `((define-fun s0 () Int 2) (define-fun div0 ((x!0 Int)) Int 7) ${table})`)).toBe('holds');
    expect(check(script, `((define-fun s0 () Int 3) (define-fun div0 ((x!0 Int)) Int 7) ${table})`)).toBe('fails');
  });

  it('decides equations between several algebraic numbers', () => {
    const script =
      '(declare-const x Real)(declare-const y Real)(declare-const z Real)(assert (= (* x x) 2))(assert (= (* y y) 3))(assert (= z (+ x y)))';
    const root = (polynomial: string, index: number) => `(root-obj ${polynomial} ${String(index)})`;
    const reply = (z: number) =>
      `((define-fun s0 () Real ${root('(+ (^ x 2) (- 2))', 2)}) (define-fun s1 () Real ${root('(+ (^ x 2) (- 3))', 1)})
        (define-fun s2 () Real ${root('(+ (^ x 4) (* (- 10) (^ x 2)) 1)', z)}))`;
    expect(check(script, reply(2))).toBe('holds');
    expect(check(script, reply(3))).toBe('fails');
    expect(check(`${script}(assert (< (/ x y) (- 0.8)))(assert (= (to_int (* 100 z)) (- 32)))`, reply(2))).toBe(
      'holds',
    );
  });
});
