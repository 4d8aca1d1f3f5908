import { expect, it } from 'vitest';
import { parseRationalList } from '../../../src/values/rational-list.js';
import { tryParse } from '../../../src/values/value.js';

const parse = (raw: unknown) => {
  const result = tryParse(parseRationalList(2), raw);
  return 'value' in result ? result.value : result.issues.kept.map(({ code, location }) => [code, location.join('.')]);
};

it('reads a list of rationals in any form', () => {
  expect(parse(['-2/4', 3])).toEqual([
    { num: '-1', den: '2' },
    { num: '3', den: '1' },
  ]);
  expect(parse([])).toEqual([]);
});

it('says where a list is wrong', () => {
  expect(parse(undefined)).toEqual([['missing', '']]);
  expect(parse('1')).toEqual([['wrong_type', '']]);
  expect(parse([1, '1/0'])).toEqual([['zero_denominator', '1']]);
  expect(parse([1, 2, 3])).toEqual([['out_of_bounds', '']]);
});
