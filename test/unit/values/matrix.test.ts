import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  matrix,
  matrixJsonSchema,
  matrixOutput,
  matrixParser,
  type DomainKind,
  type MatrixOptions,
} from '../../../src/values/matrix.js';
import { tryParse } from '../../../src/values/value.js';

const anyDomain = { domains: ['QQ', 'ZZ', 'GF(p)'] } as const satisfies MatrixOptions<DomainKind>;

function parse<K extends DomainKind>(raw: unknown, options: MatrixOptions<K>) {
  const result = tryParse(matrixParser(options), raw);
  return 'value' in result ? result.value : result.issues.kept;
}
const codes = (raw: unknown, options: MatrixOptions<DomainKind> = anyDomain) => {
  const result = tryParse(matrixParser(options), raw);
  return 'value' in result ? 'accepted' : result.issues.kept.map(({ code, location }) => [code, location.join('.')]);
};

describe('forms of a matrix', () => {
  it('reads a bare array of rows in the first domain', () => {
    expect(parse([['1/2', 3]], anyDomain)).toEqual({
      domain: 'QQ',
      row_count: 1,
      column_count: 2,
      entries: [
        [
          { num: '1', den: '2' },
          { num: '3', den: '1' },
        ],
      ],
    });
    expect(parse([['-0', '2^10']], { domains: ['ZZ'] })).toMatchObject({ domain: 'ZZ', entries: [['0', '1024']] });
  });

  it('reads dense entries with and without counts', () => {
    const wanted = { domain: 'ZZ', row_count: 1, column_count: 2, entries: [['1', '2']] };
    expect(parse({ entries: [[1, 2]] }, { domains: ['ZZ'] })).toEqual(wanted);
    expect(parse({ domain: 'ZZ', row_count: 1, column_count: 2, entries: [[1, 2]] }, anyDomain)).toEqual(wanted);
  });

  it('reads sparse entries', () => {
    const entries = [{ row: 0, column: 2, value: '5' }];
    expect(parse({ row_count: 1, column_count: 3, entries }, { domains: ['ZZ'] })).toMatchObject({
      entries: [['0', '0', '5']],
    });
    expect(parse({ row_count: 2, column_count: 1 }, { domains: ['ZZ'] })).toMatchObject({ entries: [['0'], ['0']] });
  });

  it('keeps the columns of a matrix without rows, and the rows of one without columns', () => {
    expect(parse({ row_count: 0, column_count: 3, entries: [] }, anyDomain)).toMatchObject({ column_count: 3 });
    expect(parse([[], []], anyDomain)).toMatchObject({ row_count: 2, column_count: 0 });
    expect(parse([], anyDomain)).toMatchObject({ row_count: 0, column_count: 0 });
  });

  it('reduces entries of a prime field', () => {
    expect(parse({ domain: 'GF(7)', entries: [[-1, '1/2', '7']] }, anyDomain)).toMatchObject({
      entries: [['6', '4', '0']],
    });
    expect(codes({ domain: 'GF(7)', entries: [['1/7']] })).toEqual([['zero_denominator', 'entries.0.0']]);
  });
});

describe('integral values over ZZ and QQ', () => {
  const three = { num: '3', den: '1' };

  it('reads an integer matrix where rationals are wanted', () => {
    const given = { domain: 'ZZ', row_count: 1, column_count: 1, entries: [['3']] };
    expect(parse(given, { domains: ['QQ'] })).toEqual({ ...given, domain: 'QQ', entries: [[three]] });
    expect(codes({ ...given, entries: [['1/2']] }, { domains: ['QQ'] })).toEqual([['not_integral', 'entries.0.0']]);
  });

  it('reads a rational matrix with integral entries where integers are wanted', () => {
    const given = { domain: 'QQ', row_count: 1, column_count: 2, entries: [[three, { num: '-4', den: '2' }]] };
    const wanted = { domain: 'ZZ', row_count: 1, column_count: 2, entries: [['3', '-2']] };
    expect(parse(given, { domains: ['ZZ'] })).toEqual(wanted);
    expect(parse(given.entries, { domains: ['ZZ'] })).toEqual(wanted);
    expect(parse({ ...given, domain: 'ZZ' }, anyDomain)).toEqual(wanted);
    expect(parse([['3', '-4/2']], { domains: ['ZZ'] })).toEqual(wanted);
    const sparse = { domain: 'QQ', row_count: 1, column_count: 1, entries: [{ row: 0, column: 0, value: three }] };
    expect(parse(sparse, { domains: ['ZZ'] })).toMatchObject({ domain: 'ZZ', entries: [['3']] });
  });

  it('refuses fractions there', () => {
    for (const entry of ['1/2', { num: '1', den: '2' }, 0.5]) {
      expect(codes({ domain: 'QQ', entries: [[1, entry]] }, { domains: ['ZZ'] })).toEqual([
        ['not_integral', 'entries.0.1'],
      ]);
    }
    expect(codes([[{ num: '1', den: '0' }]], { domains: ['ZZ'] })).toEqual([['zero_denominator', '0.0.den']]);
  });

  it('leaves a declared domain as it is where the operation takes it', () => {
    expect(parse({ domain: 'ZZ', entries: [[1]] }, anyDomain)).toMatchObject({ domain: 'ZZ' });
    expect(parse({ domain: 'QQ', entries: [[1]] }, anyDomain)).toMatchObject({ domain: 'QQ' });
  });

  it('says so in the schema', () => {
    const schema = (only: 'QQ' | 'ZZ') => JSON.stringify(matrixJsonSchema({ domains: [only] }, 'A matrix.'));
    expect(schema('ZZ')).toContain('"den"');
    expect(schema('ZZ')).toContain('\\"QQ\\"');
    expect(schema('QQ')).toContain('\\"ZZ\\"');
  });
});

