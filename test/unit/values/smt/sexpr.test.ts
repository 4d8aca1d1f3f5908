import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readSexprs, SexprError, type Sexpr } from '../../../../src/values/smt/sexpr.js';

describe('S-expressions', () => {
  it('reads every kind of atom', () => {
    const forms = readSexprs('x |a b| :k 12 1.50 #xAf #b01 "a""b" ; comment\n(- 5)');
    expect(forms.map(({ kind }) => kind)).toEqual([
      'symbol',
      'symbol',
      'keyword',
      'numeral',
      'decimal',
      'hexadecimal',
      'binary',
      'string',
      'list',
    ]);
    expect(forms[1]).toMatchObject({ text: 'a b', quoted: true });
    expect(forms[7]).toMatchObject({ text: 'a"b' });
    expect(forms[8]).toMatchObject({ line: 2 });
  });

  it.each([
    ['(', 1],
    ['\n)', 2],
    ['"open', 1],
    ['|open', 1],
    ['12x', 1],
    ["'", 1],
  ])('refuses %j at its line', (text, line) => {
    expect(() => readSexprs(text)).toThrow(expect.objectContaining({ name: 'SexprError', line }));
  });

  it('bounds depth and size without recursion', () => {
    const deep = '('.repeat(200_000) + ')'.repeat(200_000);
    expect(() => readSexprs(deep)).toThrow(SexprError);
    expect(() => readSexprs(deep, { depth: 300_000, nodes: 1_000_000 })).not.toThrow();
    expect(() => readSexprs('x '.repeat(11), { depth: 1, nodes: 10 })).toThrow(
      expect.objectContaining({ bound: true }),
    );
  });

  it('reads back what is printed', () => {
    const atom = fc.oneof(
      fc.stringMatching(/^[a-z+<=!][a-z0-9!-]{0,6}$/),
      fc.nat().map(String),
      fc.string().map((text) => `"${text.replaceAll('"', '""')}"`),
    );
    const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
      tree: fc.oneof({ depthSize: 'small' }, atom, fc.array(tie('tree'), { maxLength: 4 })),
    }));
    fc.assert(
      fc.property(tree, (value) => {
        const [form] = readSexprs(print(value));
        expect(form === undefined ? undefined : shape(form)).toEqual(value);
      }),
    );
  });
});

function print(value: unknown): string {
  return Array.isArray(value) ? `(${value.map(print).join(' ')})` : String(value);
}

function shape(form: Sexpr): unknown {
  if (form.kind === 'list') return form.items.map(shape);
  return form.kind === 'string' ? `"${form.text.replaceAll('"', '""')}"` : form.text;
}
