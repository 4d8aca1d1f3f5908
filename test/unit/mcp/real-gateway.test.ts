import { expect, test } from 'vitest';
import { createGateway } from '../../../src/compose.js';
import { callTool } from '../../../src/mcp/call-tool.js';
import { contractViolations } from '../../support/error-contract.js';

const gateway = createGateway({
  hide: ['pari', 'sagemath', 'z3', 'lean'],
  stdioMessageBytes: 65_536,
  logLevel: 'silent',
});
const context = { client: 'test', signal: new AbortController().signal, sendNotification: () => Promise.resolve() };

/** One call of a tool, and its one text block. */
async function call(name: string, args: Record<string, unknown>) {
  const { isError, content, structuredContent } = await callTool(name, args, () => Promise.resolve(gateway), context);
  const [block] = content;
  const text = block?.type === 'text' ? (JSON.parse(block.text) as Record<string, unknown>) : {};
  return { isError: isError === true, structuredContent, text };
}

const evaluate = (digits: number) => ({
  operation_id: 'polynomial.map.evaluate',
  payload: { polynomial: 'x^100', point: { variables: ['x'], values: ['9'.repeat(digits)] } },
});

test('an answer that does not fit into a message is an error of its call, with all that belongs to it', async () => {
  const { isError, structuredContent, text } = await call('math.run', evaluate(900));
  expect(isError).toBe(true);
  expect(structuredContent).toBeUndefined();
  expect(contractViolations(text)).toEqual([]);
  expect(text).toMatchObject({
    code: 'RESOURCE_EXHAUSTED',
    stage: 'result_projection',
    resource: 'output',
    limit: 65_536,
    backend: 'direct',
    operation_id: 'polynomial.map.evaluate',
    payload_digest: expect.stringMatching(/^sha256:/) as string,
    budget: { wall_ms: expect.any(Number) as number },
  });
  expect((await call('math.run', evaluate(9))).isError).toBe(false);
});

test.each([
  ['math.run', { operation_id: 'integer.decide.prime' }, 'INVALID_REQUEST'],
  ['math.run', { operation_id: 'integer.decide.prime', payload: {} }, 'INVALID_REQUEST'],
  ['math.run', { operation_id: 'integer.decide.prime', payload: { value: '7' } }, 'BACKEND_UNAVAILABLE'],
  ['math.run', { operation_id: 'no.such.operation', payload: {} }, 'UNKNOWN_OPERATION'],
  ['math.find', { limit: 99 }, 'INVALID_REQUEST'],
])('%s %j is %s, as the table says', async (name, args, code) => {
  const { text } = await call(name, args);
  expect(text).toMatchObject({ code });
  expect(contractViolations(text)).toEqual([]);
});
