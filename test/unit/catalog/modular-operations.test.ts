import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkLogarithm } from '../../../catalog/discrete-logarithm-check.js';
import { operation as logarithm, toOutput } from '../../../catalog/modular/compute-discrete-logarithm.js';
import { operation as remainder } from '../../../catalog/modular/solve-chinese-remainder.js';

describe('Chinese remainder', () => {
  const systems = fc.array(fc.tuple(fc.integer({ min: -99, max: 99 }), fc.integer({ min: 1, max: 30 })), {
    maxLength: 4,
  });

  it('accepts exactly the right answer', () => {
    fc.assert(
      fc.property(systems, (system) => {
        const given = { residues: system.map(([r]) => String(r)), moduli: system.map(([, m]) => String(m)) };
        const modulus = system.reduce((lcm, [, m]) => multiple(lcm, m), 1);
        const x = Array.from({ length: modulus }, (_, i) => i).find((i) => system.every(([r, m]) => (i - r) % m === 0));
        if (x === undefined) {
          const verdicts = pairs(system.length).map((conflict) =>
            remainder.verify(given, { status: 'INCONSISTENT', conflict }),
          );
          expect(verdicts).toContain(null);
          expect(remainder.verify(given, solution(0, modulus))).not.toBe(null);
        } else {
          expect(remainder.verify(given, solution(x, modulus))).toBe(null);
          expect(remainder.verify(given, solution(x + modulus, modulus))).not.toBe(null);
          expect(remainder.verify(given, solution(x, modulus * 2))).not.toBe(null);
          expect(remainder.verify(given, solution(x + 1, modulus + 1))).not.toBe(null);
          for (const conflict of pairs(system.length))
            expect(remainder.verify(given, { status: 'INCONSISTENT', conflict })).not.toBe(null);
        }
      }),
    );
  });

  it('wants the fields of its status', () => {
    const given = { residues: ['1', '2'], moduli: ['4', '6'] };
    expect(remainder.verify(given, { status: 'INCONSISTENT' })).not.toBe(null);
    expect(remainder.verify(given, { status: 'INCONSISTENT', conflict: [0, 2] })).not.toBe(null);
    expect(remainder.verify(given, { status: 'SOLUTION' })).not.toBe(null);
  });

  it.each([
    [{ residues: [1, 2], moduli: [5] }, 'length_mismatch', false],
    [{ residues: [1], moduli: [0] }, 'too_small', false],
    [{ residues: [1], moduli: [-3] }, 'too_small', false],
    [{ residues: ['1', '1'], moduli: ['10^60000', '10^60000'] }, 'out_of_bounds', true],
  ])('refuses %j as %s', (payload, code, bound) => {
    expect(remainder.input.safeParse(payload).error?.issues).toMatchObject([{ params: { code, bound } }]);
  });

  it('accepts JSON integers, strings and no congruence at all', () => {
    expect(remainder.input.parse({ residues: [1, '-4'], moduli: ['2^3', 5] })).toEqual({
      residues: ['1', '-4'],
      moduli: ['8', '5'],
    });
    expect(remainder.verify({ residues: [], moduli: [] }, solution(0, 1))).toBe(null);
  });
});

describe('discrete logarithm', () => {
  it('accepts exactly the right answer for all small moduli', () => {
    for (let modulus = 1; modulus <= 9; modulus += 1) {
      for (let base = 0; base < modulus; base += 1) {
        for (let target = 0; target < modulus; target += 1) {
          const given = { base: String(base - modulus), target: String(target), modulus: String(modulus) };
          const right = bruteForce(base, target, modulus);
          for (const candidate of [[], ...Array.from({ length: 11 }, (_, x) => [x])])
            for (const period of candidate.length === 0 ? [[]] : [[], ...Array.from({ length: 9 }, (_, p) => [p])]) {
              const answer = [...candidate, ...period];
              const verdict = checkLogarithm(given, toOutput(answer.map(String)));
              expect(verdict === null, JSON.stringify([given, answer])).toBe(
                JSON.stringify(answer) === JSON.stringify(right),
              );
            }
        }
      }
    }
  });

  it('checks power, least exponent and period modulo a large prime', () => {
    // 10^12+39 is prime; 2 generates a subgroup whose order divides 10^12+38.
    const given = { base: '2', target: String(2n ** 41n % (10n ** 12n + 39n)), modulus: String(10n ** 12n + 39n) };
    const order = 10n ** 12n + 38n;
    expect(checkLogarithm(given, { status: 'SOLVED', discrete_log: '42', period: String(order) })).not.toBe(null);
    expect(
      checkLogarithm(given, { status: 'SOLVED', discrete_log: String(41n + order), period: String(order) }),
    ).not.toBe(null);
    expect(checkLogarithm(given, { status: 'SOLVED', discrete_log: '41', period: String(2n * order) })).not.toBe(null);
    expect(checkLogarithm(given, { status: 'SOLVED', discrete_log: '41' })).toBe(null);
    expect(checkLogarithm(given, { status: 'SOLVED' })).not.toBe(null);
    expect(checkLogarithm(given, { status: 'UNSOLVABLE', period: '3' })).not.toBe(null);
  });

  it.each([0, -7])('refuses the modulus %i', (modulus) => {
    expect(logarithm.input.safeParse({ base: 2, target: 1, modulus }).error?.issues).toMatchObject([
      { path: ['modulus'], params: { code: 'not_positive', bound: false } },
    ]);
  });
});

function solution(residue: number, modulus: number) {
  return { status: 'SOLUTION' as const, residue: String(residue), modulus: String(modulus) };
}

function pairs(count: number): [number, number][] {
  return Array.from({ length: count }, (_, j) =>
    Array.from({ length: j }, (_unused, i): [number, number] => [i, j]),
  ).flat();
}

function multiple(a: number, b: number): number {
  let value = a;
  while (value % b !== 0) value += a;
  return value;
}

/** [], [x] or [x, period] from the first 2·modulus powers. */
function bruteForce(base: number, target: number, modulus: number): number[] {
  const hits: number[] = [];
  for (let exponent = 0, power = 1 % modulus; exponent <= 2 * modulus; exponent += 1, power = (power * base) % modulus)
    if (power === target) hits.push(exponent);
  const [first, second] = hits;
  if (first === undefined) return [];
  return second === undefined ? [first] : [first, second - first];
}
