import { describe, expect, it } from 'vitest';
import { adapter } from '../../../adapters/z3/smt-solve.js';
import { operation, type Input } from '../../../catalog/smt/solve.js';

const grant = { budget: { wall_ms: 5_000, memory_mb: 512, solver_steps: 77 }, soft_ms: 4_000 };

function parse(payload: unknown): Input {
  return operation.input.parse(payload);
}

function decode(input: Input, text: string) {
  return adapter.decode({ text, stderr: '' }, input);
}

describe('smt.solve', () => {
  const input = parse({ logic: 'QF_LIA', smtlib: '(declare-const secret Int)(assert (> secret 5))', timeout_ms: 900 });

  it('sends our own printing with its limits', () => {
    expect(adapter.encode(input, grant).text).toBe(
      [
        '(set-option :timeout 4000)',
        '(set-option :rlimit 77)',
        '(set-logic QF_LIA)',
        '(declare-fun s0 () Int)',
        '(assert (> s0 5))',
        '(check-sat)',
        '(get-info :reason-unknown)',
        '(get-model)',
        '(pop 1)',
      ].join('\n'),
    );
    expect(operation.payloadBudget?.(input)).toEqual({ wall_ms: 900 });
  });

  it('leaves the logic out where the script goes beyond it', () => {
    const beyond = parse({ logic: 'QF_LIA', smtlib: '(declare-const r Real)(assert (> (* r r) 2))' });
    expect(adapter.encode(beyond, grant).text).not.toContain('set-logic');
  });

  it('gives a model after sat, checked', () => {
    const outcome = decode(input, 'sat\n(:reason-unknown "")\n((define-fun s0 () Int 6))');
    expect(outcome).toEqual({
      kind: 'ok',
      output: { outcome: 'SAT', model: [{ name: 'secret', sort: 'Int', value: '6' }] },
      report: {},
    });
    const wrong = decode(input, 'sat\n((define-fun s0 () Int 5))');
    expect(wrong.kind === 'ok' ? operation.verify(input, wrong.output) : null).toBe(
      'every assertion holds under the model',
    );
  });

  it('gives no model after unknown or unsat', () => {
    expect(decode(input, 'unknown\n(:reason-unknown "timeout")\n((define-fun s0 () Int 6))')).toMatchObject({
      output: { outcome: 'UNKNOWN', exhausted: 'time', reason: 'timeout' },
    });
    const unsat = decode(input, 'unsat\n(error "no model")');
    expect(unsat).toMatchObject({
      output: { outcome: 'UNSAT' },
      report: { obligations: [{ code: 'UNSAT_NOT_PROVED' }] },
    });
    expect(operation.verify(input, { outcome: 'UNSAT', model: [] })).not.toBeNull();
  });

  it('takes an error before the verdict for a refusal of the script, and says of which line', () => {
    const two = parse({
      logic: 'ALL',
      smtlib: '(declare-const secret Int)\n(assert (> secret 5))\n\n(assert (> secret 6))',
    });
    const text = (line: number) =>
      `(error "line ${String(line)} column 9: unknown constant s9 of t0")\nsat\n(:reason-unknown "")\n()\n(error "line 40 column 6: invalid pop command")`;
    const said = (line: number) =>
      expect.stringMatching(
        new RegExp(
          `^Line ${String(line)}: The solver does not read this command: unknown constant <symbol> of <sort>$`,
        ),
      ) as string;
    expect(decode(two, text(36))).toEqual({ kind: 'rejected', field: 'smtlib', message: said(4) });
    expect(decode(two, text(35))).toMatchObject({ message: said(2) });
    expect(decode(two, text(34))).toMatchObject({ message: said(1) });
    for (const elsewhere of [37, 33])
      expect(decode(two, text(elsewhere))).toMatchObject({
        message: 'The solver does not read some part of the script: unknown constant <symbol> of <sort>',
      });
  });

  it('has a reason for every UNKNOWN', () => {
    expect(decode(input, 'unknown\n(:reason-unknown "")')).toMatchObject({
      output: { reason: 'the solver gave up and did not say why' },
    });
    for (const resource of ['time', 'work', 'memory'] as const) {
      const answer = operation.exhausted?.(input, resource);
      expect(operation.output.parse(answer)).toMatchObject({ outcome: 'UNKNOWN', exhausted: resource });
      expect(answer?.reason).toMatch(/limit/);
    }
  });

  it('completes division by zero where zero will do, and says so where it does not know', () => {
    const zero = parse({ logic: 'QF_NIA', smtlib: '(declare-const a Int)(assert (= (div a 0) 0))' });
    expect(decode(zero, 'sat\n((define-fun s0 () Int 6))')).toMatchObject({
      output: { model: expect.arrayContaining([expect.objectContaining({ name: '(div x 0)' })]) as unknown },
    });
    const other = parse({ logic: 'QF_NIA', smtlib: '(declare-const a Int)(assert (= (div a 0) 1))' });
    expect(decode(other, 'sat\n((define-fun s0 () Int 6))')).toMatchObject({
      report: { obligations: [{ code: 'MODEL_NOT_CHECKED' }] },
    });
  });

  it.each([
    ['another logic', { logic: 'QF_LIA', smtlib: '(set-logic QF_LRA)' }],
    ['an unknown logic', { logic: 'QF_', smtlib: '' }],
    ['an unknown logic', { logic: 'NONSENSE', smtlib: '' }],
    ['an unknown key', { logic: 'QF_LIA', smtlib: '', more: 1 }],
    ['a missing script', { logic: 'QF_LIA' }],
  ])('refuses %s', (_what, payload) => {
    expect(operation.input.safeParse(payload).success).toBe(false);
  });

  it.each([
    'QF_UF',
    'QF_LIA',
    'QF_LRA',
    'QF_NRA',
    'QF_BV',
    'QF_ABVFP',
    'AUFNIRA',
    'QF_SLIA',
    'QF_AX',
    'UFLIA',
    'ALL',
    'QF_UFDTLIA',
  ])('knows the logic %s', (logic) => {
    expect(operation.input.safeParse({ logic, smtlib: '' }).success).toBe(true);
  });
});
