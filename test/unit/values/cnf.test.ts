import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { firstFalseClause, parseCnf, printDimacsCnf } from '../../../src/values/cnf.js';
import { mustParse, tryParse } from '../../../src/values/value.js';

const codeOf = (raw: unknown) => {
  const result = tryParse(parseCnf, raw);
  return 'issues' in result ? result.issues.kept[0]?.code : null;
};
const literal = fc.integer({ min: 1, max: 5 }).chain((v) => fc.constantFrom(v, -v));
const clauses = fc.array(fc.array(literal, { maxLength: 4 }), { maxLength: 8 });

describe('formulas', () => {
  it('keep the order of variables, clauses and literals', () => {
    const given = { variables: ['b', 'a'], clauses: [[2, -1], [], [1, 1, -1]] };
    expect(mustParse(parseCnf, given)).toEqual(given);
  });

  it('come from DIMACS texts', () => {
    const text = 'c comment\np cnf 3 2\n1 -2\n0 3 0\n%\n0\n';
    expect(mustParse(parseCnf, { dimacs: text })).toEqual({ variables: ['x1', 'x2', 'x3'], clauses: [[1, -2], [3]] });
  });

  it('are read back from their DIMACS text', () => {
    fc.assert(
      fc.property(clauses, (list) => {
        expect(mustParse(parseCnf, { dimacs: printDimacsCnf(5, list) }).clauses).toEqual(list);
      }),
    );
  });

  it('refuse texts that contradict their header', () => {
    for (const dimacs of [
      '',
      'p cnf 2 1\n1 3 0\n',
      'p cnf 2 2\n1 0\n',
      'p cnf 2 1\n1 0\n2 0\n',
      'p cnf 2 1\n1 2\n',
      '1 0\n',
    ]) {
      expect(codeOf({ dimacs }), dimacs).toBe('invalid_dimacs');
    }
    for (const dimacs of [
      'p cnf 2 1\n1 x 0\n',
      'p dnf 2 1\n1 0\n',
      'p cnf 2 1\np cnf 2 1\n1 0\n',
      'p cnf 2 1\n1.5 0\n',
    ]) {
      expect(codeOf({ dimacs }), dimacs).toBe('invalid_dimacs');
    }
    expect(codeOf({ dimacs: 'p cnf 99999999 1\n1 0\n' })).toBe('out_of_bounds');
  });

  it('refuse literals that name no variable', () => {
    expect(codeOf({ variables: ['a'], clauses: [[2]] })).toBe('unknown_variable');
    expect(codeOf({ variables: ['a'], clauses: [[0]] })).toBe('unknown_variable');
    expect(codeOf({ variables: ['a'], clauses: [['1']] })).toBe('wrong_type');
    expect(codeOf({ variables: ['a', 'a'], clauses: [] })).toBe('repeated_variable');
  });

  it('name the first false clause', () => {
    const formula = { variables: ['a', 'b'], clauses: [[1, -1], [2], []] };
    expect(firstFalseClause(formula, [true, true])).toBe(2);
    expect(firstFalseClause(formula, [true, false])).toBe(1);
    expect(firstFalseClause({ variables: [], clauses: [] }, [])).toBeNull();
  });
});
