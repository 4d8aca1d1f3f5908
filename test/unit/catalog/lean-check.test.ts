import { describe, expect, it } from 'vitest';
import { adapter } from '../../../adapters/lean/lean-check.js';
import { operation, type Input, type Output } from '../../../catalog/lean/check.js';

interface Told {
  readonly severity?: string;
  readonly data: string;
  readonly at?: readonly [number, number];
  readonly to?: readonly [number, number];
}

const line = ({ severity = 'error', data, at = [1, 0], to }: Told) => {
  const place = ([row, column]: readonly [number, number]) => ({ line: row, column });
  return ` ${JSON.stringify({ severity, data, pos: place(at), endPos: to === undefined ? null : place(to) })}`;
};
const reply = (lines: readonly string[]) => ({ text: lines.join('\n'), stderr: '' });
const decode = (input: Input, check: readonly string[], audit: readonly string[] = []) => {
  const first = adapter.decode(reply(check), input);
  const outcome = first.kind === 'follow-up' ? first.decode(reply(audit)) : first;
  if (outcome.kind !== 'ok') return outcome;
  const output = operation.output.parse(outcome.output);
  expect(operation.verify(input, output)).toBeNull();
  return { ...output, obligations: outcome.report?.obligations?.map(({ code }) => code) ?? [] };
};
const refused = (input: Input, ...told: Told[]) => decode(input, ['check', ...told.map(line), '', 'status 1']);
const audited = (input: Input, told: readonly Told[], data: string) =>
  decode(
    input,
    ['check', ...told.map(line), 'status 0', 'compiled olean AAAA'],
    ['audit module', line({ severity: 'information', data }), 'status 0'],
  );
const accepted = (input: Input, told: readonly Told[], axioms: string) => audited(input, told, `axioms ${axioms}`);
const t = 't' + 's1:t';

describe('what is sent', () => {
  it('is the source with its imports before it', () => {
    const grant = { budget: { wall_ms: 1, memory_mb: 1 }, soft_ms: 1 };
    const sent = Buffer.from('import B.C\nimport D\nimport A').toString('base64');
    expect(adapter.encode({ source: 'import A', imports: ['B.C', 'D'] }, grant).text).toContain(sent);
  });

  it.each([
    [{ source: '' }],
    [{ source: 'x\ud800' }],
    [{ source: 'x', imports: ['A\nB'] }],
    [{ source: 'module\nx', imports: ['A'] }],
    [{ source: 'x'.repeat(1_000_001) }],
    [{ source: 'x', import: ['A'] }],
  ])('is refused where it cannot be meant', (payload) => {
    expect(operation.input.safeParse(payload).success).toBe(false);
  });

  it('may be a module without further imports', () => {
    expect(operation.input.safeParse({ source: 'module\nx', imports: [] }).success).toBe(true);
  });
});

