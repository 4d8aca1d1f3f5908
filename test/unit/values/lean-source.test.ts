import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasTextAfter, moduleName, readHeader } from '../../../src/values/lean-source.js';

describe('the header of a Lean source', () => {
  it.each([
    ['theorem t : True := trivial', null, []],
    ['import Mathlib\nexample : 1 = 1 := rfl', null, ['Mathlib']],
    ['-- import A\n/- import B /- import C -/ -/import D.E\nimport «odd»', null, ['D.E', '«odd»']],
    ['module\npublic meta import Lean.Elab\nimport all A', 'module', ['Lean.Elab', 'A']],
    ['prelude\nimport Init.Core', 'prelude', ['Init.Core']],
    ['import A import B\nopen A\nimport C', null, ['A', 'B']],
    ['import A runtime import B', null, ['A', 'B']],
    ['\ufeffimport A', null, ['A']],
    ['/-- import A -/\nimport B', null, []],
    ['/- never closed\nimport A', null, []],
    ['import A--\nimport B/- -/', null, ['A', 'B']],
    ['import\n  A', null, ['A']],
    ['import', null, []],
    ['', null, []],
  ])('%j', (source, first, imports) => {
    expect(readHeader(source)).toEqual({ first, imports });
  });

  it('reads any text', () => {
    fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => readHeader(text).imports.length >= 0));
  });

  it('reads back what it is made of', () => {
    const part = fc.stringMatching(/^[A-Z][A-Za-z0-9_]{0,8}$/);
    const name = fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('.'));
    const blank = fc.constantFrom(' ', '\n', ' -- x\n', ' /- a /- b -/ -/ ', '\t');
    fc.assert(
      fc.property(fc.array(fc.tuple(name, blank)), (lines) => {
        const source = lines.map(([module, gap]) => `import${gap}${module}\n`).join('');
        expect(readHeader(`${source}example : True := trivial`).imports).toEqual(lines.map(([module]) => module));
      }),
    );
  });
});

describe('names of modules', () => {
  it.each(['Mathlib', 'Mathlib.Tactic.Ring', "A'.B_1", '«a-b».C', 'Ω'])('%s is one', (name) => {
    expect(moduleName.test(name)).toBe(true);
  });

  it.each(['', 'A.', '.A', 'A B', 'A\nB', '1A', 'A/B', 'A..B', 'A;', '«a', 'all A', '«a\nb»'])('%j is none', (name) => {
    expect(moduleName.test(name)).toBe(false);
  });
});

describe('what stands after a position', () => {
  it.each([
    ['#exit', 1, 5, false],
    ['#exit\n\n  -- a comment\n/- another -/ /-! and -/', 1, 5, false],
    ['#exit\ntheorem t : False := sorry', 1, 5, true],
    ['#exit t', 1, 5, true],
    ['a\n𝔸𝔸', 2, 2, false],
    ['a\n𝔸𝔸', 2, 1, true],
    ['a\n/- /- -/ t', 2, 0, false],
  ])('%j from %i:%i: %s', (source, line, column, expected) => {
    expect(hasTextAfter(source, line, column)).toBe(expected);
  });
});
