import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, readReply } from '../../backends/sagemath/dialect.js';
import { z } from 'zod';
import { EngineCrashed, EngineError } from '../../src/contracts/adapter.js';
import { rawSession, type RawSession } from '../support/raw-session.js';

/** Each request of SageMath is served by a process of its own: whatever that does, the session goes on. */
describe('the children of a SageMath session', () => {
  let session: RawSession;
  beforeAll(async () => {
    session = await rawSession('sagemath', 'subprocess', ['misbehaviour.py']);
  });
  afterAll(() => session.close());

  const ask = async (kind: string, ...more: (string | number)[]) =>
    readReply(await session.execute(call('misbehaviour', kind, ...more)), z.unknown());

  /** The next request is served, by the same session and at once. */
  const goesOn = async () => {
    const began = performance.now();
    expect(await ask('echo', 'x', 3)).toBe('xxx');
    expect(performance.now() - began).toBeLessThan(1_000);
    expect(session.starts()).toBe(1);
  };

  it.each([
    ['segfault', 'SIGSEGV'],
    ['abort', 'SIGABRT'],
    ['kill', 'SIGKILL'],
    ['exit 0', 'status 0'],
    ['exit 3', 'status 3'],
    ['close all', 'status 1'],
  ])('%s is told as a crash, at once', async (kind, how) => {
    const began = performance.now();
    const failure: unknown = await ask(kind).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(EngineCrashed);
    expect(failure).toMatchObject({ how });
    expect(performance.now() - began).toBeLessThan(1_000);
    await goesOn();
  });

  it.each([
    ['sys.exit', /^SystemExit/],
    ['exhaust', /^MemoryError/],
    ['exhaust in steps', /^MemoryError/],
    ['not JSON', /^TypeError/],
    ['no such kind', /^KeyError/],
  ])('%s is an error of the engine', async (kind, text) => {
    const failure: unknown = await ask(kind).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(EngineError);
    expect((failure as EngineError).message).toMatch(text);
    await goesOn();
  });

  it('what it prints is no answer, and nothing can be read', async () => {
    expect(await ask('print')).toBeNull();
    expect(await ask('read')).toBe('');
    await goesOn();
  });

  it('a process that it forks does not answer for it', async () => {
    expect(await ask('fork and return')).toBe('first answer');
    await goesOn();
  });

  it('a process that it leaves behind holds nothing up', async () => {
    expect(await ask('hold streams')).toBeTypeOf('number');
    await goesOn();
  });

  it('one that ends while it waits is replaced', async () => {
    expect(await ask('kill waiting')).toBeNull();
    await goesOn();
  });

  it('large requests and answers pass', async () => {
    expect(await ask('echo', 'x'.repeat(5_000_000), 1)).toHaveLength(5_000_000);
    expect(await ask('echo', 'x', 20_000_000)).toHaveLength(20_000_000);
    await goesOn();
  });

  it('each is another process', async () => {
    expect(await ask('process')).not.toBe(await ask('process'));
  });
});