describe('the outcome', () => {
  it('has positions in the source, not in what was sent', () => {
    const answer = refused({ source: 'x\ny', imports: ['A', 'B'] }, { data: 'no', at: [4, 0], to: [4, 1] });
    expect(answer).toMatchObject({
      outcome: 'REJECTED',
      diagnostics: [{ start: { line: 2, column: 0 }, end: { line: 2, column: 1 } }],
    });
  });

  it('names the imports that are shown to be missing', () => {
    const source = 'import Lean\nimport Mathlib.Tactic\nimport Other\nimport Mathlib.Order\n';
    const data =
      "unknown module prefix 'Mathlib'\n\nNo directory 'Mathlib' or file 'Mathlib.olean' in the search path entries:\n<lean>";
    expect(refused({ source }, { data })).toMatchObject({
      outcome: 'IMPORT_UNAVAILABLE',
      missing_imports: ['Mathlib.Tactic', 'Mathlib.Order'],
      obligations: ['OTHER_IMPORTS_NOT_TRIED'],
    });
    expect(refused({ source: 'example : True := trivial', imports: ['Mathlib'] }, { data })).toMatchObject({
      missing_imports: ['Mathlib'],
      obligations: [],
    });
    const object = { data: "object file '<lean>/Lean/Nope.olean' of module Lean.Nope does not exist" };
    expect(refused({ source: 'import Lean.Nope\n' }, object)).toMatchObject({ missing_imports: ['Lean.Nope'] });
    // An import of an import.
    expect(refused({ source: 'import Batteries\n' }, { data: "unknown package 'Aesop'" })).toMatchObject({
      missing_imports: ['Aesop'],
    });
  });

  it('is no missing import where a source says so itself', () => {
    const said = { data: "unknown module prefix 'Mathlib'", at: [1, 0], to: [1, 5] } as const;
    expect(refused({ source: '#eval 1' }, said)).toMatchObject({ outcome: 'REJECTED' });
  });

  it('is not plain where sorry is anywhere', () => {
    const warning = { severity: 'warning', data: 'declaration uses `sorry`', to: [1, 1] } as const;
    expect(accepted({ source: 'x' }, [warning], '')).toMatchObject({ outcome: 'ELABORATED_WITH_SORRY' });
    expect(accepted({ source: 'x' }, [], `${t}+as7:sorryAx;`)).toMatchObject({ outcome: 'ELABORATED_WITH_SORRY' });
    const hidden = 'set_option warn.sorry false in\nexample : 1 = 2 := by sorry';
    expect(accepted({ source: hidden }, [], '')).toMatchObject({ outcome: 'ELABORATED_WITH_SORRY', axioms: [] });
    const idle = 'set_option warn.sorry false in\nexample : 1 = 1 := rfl';
    expect(accepted({ source: idle }, [], '')).toMatchObject({
      outcome: 'ELABORATED',
      obligations: ['EXAMPLES_NOT_AUDITED', 'STATEMENTS_NOT_COMPARED'],
    });
  });

  it('is a refusal where a part was passed over', () => {
    const exit = { severity: 'warning', data: "using 'exit' to interrupt Lean", at: [1, 0], to: [1, 5] } as const;
    expect(accepted({ source: '#exit\n-- done' }, [exit], '')).toMatchObject({ outcome: 'ELABORATED' });
    expect(accepted({ source: '#exit\ntheorem' }, [exit], '')).toMatchObject({ outcome: 'REJECTED' });
    expect(decode({ source: 'x' }, ['check', 'status 0'])).toMatchObject({ outcome: 'REJECTED' });
  });

  it('is a refusal where the kernel does not accept a declaration', () => {
    expect(audited({ source: 'x' }, [], 'refused s1:t')).toMatchObject({
      outcome: 'REJECTED',
      diagnostics: [{ message: 'The declaration t was put in past the kernel, which does not accept it.' }],
    });
  });

  it('says what a build cannot see, and what a proof rests on', () => {
    expect(accepted({ source: 'x' }, [], `${t}+as7:propext+ts2:em;`)).toMatchObject({
      axioms: [{ declaration: 't', axioms: ['propext'] }],
      obligations: ['AXIOMS_LOWER_BOUND', 'STATEMENTS_NOT_COMPARED'],
    });
    expect(accepted({ source: 'x' }, [], `${t}+as4:Leans12:ofReduceBool;`)).toMatchObject({
      obligations: ['OTHER_AXIOMS', 'STATEMENTS_NOT_COMPARED'],
    });
  });

  it('is not believed where a diagnostic lies beyond the source', () => {
    const at = (line: number, column: number): Output => ({
      outcome: 'REJECTED',
      diagnostics: [{ severity: 'error', message: 'no', start: { line, column }, end: null }],
    });
    const source = 'theorem t : 𝔸\n';
    for (const end of [at(1, 13), at(2, 0)]) expect(operation.verify({ source }, end)).toBeNull();
    for (const beyond of [at(1, 14), at(2, 1), at(3, 0)]) {
      expect(operation.verify({ source }, beyond)).toBe('diagnostics lie within the source');
    }
  });

  it('lists what the source declares, and nothing that Lean adds on its own', () => {
    const axioms = [
      'is1:T',
      'os1:Ts1:a',
      'os1:Ts3:rec',
      'ds1:Ts7:casesOn',
      'ts1:Ts1:as3:inj',
      'ts1:Ts1:as5:injEq+as7:propext',
    ]
      .concat(['ds1:f', 'ts1:fs4:eq_1', 'ds1:fs7:match_1', 'ds1:fs8:_proof_1', 'ts3:inj', 'ts1:Ts4:elim+as2:ax'])
      .map((entry) => `${entry};`)
      .join('');
    const answer = accepted({ source: 'x' }, [], axioms);
    expect('axioms' in answer && answer.axioms?.map(({ declaration }) => declaration)).toEqual([
      'T',
      'T.elim',
      'f',
      'inj',
    ]);
  });

  it('is exhaustion where memory ran out', () => {
    const data =
      "excessive memory consumption detected at 'x' (potential solution: increase memory consumption threshold)";
    expect(refused({ source: 'x' }, { data, to: [1, 1] })).toEqual({ kind: 'exhausted', resource: 'memory' });
  });
});

describe('the identities of an answer', () => {
  const answer: Output = { outcome: 'ELABORATED', diagnostics: [], axioms: [{ declaration: 't', axioms: [] }] };
  const error = { severity: 'error', message: 'no', start: { line: 1, column: 0 }, end: null } as const;

  it.each<[string, Output]>([
    ['an error in an accepted source', { ...answer, diagnostics: [error] }],
    ['a refusal without an error', { outcome: 'REJECTED', diagnostics: [] }],
    ['sorry that is not told', { ...answer, axioms: [{ declaration: 't', axioms: ['sorryAx'] }] }],
    ['no axioms', { outcome: 'ELABORATED', diagnostics: [] }],
    ['no missing import', { outcome: 'IMPORT_UNAVAILABLE', diagnostics: [error] }],
    [
      'a place outside of the source',
      { outcome: 'REJECTED', diagnostics: [{ ...error, start: { line: 2, column: 1 } }] },
    ],
  ])('catch %s', (_what, output) => {
    expect(operation.verify({ source: 'x' }, output)).not.toBeNull();
  });

  it('compare places and axioms, not wording', () => {
    const one: Output = { outcome: 'REJECTED', diagnostics: [error] };
    expect(operation.equal(one, { ...one, diagnostics: [{ ...error, message: 'other words' }] })).toBe(true);
    expect(operation.equal(one, { ...one, diagnostics: [{ ...error, start: { line: 2, column: 0 } }] })).toBe(false);
    expect(operation.equal(answer, { ...answer, axioms: [{ declaration: 't', axioms: ['propext'] }] })).toBe(false);
  });
});
