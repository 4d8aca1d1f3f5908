import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { GatewayError } from '../../../src/contracts/diagnostic.js';
import { argumentsRejected, requestRejected, type ErrorEntry } from '../../../src/gateway/issues.js';
import { integerIn } from '../../../src/values/integer.js';
import { valueType } from '../../../src/values/value.js';

const secret = 'SeCrEt_42';

function rejected(schema: z.ZodType, raw: unknown): GatewayError {
  const parsed = schema.safeParse(raw);
  if (parsed.success) throw new Error('the schema accepts it');
  return requestRejected(parsed.error, ['payload']);
}

const entries = (error: GatewayError) => error.diagnostic['errors'] as ErrorEntry[];

describe('nothing that was sent is repeated', () => {
  const word = z.enum(['a', 'b']);
  test.each<[string, z.ZodType, unknown, string]>([
    ['unknown key', z.strictObject({ a: z.int().optional() }), { [secret]: 1 }, 'unknown_key'],
    ['option', z.strictObject({ a: word }), { a: secret }, 'not_an_option'],
    ['type', z.strictObject({ a: z.int() }), { a: secret }, 'wrong_type'],
    ['missing', z.strictObject({ a: z.int() }), {}, 'missing'],
    ['pattern', z.strictObject({ a: z.string().regex(/^x/) }), { a: secret }, 'wrong_format'],
    ['key of a record', z.record(z.string().regex(/^[a-z]$/), z.int()), { [secret]: 1 }, 'wrong_key'],
    ['tag of a union', z.discriminatedUnion('k', [z.object({ k: z.literal('a') })]), { k: secret }, 'not_an_option'],
    ['union', z.union([z.int(), z.strictObject({ a: z.int() })]), secret, 'no_accepted_form'],
    ['refinement without words', z.strictObject({ a: z.string().refine(() => false) }), { a: secret }, 'invalid'],
    ['not a multiple', z.int().multipleOf(2), 3, 'not_multiple'],
    ['our own parser', z.strictObject({ a: integerIn(1n, null, '') }), { a: secret }, 'invalid_expression'],
  ])('%s', (_, schema, raw, code) => {
    const error = rejected(schema, raw);
    expect(error.code).toBe('INVALID_REQUEST');
    expect(JSON.stringify(error.diagnostic)).not.toContain(secret);
    expect(entries(error).map((entry) => entry.code.replace(/^invalid_.*/, 'invalid_expression'))).toContain(code);
  });
});

test('the branch of a union that comes closest is explained', () => {
  const schema = z.union([z.strictObject({ a: z.int() }), z.strictObject({ b: z.array(z.int()) })]);
  expect(entries(rejected(schema, { b: ['x'] }))).toEqual([
    { location: ['payload', 'b', 0], code: 'wrong_type', message: 'Send a JSON number.' },
  ]);
});

describe('bounds', () => {
  const schema = z.strictObject({ n: integerIn(1n, 10n, ''), list: z.array(z.int()).max(2) });

  test('nothing but bounds is a matter of admission', () => {
    const error = rejected(schema, { n: '11', list: [1, 2, 3] });
    expect([error.code, error.stage]).toEqual(['RESOURCE_ADMISSION_REJECTED', 'resource_admission']);
    expect(entries(error).map(({ code }) => code)).toEqual(['out_of_bounds', 'out_of_bounds']);
  });

  test('a bound and something else is an invalid request', () => {
    expect(rejected(schema, { n: '0', list: [1, 2, 3] }).code).toBe('INVALID_REQUEST');
  });

  test('a number that has lost digits is no bound', () => {
    const error = rejected(z.int(), 2 ** 60);
    expect(error.code).toBe('INVALID_REQUEST');
    expect(entries(error)[0]?.code).toBe('unsafe_number');
  });

  test("a tool's own arguments are never a matter of admission", () => {
    const parsed = z.string().max(2).safeParse('long');
    expect(argumentsRejected(parsed.error ?? new z.ZodError([])).code).toBe('INVALID_REQUEST');
  });
});

describe('limits of the list', () => {
  test('64 entries, the rest is counted, also what a parser of ours had already counted', () => {
    const many = valueType<string, unknown>((_, __, issues) => {
      for (let i = 0; i < 100; i += 1) issues.add([i], 'wrong', 'Wrong.');
      return undefined;
    }, {});
    const error = rejected(z.strictObject({ a: many, b: many, c: z.int() }), { a: 1, b: 1 });
    expect(entries(error)).toHaveLength(64);
    expect(error.diagnostic['omitted_error_count']).toBe(201 - 64);
  });

  test('long locations and messages are cut, without tearing characters', () => {
    const deep = valueType<string, unknown>((_, __, issues) => {
      issues.add(
        Array.from({ length: 40 }, () => `${'k'.repeat(127)}😀`),
        'wrong',
        'm'.repeat(5000),
      );
      return undefined;
    }, {});
    const [entry] = entries(rejected(z.strictObject({ a: deep }), { a: 1 }));
    expect(entry?.location).toHaveLength(16);
    expect(entry?.location[2]).toBe('k'.repeat(127));
    expect(entry?.message).toHaveLength(512);
  });

  test('64 KiB in all', () => {
    const fat = valueType<string, unknown>((_, __, issues) => {
      for (let i = 0; i < 64; i += 1) {
        issues.add(
          Array.from({ length: 16 }, () => '\u0001'.repeat(128)),
          'wrong',
          'é'.repeat(512),
        );
      }
      return undefined;
    }, {});
    const error = rejected(z.strictObject({ a: fat }), { a: 1 });
    expect(Buffer.byteLength(JSON.stringify(error.diagnostic))).toBeLessThanOrEqual(64 * 1024);
    expect(entries(error).length + Number(error.diagnostic['omitted_error_count'])).toBe(64);
  });
});
