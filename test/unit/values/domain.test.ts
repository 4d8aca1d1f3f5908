import fc from 'fast-check';
import { expect, test } from 'vitest';
import { characteristic, inverseModulo, parseDomain } from '../../../src/values/domain.js';
import { tryParse } from '../../../src/values/value.js';

test.each(['QQ', 'ZZ', 'GF(2)', 'GF(7)', `GF(${String(2n ** 255n - 19n)})`])('%s is a domain', (text) => {
  expect(tryParse(parseDomain, text)).toEqual({ value: text });
});

test.each(['GF(1)', 'GF(9)', 'GF(07)', 'GF(-7)', 'GF(2^3)', 'Q', '', 7, null, undefined])('%j is none', (raw) => {
  expect('issues' in tryParse(parseDomain, raw)).toBe(true);
});

test('a characteristic that is too long is a matter of bounds', () => {
  const result = tryParse(parseDomain, `GF(${'1'.repeat(500)})`);
  expect('issues' in result && result.issues.kept[0]?.bound).toBe(true);
});

test('characteristics', () => {
  expect(characteristic('QQ')).toBeNull();
  expect(characteristic('GF(7)')).toBe(7n);
});

test('inverses', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -500n, max: 500n }), (value) => {
      const inverse = inverseModulo(value, 101n);
      if (value % 101n === 0n) expect(inverse).toBeNull();
      else expect(((((inverse ?? 0n) * value) % 101n) + 101n) % 101n).toBe(1n);
    }),
  );
});
