import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { operations } from '../../../catalog/registry.generated.js';
import { createGateway } from '../../../src/compose.js';
import { callFields, errorCodes, type ErrorKind } from '../../../src/contracts/error-codes.js';
import { GatewayError } from '../../../src/contracts/diagnostic.js';
import type { RunOptions } from '../../../src/contracts/gateway.js';
import type { SettingsInput } from '../../../src/contracts/settings.js';
import { contractViolations } from '../../support/error-contract.js';

const folder = mkdtempSync(join(tmpdir(), 'jacobian-errors-'));
const open: ReturnType<typeof createGateway>[] = [];
afterAll(async () => {
  await Promise.all(open.map((gateway) => gateway.close()));
  rmSync(folder, { recursive: true, force: true });
});

const everything = ['pari', 'sagemath', 'z3', 'lean'];

function gatewayWith(settings: SettingsInput) {
  const gateway = createGateway({ logLevel: 'silent', ...settings });
  open.push(gateway);
  return gateway;
}

/** A machine without any engine. */
const bare = gatewayWith({ hide: everything });

/** A machine whose only engine is a program of one behaviour. */
function faulty(behaviour: string, settings: SettingsInput = {}) {
  const path = join(folder, behaviour);
  rmSync(path, { force: true });
  symlinkSync(fileURLToPath(new URL('../../fixtures/engines/fake-gp', import.meta.url)), path);
  // An image would serve in its place.
  const hide = [...everything.filter((id) => id !== 'pari'), 'pari/container'];
  return gatewayWith({ hide, backends: { pari: { path } }, ...settings });
}

async function failure(call: Promise<unknown>): Promise<Readonly<Record<string, unknown>>> {
  const error: unknown = await call.catch((caught: unknown) => caught);
  if (!(error instanceof GatewayError)) throw new Error(`no GatewayError: ${String(error)}`);
  // As it is sent.
  return JSON.parse(JSON.stringify(error.diagnostic)) as Readonly<Record<string, unknown>>;
}

const evaluate = (gateway: typeof bare, options?: RunOptions) =>
  gateway.runUntyped(
    'polynomial.map.evaluate',
    { polynomial: 'x^2+1', point: { variables: ['x'], values: ['1'] } },
    options,
  );
const factor = (gateway: typeof bare, options?: RunOptions) =>
  gateway.runUntyped('integer.compute.prime_factorization', { value: '360' }, options);
const aborted = (reason: Error) => ({ signal: AbortSignal.abort(reason) });
/** Reading it takes longer than a millisecond. */
const large = { matrix: Array.from({ length: 60 }, (_, i) => Array.from({ length: 60 }, (__, j) => i * j + 1)) };