describe('what is refused', () => {
  it('says where and what', () => {
    expect(codes([['1', '2'], ['3']])).toEqual([['ragged', '1']]);
    expect(codes([[1], 2])).toEqual([['wrong_type', '']]);
    expect(codes('matrix')).toEqual([['wrong_type', '']]);
    expect(codes(undefined)).toEqual([['missing', '']]);
    expect(codes({ rows: [[1]] })).toContainEqual(['unknown_key', '']);
    expect(codes([[0.5]])).toEqual([['not_integral', '0.0']]);
    expect(codes({ domain: 'RR', entries: [[1]] })).toEqual([['unknown_domain', 'domain']]);
    const modular = { domain: 'GF(7)', entries: [[1]] };
    expect(codes(modular, { domains: ['ZZ'] })).toEqual([['domain_not_allowed', 'domain']]);
    expect(codes(modular, { domains: ['QQ'] })).toEqual([['domain_not_allowed', 'domain']]);
    expect(codes({ domain: 'ZZ', entries: [[1]] }, { domains: ['GF(p)'] })).toEqual([['domain_not_allowed', 'domain']]);
    expect(codes({ row_count: 2, entries: [[1]] })).toEqual([['wrong_count', 'row_count']]);
    expect(codes({ column_count: 2, entries: [[1]] })).toEqual([['ragged', 'entries.0']]);
    expect(codes({ row_count: -1, entries: [[1]] })).toEqual([['invalid_count', 'row_count']]);
    expect(codes([[1, 2]], { domains: ['QQ'], square: true })).toEqual([['not_square', '']]);
  });

  it('reads sparse cells strictly', () => {
    const cell = { row: 0, column: 0, value: 1 };
    const sparse = (...entries: unknown[]) => codes({ row_count: 1, column_count: 1, entries });
    expect(codes({ entries: [cell] })).toEqual([['missing', '']]);
    expect(sparse(cell, cell)).toEqual([['repeated_cell', 'entries.1']]);
    expect(sparse({ ...cell, row: 1 })).toEqual([['invalid_index', 'entries.0.row']]);
    expect(sparse(cell, [1])).toEqual([['wrong_type', 'entries.1']]);
    expect(sparse({ row: 0, column: 0 })).toEqual([['missing', 'entries.0.value']]);
  });

  it('marks size as a bound', () => {
    const result = tryParse(matrixParser({ domains: ['QQ'], maximumSide: 2 }), { row_count: 3, column_count: 1 });
    expect('issues' in result && result.issues.kept.every(({ bound }) => bound)).toBe(true);
    expect(codes({ row_count: 9_999, column_count: 9_999 })).toEqual([['out_of_bounds', '']]);
  });

  it('works as a field, with its path', () => {
    const parsed = matrix(anyDomain, 'A matrix.').safeParse([['1'], ['x!!']]);
    expect(parsed.error?.issues.map(({ path }) => path)).toEqual([[1, 0]]);
  });
});

describe('round trips', () => {
  const integer = fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }).map(String);
  const rows = fc.tuple(fc.nat(4), fc.nat(4)).chain(([n, m]) =>
    fc.record({
      m: fc.constant(m),
      rows: fc.array(fc.array(integer, { minLength: m, maxLength: m }), { minLength: n, maxLength: n }),
    }),
  );
  const domain = fc.constantFrom('QQ', 'ZZ', 'GF(2)', 'GF(1000003)');

  it('a canonical matrix is read as itself', () => {
    fc.assert(
      fc.property(rows, domain, ({ rows, m }, name) => {
        const given = { domain: name, row_count: rows.length, column_count: m, entries: rows };
        const once = parse(given, anyDomain);
        expect(parse(once, anyDomain)).toEqual(once);
        expect(matrixOutput('m').parse(once)).toEqual(once);
      }),
    );
  });

  it('sparse and dense entries are the same matrix', () => {
    fc.assert(
      fc.property(rows, domain, ({ rows, m }, name) => {
        const counts = { domain: name, row_count: rows.length, column_count: m };
        const cells = rows.flatMap((row, i) => row.map((value, j) => ({ row: i, column: j, value })));
        const sparse = { ...counts, entries: cells.filter(({ value }) => value !== '0').reverse() };
        expect(parse(sparse, anyDomain)).toEqual(parse({ ...counts, entries: rows }, anyDomain));
      }),
    );
  });
});
