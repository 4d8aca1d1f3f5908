import { describe, expect, it } from 'vitest';
import { answerOf, operation } from '../../../catalog/lattice/basis-reduce.js';

const parse = (basis: number[][]) => operation.input.parse({ basis });
const text = (rows: number[][]) => rows.map((row) => row.map(String));
const verify = (basis: number[][], reduced: number[][], transformation: number[][]) => {
  const input = parse(basis);
  return operation.verify(input, answerOf(input.basis, text(reduced), text(transformation)));
};
const identity = [
  [1, 0],
  [0, 1],
];

describe('lattice.basis.reduce', () => {
  it('accepts a reduced basis, also of dependent rows and of none', () => {
    expect(
      verify(
        [
          [201, 37],
          [1648, 297],
        ],
        [
          [1, 32],
          [40, 1],
        ],
        [
          [41, -5],
          [-8, 1],
        ],
      ),
    ).toBeNull();
    expect(verify([[4], [6]], [[2]], [[-1, 1]])).toBeNull();
    expect(verify([[0, 0]], [], [])).toBeNull();
  });

  it('takes a rational matrix with integral entries, and no other', () => {
    const of = (den: string) => ({
      domain: 'QQ',
      row_count: 1,
      column_count: 1,
      entries: [[{ num: '3', den }]],
    });
    expect(operation.input.parse({ basis: of('1') })).toEqual(parse([[3]]));
    expect(operation.input.safeParse({ basis: of('2') }).success).toBe(false);
  });

  it('refuses what is not of the relation', () => {
    expect(
      verify(identity, identity, [
        [1, 0],
        [1, 1],
      ]),
    ).toBe('reduced_basis = T·basis');
  });

  it('refuses a sublattice', () => {
    expect(
      verify(
        identity,
        [
          [2, 0],
          [0, 1],
        ],
        [
          [2, 0],
          [0, 1],
        ],
      ),
    ).toContain('integer combination');
    expect(verify([[4], [6]], [[4]], [[1, 0]])).toContain('integer combination');
    expect(verify(identity, [[1, 0]], [[1, 0]])).toContain('integer combination');
  });

  it('refuses a basis that is not reduced', () => {
    expect(
      verify(
        [
          [1, 0],
          [1, 1],
        ],
        [
          [1, 0],
          [1, 1],
        ],
        identity,
      ),
    ).toContain('size');
    expect(
      verify(
        [
          [2, 0],
          [0, 1],
        ],
        [
          [2, 0],
          [0, 1],
        ],
        identity,
      ),
    ).toContain('Lovász');
  });

  it('compares lattices, not bases', () => {
    const { basis } = parse(identity);
    const of = (rows: number[][]) => answerOf(basis, text(rows), text(rows));
    expect(
      operation.equal(
        of(identity),
        of([
          [0, -1],
          [1, 0],
        ]),
      ),
    ).toBe(true);
    expect(
      operation.equal(
        of(identity),
        of([
          [1, 0],
          [0, 2],
        ]),
      ),
    ).toBe(false);
    expect(operation.equal(of(identity), of([[1, 0]]))).toBe(false);
  });
});