const calls: Readonly<Record<string, () => Promise<unknown>>> = {
  'UNKNOWN_OPERATION of run': () => bare.runUntyped('no.such.operation', {}),
  'UNKNOWN_OPERATION of a retired id': () => bare.runUntyped('certificate.verify', {}),
  'UNKNOWN_OPERATION of a name that every object has': () => bare.runUntyped('constructor', {}),
  'UNKNOWN_OPERATION of inspect': () => bare.inspect('no.such.operation'),
  'INVALID_CURSOR of find': () => bare.find({ cursor: 'abc' }),
  'INVALID_REQUEST of a payload': () => bare.runUntyped('integer.decide.prime', { value: {} }),
  'INVALID_REQUEST of an option': () => factor(bare, { mode: 'VERIFY', backend: 'nobody' }),
  'INVALID_REQUEST of a query': () => bare.find({ query: '' }),
  'RESOURCE_ADMISSION_REJECTED of a payload': () =>
    bare.runUntyped('integer.decide.prime', { value: '9'.repeat(2_000_000) }),
  'RESOURCE_ADMISSION_REJECTED of a budget': () => factor(bare, { budget: { wall_ms: 1e12 } }),
  'BACKEND_UNAVAILABLE where nothing is there': () => factor(bare),
  'BACKEND_UNAVAILABLE where the engine does not start': () => factor(faulty('dies-at-start')),
  'OPERATION_CANCELLED before it began': () => evaluate(bare, aborted(new Error('enough'))),
  'OPERATION_TIMEOUT of the caller': () => evaluate(bare, aborted(new DOMException('late', 'TimeoutError'))),
  'OPERATION_TIMEOUT of the budget': () =>
    bare.runUntyped('matrix.determinant.compute', large, { budget: { wall_ms: 1 } }),
  'OPERATION_TIMEOUT of the operator': () =>
    gatewayWith({ hide: everything, budgetCeiling: { wall_ms: 1 } }).runUntyped('matrix.determinant.compute', large),
  'OPERATION_TIMEOUT of an engine': () => factor(faulty('never-answers'), { budget: { wall_ms: 1_000 } }),
  'SERVER_BUSY with a full queue': async () => {
    const gateway = faulty('never-answers', { concurrency: 1, queueLength: 1 });
    const busy = { budget: { wall_ms: 2_000 } };
    const [first, ...others] = await Promise.allSettled([1, 2, 3, 4].map(() => factor(gateway, busy)));
    expect(first).toMatchObject({ reason: { code: 'OPERATION_TIMEOUT' } });
    const codes = others.map((other) => (other.status === 'rejected' ? (other.reason as GatewayError) : null));
    const refused = codes.find((reason) => reason?.code === 'SERVER_BUSY');
    if (refused != null) throw refused;
  },
  'RESOURCE_EXHAUSTED of memory': () => factor(faulty('out-of-memory')),
  'RESOURCE_EXHAUSTED of output': () => factor(faulty('floods', { limits: { outputBytes: 65_536 } })),
  'BACKEND_FAILURE of a crash': () => factor(faulty('crashes')),
  'BACKEND_FAILURE of a wrong answer': () => factor(faulty('wrong-answer')),
};

it.each(Object.entries(calls))('%s is as the table says', async (name, call) => {
  const error = await failure(call());
  expect(error).toMatchObject({ code: name.split(' ')[0] });
  expect(contractViolations(error)).toEqual([]);
});

it('each alternative that was tried tells the same', async () => {
  for (const gateway of [bare, faulty('dies-at-start')]) {
    const { tried, operation_id } = await failure(factor(gateway));
    expect(operation_id).toBe('integer.compute.prime_factorization');
    expect(tried).not.toEqual([]);
    for (const alternative of tried as object[]) {
      expect(Object.keys(alternative).sort()).toEqual(
        ['backend', 'transport', 'status', 'required_version', 'version', 'detail', 'hint'].sort(),
      );
    }
  }
});

it('a timeout says whose it was', async () => {
  const owner = async (name: string) => (await failure(calls[name]!()))['timeout_owner'];
  expect(await owner('OPERATION_TIMEOUT of the caller')).toBe('caller_deadline');
  expect(await owner('OPERATION_TIMEOUT of the budget')).toBe('caller_deadline');
  expect(await owner('OPERATION_TIMEOUT of the operator')).toBe('operation_wall');
});

it('the check finds what departs from the table', async () => {
  const error = await failure(factor(bare));
  const { budget: _, ...incomplete } = error;
  expect(contractViolations(incomplete)).toEqual(['budget is missing']);
  expect(contractViolations({ ...error, secret: 1 })).toEqual(['secret is not documented']);
  expect(contractViolations({ ...error, stage: 'policy' })).toEqual(['stage policy']);
  expect(contractViolations({ ...error, code: 'NONE' })).toEqual(['NONE is no code']);
});

describe('the table', () => {
  const kinds = Object.entries<ErrorKind>(errorCodes);

  it('names no field twice, and the fields of a call where they belong', () => {
    for (const [code, { fields, operational, stages }] of kinds) {
      const names = fields.map(({ name }) => name);
      expect(new Set(names).size, code).toBe(names.length);
      expect(stages.length, code).toBeGreaterThan(0);
      expect(
        callFields.every((field) => fields.includes(field)),
        code,
      ).toBe(operational);
    }
  });

  it('has every code that an example of the catalog gives', () => {
    const given = operations.flatMap(({ examples }) => examples.flatMap(({ error }) => error?.code ?? []));
    expect(given.length).toBeGreaterThan(10);
    for (const code of given) expect(Object.keys(errorCodes)).toContain(code);
  });
});
