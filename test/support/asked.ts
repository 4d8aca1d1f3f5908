import { expect } from 'vitest';
import { GatewayError } from '../../src/contracts/diagnostic.js';
import type { RunOptions, RunProgress, UntypedGateway } from '../../src/contracts/gateway.js';
import { intoTheWorkMs, jobs } from './busy.js';
import { contractViolations } from './error-contract.js';

/** An operation and its payload. */
type Asked = readonly [id: string, payload: unknown];

export const isPrime: Asked = ['integer.decide.prime', { value: 97 }];
/** Keeps PARI busy longer than a test lasts. */
export const longFactors: Asked = [jobs.pari.arguments.operation_id, jobs.pari.arguments.payload];

/** What an answer to any of them has. */
export const works = { completeness: 'COMPLETE' };

/** The memory is that of all calls: so one session serves them one after the other. */
const ample = { wall_ms: 60_000, memory_mb: 512 };

/** The answer of PARI, or the error. */
export async function ask(gateway: UntypedGateway, [id, payload]: Asked, options: RunOptions = {}): Promise<unknown> {
  const budget = { ...ample, ...options.budget };
  return gateway.runUntyped(id, payload, { backend: 'pari', ...options, budget }).catch((error: unknown) => error);
}

/** An error as it is sent. */
export function told(ended: unknown): Record<string, unknown> {
  if (!(ended instanceof GatewayError)) throw new Error(`no error: ${JSON.stringify(ended)}`);
  const error = JSON.parse(JSON.stringify(ended.diagnostic)) as Record<string, unknown>;
  expect(contractViolations(error)).toEqual([]);
  return error;
}

/** For a call's progress: does something once, when the engine is in the middle of the work. */
export function intoTheWork(act: () => Promise<unknown>): (progress: RunProgress) => void {
  let done = false;
  return ({ state }) => {
    if (state !== 'running' || done) return;
    done = true;
    setTimeout(() => void act(), intoTheWorkMs);
  };
}
