import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  groupOrder,
  orbitsOf,
  parsePermutationGroup,
  printCycles,
  readPermutationGroup,
} from '../../../src/values/permutation-group.js';
import { collectIssues, mustParse, tryParse } from '../../../src/values/value.js';

const codeOf = (raw: unknown) => {
  const result = tryParse(parsePermutationGroup, raw);
  return 'issues' in result ? result.issues.kept[0]?.code : null;
};
const permutation = (n: number) => fc.shuffledSubarray([...Array(n).keys()], { minLength: n });

/** All products, one after the other. */
function orderByClosure(degree: number, generators: readonly (readonly number[])[]): bigint {
  const identity = [...Array(degree).keys()];
  const known = new Map([[identity.join(), identity]]);
  for (const element of known.values()) {
    for (const g of generators) {
      const next = element.map((image) => g[image]!);
      known.set(next.join(), next);
    }
  }
  return BigInt(known.size);
}

describe('permutation groups', () => {
  it('are read from images counted from 0 or 1, and from cycles', () => {
    const group = { degree: 5, generators: [[1, 2, 0, 4, 3]] };
    expect(mustParse(parsePermutationGroup, group)).toEqual(group);
    expect(mustParse(parsePermutationGroup, { degree: 5, generators: [[2, 3, 1, 5, 4]] })).toEqual(group);
    expect(mustParse(parsePermutationGroup, { generators: ['(1,2,3) (4, 5)'] })).toEqual(group);
    expect(mustParse(parsePermutationGroup, { degree: 2, generators: ['()'] })).toEqual({
      degree: 2,
      generators: [[0, 1]],
    });
    expect(readPermutationGroup({ degree: 2, generators: [[2, 1]] }, [], collectIssues())?.base).toBe(1);
    expect(readPermutationGroup({ degree: 2, generators: [] }, [], collectIssues())?.base).toBeNull();
  });

  it('refuse what is no permutation', () => {
    expect(codeOf({ degree: 3, generators: [[0, 1]] })).toBe('not_a_permutation');
    expect(codeOf({ degree: 3, generators: [[0, 1, 1]] })).toBe('not_a_permutation');
    expect(
      codeOf({
        degree: 2,
        generators: [
          [1, 0],
          [2, 1],
        ],
      }),
    ).toBe('mixed_bases');
    expect(codeOf({ degree: 3, generators: ['(1,2)(2,3)'] })).toBe('invalid_cycles');
    expect(codeOf({ degree: 3, generators: ['(1,4)'] })).toBe('invalid_cycles');
    expect(codeOf({ degree: 3, generators: ['(0,1)'] })).toBe('invalid_cycles');
    expect(codeOf({ generators: [] })).toBe('missing');
    expect(codeOf({ degree: 100_000, generators: [] })).toBe('out_of_bounds');
  });

  it('are read back from their cycles', () => {
    fc.assert(
      fc.property(permutation(7), (images) => {
        expect(mustParse(parsePermutationGroup, { degree: 7, generators: [printCycles(images)] }).generators).toEqual([
          images,
        ]);
      }),
    );
  });
});

describe('the order of a group', () => {
  it('is that of the closure', () => {
    fc.assert(
      fc.property(fc.array(permutation(6), { maxLength: 3 }), (generators) => {
        expect(groupOrder(6, generators)).toBe(orderByClosure(6, generators));
      }),
    );
  });

  it('is not taken for complete while an orbit lacks one point', () => {
    const generators = [
      [0, 3, 4, 2, 1, 5],
      [3, 0, 5, 2, 4, 1],
      [0, 1, 5, 2, 3, 4],
    ];
    expect(groupOrder(6, generators)).toBe(720n);
  });

  it('is known for the symmetric group and for the Mathieu group M11', () => {
    const cycle = [...Array(20).keys()].map((i) => (i + 1) % 20);
    const swap = [1, 0, ...[...Array(18).keys()].map((i) => i + 2)];
    expect(groupOrder(20, [cycle, swap])).toBe(2_432_902_008_176_640_000n);
    const cycles = ['(1,2,3,4,5,6,7,8,9,10,11)', '(3,7,11,8)(4,10,5,6)'];
    const { degree, generators } = mustParse(parsePermutationGroup, { degree: 11, generators: cycles });
    expect(groupOrder(degree, generators)).toBe(7_920n);
  });

  it('is given up beyond the stated work', () => {
    const cycle = [...Array(60).keys()].map((i) => (i + 1) % 60);
    const swap = [1, 0, ...[...Array(58).keys()].map((i) => i + 2)];
    expect(groupOrder(60, [cycle, swap], 10_000)).toBeNull();
  });

  it('goes with orbits', () => {
    expect(
      orbitsOf(5, [
        [3, 1],
        [1, 4],
      ]),
    ).toEqual([[0], [1, 3, 4], [2]]);
  });
});
