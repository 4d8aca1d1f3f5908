import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inCallersRoot, monicImage, parseNumberField } from '../../../src/values/number-field.js';
import { countRealRoots } from '../../../src/values/sturm.js';
import { mustParse, tryParse } from '../../../src/values/value.js';

const parse = (raw: unknown) => mustParse(parseNumberField(60), raw).coefficients_descending;
const codes = (raw: unknown) => {
  const result = tryParse(parseNumberField(60), raw);
  return 'issues' in result ? result.issues.kept.map(({ code }) => code) : [];
};

test.each([
  ['x^2+5', ['1', '0', '5']],
  ['2*y^2+10', ['2', '0', '10']],
  ['x^3/2+x-7/3', ['3', '0', '6', '-14']],
  [{ domain: 'QQ', coefficients_descending: ['1', 0, 5] }, ['1', '0', '5']],
  [{ coefficients_descending: ['0', '1', '0', '14'] }, ['1', '0', '14']],
  [
    {
      variables: ['x'],
      polynomial: {
        terms: [
          { coefficient: 1, exponents: [2] },
          { coefficient: 1, exponents: [0] },
        ],
      },
    },
    ['1', '0', '1'],
  ],
])('%j', (raw, coefficients) => {
  expect(parse(raw)).toEqual(coefficients);
});

test('the canonical form is a fixed point', () => {
  fc.assert(
    fc.property(fc.array(fc.bigInt().map(String), { minLength: 1, maxLength: 8 }), (rest) => {
      const field = { domain: 'QQ', coefficients_descending: ['3', ...rest] };
      expect(mustParse(parseNumberField(60), field)).toEqual(field);
    }),
  );
});

test.each([
  ['7', 'constant'],
  [{ coefficients_descending: ['5'] }, 'constant'],
  [{ coefficients_descending: [] }, 'constant'],
  [{ coefficients_descending: 'x' }, 'wrong_type'],
  [{ domain: 'ZZ', coefficients_descending: ['1', '1'] }, 'unknown_domain'],
  ['x^61+1', 'out_of_bounds'],
  [{ expression: 'x+y', variables: ['x', 'y'] }, 'not_a_number_field'],
  [{ expression: 'x^2+1', domain: 'GF(7)' }, 'not_a_number_field'],
])('%j is refused as %s', (raw, code) => {
  expect(codes(raw)).toContain(code);
});

test('the monic image has the root aθ', () => {
  // 2x^2+10x+27 at x = y/2, times 2: y^2+10y+54.
  const image = monicImage({ domain: 'QQ', coefficients_descending: ['2', '10', '27'] });
  expect(image).toEqual({ coefficients: ['1', '10', '54'], scale: 2n });
  expect(
    inCallersRoot(
      [
        { num: '1', den: '3' },
        { num: '1', den: '2' },
      ],
      2n,
    ),
  ).toEqual({
    coefficients_ascending: [
      { num: '1', den: '3' },
      { num: '1', den: '1' },
    ],
  });
});

test.each([
  [[5n, 0n, 1n], 0],
  [[-2n, 0n, 1n], 2],
  [[-6n, 11n, -6n, 1n], 3],
  [[0n, 0n, 1n], 1],
  [[1n, -1n], 1],
  [[7n], 0],
  [[-1n, -1n, 0n, 0n, 0n, 1n], 1],
])('%s has %i real roots', (coefficients, count) => {
  expect(countRealRoots(coefficients)).toBe(count);
});

test('roots that are given are counted once each', () => {
  fc.assert(
    fc.property(fc.array(fc.bigInt({ min: -20n, max: 20n }), { minLength: 1, maxLength: 7 }), (roots) => {
      let f = [1n];
      for (const root of roots) f = [0n, ...f].map((each, at) => each - root * (f[at] ?? 0n));
      expect(countRealRoots(f.map((each) => -3n * each))).toBe(new Set(roots).size);
    }),
  );
});
