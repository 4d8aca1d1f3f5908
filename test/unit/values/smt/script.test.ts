import { describe, expect, it } from 'vitest';
import { printDeclarations, printTerm } from '../../../../src/values/smt/print.js';
import { parseScript } from '../../../../src/values/smt/script.js';
import { tryParse } from '../../../../src/values/value.js';
import { parseProblem } from './problem.js';

describe('scripts', () => {
  it('prints every name of the caller as one of ours', () => {
    const problem = parseProblem(`
      (declare-sort Secret 0) (declare-datatypes ((Tree 0)) (((leaf) (branch (left Tree) (label Secret)))))
      (declare-fun |odd name| (Secret Int) Bool) (declare-const secret Secret)
      (define-fun double ((n Int)) Int (* 2 n))
      (assert (! (forall ((value Int)) (! (let ((other value)) (|odd name| secret (double other))) :pattern ((double value)))) :named claim))
      (assert (and claim (not ((_ is leaf) (branch leaf secret)))))`);
    const text = [...printDeclarations(problem), ...problem.assertions.map(({ term }) => printTerm(term))].join('\n');
    expect(text).not.toMatch(/[Ss]ecret|Tree|leaf|branch|odd|double|value|other|claim/);
    expect(problem.assertions.map(({ name }) => name)).toEqual(['claim', null]);
    // What we print, we read: the same problem under names of ours.
    const again = parseProblem(text.replace(/^((?!\(de).*)$/gm, '(assert $1)'));
    expect(again.assertions).toHaveLength(2);
  });

  it('makes Ints Reals where a Real is needed', () => {
    const problem = parseProblem('(declare-const r Real)(declare-const n Int)(assert (< (* 3 r) (+ n 1) (/ 1 3)))');
    expect(problem.assertions.map(({ term }) => printTerm(term))).toEqual([
      '(< (* 3.0 s0) (to_real (+ s1 1)) (/ 1.0 3.0))',
    ]);
  });

  it('escapes string literals', () => {
    const problem = parseProblem('(declare-const s String)(assert (= s "a""\\u{1F600}é\\n"))');
    expect(problem.assertions.map(({ term }) => printTerm(term))).toEqual(['(= s0 "a""\\u{1f600}\\u{e9}\\u{5c}n")']);
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
    ['text between commands', 'hello', 'unknown_command', 1],
  ])('refuses %s', (_what, text, code, line) => {
    const result = tryParse((raw, at, issues) => parseScript(String(raw), at, issues), text);
    const kept = 'issues' in result ? result.issues.kept : [];
    expect(kept[0]).toMatchObject({
      code,
      message: expect.stringMatching(new RegExp(`^Line ${String(line)}: `)) as string,
    });
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
    expect(problem.assertions.map(({ term }) => printTerm(term)).join('').length).toBeLessThan(1_000);
  });
});
