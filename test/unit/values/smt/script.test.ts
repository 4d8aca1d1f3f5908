import { describe, expect, it } from 'vitest';
import { printCommands, printTerm } from '../../../../src/values/smt/print.js';
import { parseScript } from '../../../../src/values/smt/script.js';
import { tryParse } from '../../../../src/values/value.js';
import { parseProblem } from './problem.js';

const LIST = '(declare-datatypes ((List 1)) ((par (T) ((nil) (cons (head T) (tail (List T)))))))';
const ENDLESS =
  '(declare-datatypes ((P 1)) ((par (T) ((pair (a T) (b T))))))(declare-datatypes ((N 1)) ((par (T) ((stop) (more (x T) (next (N (P T))))))))\n(declare-const n (N Int))';
const DOUBLING = `(define-sort A0 () Int)${Array.from(
  { length: 60 },
  (_, i) => `(define-sort A${String(i + 1)} () (Array A${String(i)} A${String(i)}))`,
).join('')}`;

describe('scripts', () => {
  it('prints every name of the caller as one of ours', () => {
    const problem = parseProblem(`
      (declare-sort Secret 0) (declare-datatypes ((Tree 0)) (((leaf) (branch (left Tree) (label Secret)))))
      (declare-fun |odd name| (Secret Int) Bool) (declare-const secret Secret)
      (define-fun double ((n Int)) Int (* 2 n))
      (assert (! (forall ((value Int)) (! (let ((other value)) (|odd name| secret (double other))) :pattern ((double value)))) :named claim))
      (assert (and claim (not ((_ is leaf) (branch leaf secret)))))`);
    const text = printCommands(problem).join('\n');
    expect(text).not.toMatch(/[Ss]ecret|Tree|leaf|branch|odd|double|value|other|claim/);
    expect(problem.assertions).toHaveLength(2);
    // What we print, we read: the same problem under names of ours.
    expect(printCommands(parseProblem(text))).toEqual(text.split('\n'));
  });

  it('makes Ints Reals where a Real is needed', () => {
    const problem = parseProblem('(declare-const r Real)(declare-const n Int)(assert (< (* 3 r) (+ n 1) (/ 1 3)))');
    expect(problem.assertions.map((term) => printTerm(term))).toEqual([
      '(< (* 3.0 s0) (to_real (+ s1 1)) (/ 1.0 3.0))',
    ]);
  });

  it('escapes string literals', () => {
    const problem = parseProblem('(declare-const s String)(assert (= s "a""\\u{1F600}é\\n"))');
    expect(problem.assertions.map((term) => printTerm(term))).toEqual(['(= s0 "a""\\u{1f600}\\u{e9}\\u{5c}n")']);
  });

  it('drops what says nothing and accepts one final check', () => {
    const problem = parseProblem(
      '(set-info :status sat)(set-logic QF_LIA)(set-option :produce-models true)(assert true)(check-sat)(get-model)(exit)',
    );
    expect(problem.logic).toBe('QF_LIA');
  });

  it.each([
    ['an undeclared symbol', '(assert x)', 'unknown_symbol', 1],
    ['an undeclared sort', '(declare-const x Foo)', 'unknown_sort', 1],
    ['wrong sorts', '(declare-const x Int)\n(assert (and x true))', 'wrong_sort', 2],
    ['an assertion that is no Bool', '(assert 1)', 'wrong_sort', 1],
    ['vectors of two widths', '(assert (= #x0 #b1))', 'wrong_sort', 1],
    ['a symbol declared twice', '(declare-const x Int)\n\n(declare-const x Int)', 'declared_twice', 3],
    ['push', '(push 1)', 'refused_command', 1],
    ['include', '(include "f")', 'refused_command', 1],
    ['an output channel', '(set-option :regular-output-channel "f")', 'refused_command', 1],
    ['an assertion after the check', '(check-sat)(assert true)', 'refused_command', 1],
    ['a second check', '(check-sat)(check-sat)', 'refused_command', 1],
    ['a datatype without a finite value', '(declare-datatypes ((S 0)) (((more (rest S)))))', 'invalid_command', 1],
    [
      'a match that leaves out a case',
      '(declare-datatypes ((E 0)) (((a) (b))))(assert (match a ((a true))))',
      'invalid_term',
      1,
    ],
    ['a logic after a declaration', '(declare-const x Int)\n(set-logic QF_LIA)', 'refused_command', 2],
    ['two logics', '(set-logic QF_LIA)\n(set-logic QF_LIA)', 'refused_command', 2],
    ['a quantifier without variables', '(assert (forall () true))', 'invalid_term', 1],
    ['abs of two numbers', '(assert (= (abs 1 2) 1))', 'wrong_sort', 1],
    ['a divisor 0', '(declare-const x Int)(assert ((_ divisible 0) x))', 'invalid_term', 1],
    ['a datatype whose instances never end', ENDLESS, 'out_of_bounds', 2],
    ['an ambiguous constructor', `${LIST}(assert (= nil nil))`, 'ambiguous_constructor', 1],
    ['a list of two sorts', `${LIST}(assert (= (cons 1 (as nil (List Bool))) (as nil (List Int))))`, 'wrong_sort', 1],
    ['a datatype without its parameter', `${LIST}(declare-const x List)`, 'invalid_sort', 1],
    ['a head and a body that disagree', '(declare-datatypes ((L 1)) (((nil))))', 'invalid_command', 1],
    ['a constructor of two datatypes', `${LIST}(declare-const cons Int)`, 'declared_twice', 1],
    ['sorts that double at each step', DOUBLING, 'out_of_bounds', 1],
    ['text between commands', 'hello', 'unknown_command', 1],
  ])('refuses %s', (_what, text, code, line) => {
    const result = tryParse((raw, at, issues) => parseScript(String(raw), at, issues), text);
    const kept = 'issues' in result ? result.issues.kept : [];
    expect(kept[0]).toMatchObject({
      code,
      message: expect.stringMatching(new RegExp(`^Line ${String(line)}: `)) as string,
    });
  });

  it.each([
    ['(declare-fun true () Bool)', 'true'],
    ['(declare-fun and (Int) Bool)', 'and'],
    ['(declare-const + Int)', '+'],
    ['(declare-fun |select| (Int) Int)', 'select'],
    ['(define-fun abs ((x Int)) Int x)', 'abs'],
    ['(define-fun-rec str.len ((x Int)) Int x)', 'str.len'],
    ['(define-funs-rec ((bvadd ((x Int)) Int)) (x))', 'bvadd'],
    ['(declare-datatypes ((D 0)) (((not) (b))))', 'not'],
    ['(declare-datatypes ((D 0)) (((a (store Int)))))', 'store'],
    ['(declare-datatypes ((D 1)) ((par (T) ((ite (f T))))))', 'ite'],
    ['(assert (! true :named =))', '='],
    ['(declare-sort Int 0)', 'Int'],
    ['(define-sort Float32 () Int)', 'Float32'],
    ['(declare-datatypes ((Array 0)) (((a))))', 'Array'],
    ['(declare-datatype Seq ((a)))', 'Seq'],
    ['(declare-const let Int)', 'let'],
    ['(declare-const forall Int)', 'forall'],
  ])('refuses to declare anew what SMT-LIB has: %s', (text, name) => {
    const result = tryParse((raw, at, issues) => parseScript(String(raw), at, issues), text);
    expect('issues' in result ? result.issues.kept[0]?.message : '').toMatch(
      new RegExp(`^Line 1: "${name.replace('+', '\\+')}" is a .* give yours another name\\.$`),
    );
  });

  it('leaves names free that the theories use with indices alone, and quoted reserved words', () => {
    const problem = parseProblem(
      '(declare-fun extract (Int) Int)(declare-const |let| Int)(assert (= ((_ extract 1 0) #x7) #b11))(assert (= (extract |let|) 1))',
    );
    expect(problem.assertions.map((term) => printTerm(term))).toEqual([
      '(= ((_ extract 1 0) #x7) #b11)',
      '(= (s0 s1) 1)',
    ]);
  });

  it('writes divisibility as a remainder', () => {
    const problem = parseProblem('(declare-const x Int)(assert ((_ divisible 12345678901234567890) x))');
    expect(problem.assertions.map((term) => printTerm(term))).toEqual(['(= 0 (mod s0 12345678901234567890))']);
  });

  it('makes each use of a datatype with parameters a datatype of its own', () => {
    const problem = parseProblem(`${LIST}
      (declare-const x (List Int))
      (declare-fun f ((List (List Int))) Bool)
      (assert (= x (cons 1 (as nil (List Int)))))
      (assert (f (cons x (as nil (List (List Int))))))
      (assert (match x ((nil false) ((cons h t) (> h 0)))))
      (assert ((_ is cons) x))
      (assert (= (head (cons 1 (as nil (List Real)))) ((as head Real) (cons 2.0 (as nil (List Real))))))`);
    expect(printCommands(problem)).toEqual([
      '(declare-datatypes ((t0 0)) (((s0) (s1 (s2 Int) (s3 t0)))))',
      '(declare-fun s4 () t0)',
      '(declare-datatypes ((t1 0)) (((s5) (s6 (s7 t0) (s8 t1)))))',
      '(declare-fun s9 (t1) Bool)',
      '(assert (= s4 (s1 1 s0)))',
      '(assert (s9 (s6 s4 s5)))',
      expect.stringMatching(/^\(assert \(match s4 \(\(s0 false\) \(\(s1 v\d+ v\d+\) \(> v\d+ 0\)\)\)\)\)$/) as string,
      '(assert ((_ is s1) s4))',
      '(declare-datatypes ((t2 0)) (((s10) (s11 (s12 Real) (s13 t2)))))',
      '(assert (= (s12 (s11 1.0 s10)) (s12 (s11 2.0 s10))))',
    ]);
    expect(problem.commands.map(({ line }) => line)).toEqual([2, 2, 3, 3, 4, 5, 6, 7, 8, 8]);
  });

  it('declares instances together with the datatypes that they need and that need them', () => {
    const problem = parseProblem(`${LIST}
      (declare-datatypes ((Tree 0) (Rose 1)) (((node (label Int) (children (List Tree)))) (par (T) ((rose (of T) (more (List (Rose T))))))))
      (declare-const r (Rose Tree))`);
    expect(printCommands(problem)).toEqual([
      '(declare-datatypes ((t0 0) (t1 0)) (((s4 (s5 Int) (s6 t1))) ((s0) (s1 (s2 t0) (s3 t1)))))',
      '(declare-datatypes ((t2 0) (t3 0)) (((s11 (s12 t0) (s13 t3))) ((s7) (s8 (s9 t2) (s10 t3)))))',
      '(declare-fun s14 () t2)',
    ]);
  });

  it('reports each bad assertion, without repeating it', () => {
    const result = tryParse(
      (raw, at, issues) => parseScript(String(raw), at, issues),
      '(assert qqq)(assert true)(assert (not 1))',
    );
    const kept = 'issues' in result ? result.issues.kept : [];
    expect(kept).toHaveLength(2);
    expect(JSON.stringify(kept)).not.toContain('qqq');
  });

  it('is not blown up by named terms that use each other', () => {
    const chain = Array.from(
      { length: 60 },
      (_, i) => `(assert (! (or a${String(i)} a${String(i)}) :named a${String(i + 1)}))`,
    );
    const problem = parseProblem(`(declare-const a0 Bool)${chain.join('')}`);
    expect(problem.assertions.map((term) => printTerm(term)).join('').length).toBeLessThan(1_000);
  });
});
