import { describe, expect, it } from 'vitest';
import { adapter as checkAdapter } from '../../../adapters/direct/sat-assignment-check.js';
import { adapter as z3 } from '../../../adapters/z3/sat-solve.js';
import { operation as check } from '../../../catalog/sat/assignment-check.js';
import { operation as solve } from '../../../catalog/sat/solve.js';

const grant = { budget: { wall_ms: 1_000, memory_mb: 100 }, soft_ms: 800 };
const reply = (text: string) => ({ text, stderr: '' });
const formula = (clauses: number[][]) =>
  solve.input.parse({ cnf: { variables: ['a) (exit', 'b'], clauses }, timeout_ms: 5 });

describe('sat.solve', () => {
  it('sends no name of a caller to the engine', () => {
    expect(z3.encode(formula([[1, -2]]), grant).text).not.toContain('exit');
  });

  it('gives a value to variables that occur nowhere', () => {
    const input = formula([[2]]);
    const outcome = z3.decode(reply('sat\n(:reason-unknown "")\n((s1 true))'), input);
    expect(outcome).toMatchObject({ kind: 'ok', output: { outcome: 'SAT', assignment: [false, true] } });
  });

  it('owes a proof for UNSAT, and never makes UNSAT of an unknown', () => {
    const input = formula([[1], [-1]]);
    const unsat = z3.decode(reply('unsat\n(:reason-unknown "")\n(error "line 9: model is not available")'), input);
    expect(unsat).toMatchObject({
      output: { outcome: 'UNSAT' },
      report: { obligations: [{ code: 'UNSAT_NOT_CHECKED' }] },
    });
    for (const [reason, resource] of [
      ['timeout', 'time'],
      ['sat.max.conflicts', 'work'],
      ['incomplete', 'work'],
      ['max. memory exceeded', 'memory'],
    ]) {
      const text = `unknown\n(:reason-unknown "${String(reason)}")\n(error "model is not available")`;
      expect(z3.decode(reply(text), input)).toEqual({ kind: 'exhausted', resource });
    }
    expect(solve.exhausted?.(input, 'time')).toEqual({ outcome: 'UNKNOWN', exhausted: 'time' });
  });

  it('refuses replies that say something else', () => {
    for (const text of ['', 'sat', 'sat\n((s0 true))', '(error "x")\nsat', 'sat\n((s0 maybe) (s1 true))']) {
      expect(() => z3.decode(reply(text), formula([[1, 2]])), text).toThrow();
    }
  });

  it('verifies assignments', () => {
    const input = formula([[1, 2], [-1]]);
    expect(solve.verify(input, { outcome: 'SAT', assignment: [false, true] })).toBeNull();
    expect(solve.verify(input, { outcome: 'SAT', assignment: [true, true] })).not.toBeNull();
    expect(solve.verify(input, { outcome: 'SAT', assignment: [false] })).not.toBeNull();
    expect(solve.payloadBudget?.(input)).toEqual({ wall_ms: 5 });
  });
});

describe('sat.assignment.check', () => {
  it('agrees with its own verification', () => {
    for (const assignment of [
      [true, true],
      [true, false],
      [false, true],
      [false, false],
    ]) {
      const input = check.input.parse({ cnf: { dimacs: 'p cnf 2 2\n1 2 0\n-1 2 0\n' }, assignment });
      const outcome = checkAdapter.compute(input, new AbortController().signal);
      if (outcome.kind !== 'ok') throw new Error('a direct answer');
      expect(outcome.output.satisfies).toBe(assignment[1]);
      expect(check.verify(input, outcome.output)).toBeNull();
    }
  });

  it('refuses an assignment of another length', () => {
    expect(check.input.safeParse({ cnf: { variables: ['a'], clauses: [] }, assignment: [] }).success).toBe(false);
  });
});
