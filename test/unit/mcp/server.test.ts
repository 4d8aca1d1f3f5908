import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { afterEach, describe, expect, test } from 'vitest';
import { GatewayError } from '../../../src/contracts/diagnostic.js';
import { instructions } from '../../../src/mcp/instructions.js';
import { createMcpServer } from '../../../src/mcp/server.js';
import { toolDefinitions } from '../../../src/mcp/tool-definitions.generated.js';
import { generatedToolFiles, toolDefinitions as freshDefinitions } from '../../../tools/generate-tools.js';
import { contractViolations } from '../../support/error-contract.js';
import { fakeGateway, type Behaviour } from '../../support/fake-gateway.js';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** A real client on one end; after listTools it checks every structured answer against our output schemas. */
async function connect(behaviours: Readonly<Record<string, Behaviour>>, stdioMessageBytes = 8 * 1024 * 1024) {
  const gateway = fakeGateway(behaviours, { stdioMessageBytes });
  const server = createMcpServer({ version: '1.2.3', gateway: () => Promise.resolve(gateway) });
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  const client = new Client({ name: 'test', version: '1' });
  await Promise.all([server.connect(ours), client.connect(theirs)]);
  closing.push(() => client.close());
  await client.listTools();
  return client;
}

const echo: Behaviour = (payload) => Promise.resolve(payload);
const many = Object.fromEntries(Array.from({ length: 8 }, (_, i) => [`echo_${String(i)}`, echo]));

const call = (client: Client, name: string, args: Record<string, unknown>) =>
  client.callTool({ name, arguments: args }) as Promise<CallToolResult>;

function textOf({ content }: CallToolResult): Record<string, unknown> {
  expect(content).toHaveLength(1);
  const [block] = content;
  if (block?.type !== 'text') throw new Error('no text');
  return JSON.parse(block.text) as Record<string, unknown>;
}

describe('what the server says of itself', () => {
  test('name, version, at most 100 words of instructions', async () => {
    const client = await connect({});
    expect(client.getServerVersion()).toMatchObject({ name: 'jacobian-gateway', version: '1.2.3' });
    expect(client.getInstructions()).toBe(instructions);
    expect(instructions.split(/\s+/).length).toBeLessThanOrEqual(100);
  });

  test('exactly two tools, objects at the root of every schema, honest annotations', async () => {
    const { tools } = await (await connect({})).listTools();
    expect(tools.map(({ name }) => name)).toEqual(['math.find', 'math.run']);
    for (const { inputSchema, outputSchema } of tools) {
      expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
      expect(outputSchema).toMatchObject({ type: 'object' });
    }
    expect(tools[0]?.outputSchema).toHaveProperty('oneOf');
    expect(tools.map(({ annotations }) => annotations)).toEqual([
      { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
      { readOnlyHint: true, destructiveHint: false, idempotentHint: false, openWorldHint: false },
    ]);
  });

  test('the committed definitions are those of the contract', () => {
    expect(toolDefinitions).toEqual(freshDefinitions());
    expect([...generatedToolFiles().keys()]).toEqual(['src/mcp/tool-definitions.generated.ts']);
  });

  test('the catalog as a resource; nothing else', async () => {
    const client = await connect(many);
    expect((await client.listResources()).resources.map(({ uri }) => uri)).toEqual(['operation://catalog']);
    const { contents } = await client.readResource({ uri: 'operation://catalog' });
    expect(contents[0]).toMatchObject({ uri: 'operation://catalog', mimeType: 'application/json' });
    await expect(client.readResource({ uri: 'operation://other' })).rejects.toMatchObject({ code: -32002 });
  });

  test('an unknown tool', async () => {
    await expect(call(await connect({}), 'math.eval', {})).rejects.toMatchObject({ code: -32602 });
  });
});

describe('math.find: every kind of answer fits the output schema', () => {
  test('matches, weak and empty ones too', async () => {
    const client = await connect(many);
    for (const query of ['thing echo', 'thing that is something entirely different', 'paragraph']) {
      const result = await call(client, 'math.find', { query });
      expect(result.structuredContent).toMatchObject({ kind: 'matches', query });
      expect(textOf(result)).toMatchObject({ kind: 'matches' });
    }
  });

  test('pages', async () => {
    const client = await connect(many);
    const first = await call(client, 'math.find', {});
    expect(first.structuredContent).toMatchObject({ kind: 'browse', total_operations: 8 });
    const cursor = (first.structuredContent as { next_cursor: string }).next_cursor;
    const second = await call(client, 'math.find', { cursor });
    expect((second.structuredContent as { operations: unknown[] }).operations).toHaveLength(3);
    expect(textOf(second)['next_cursor']).toBeNull();
  });

  test.each(['SUMMARY', 'CONTRACT', 'FULL'])('inspection: %s', async (view) => {
    const client = await connect(many);
    const result = await call(client, 'math.find', { operation_id: 'a.echo_1.compute', view });
    expect(result.structuredContent).toMatchObject({ kind: 'operation', view });
    const text = textOf(result);
    if (view !== 'SUMMARY') {
      const { operation } = result.structuredContent as { operation: { input_schema: unknown; examples: unknown[] } };
      expect(text['input_schema']).toEqual(operation.input_schema);
      expect(text['example']).toEqual(operation.examples[0]);
    }
  });

  test('an unknown id and a foreign cursor are answers of kind error', async () => {
    const client = await connect(many);
    for (const [args, code] of [
      [{ operation_id: 'no.such.id' }, 'UNKNOWN_OPERATION'],
      [{ cursor: 'abc' }, 'INVALID_CURSOR'],
    ] as const) {
      const result = await call(client, 'math.find', args);
      expect(result.isError).toBe(false);
      expect(result.structuredContent).toMatchObject({ kind: 'error', error: { code } });
      expect(textOf(result)).toEqual(result.structuredContent);
    }
  });
});

describe('mistakes in arguments', () => {
  test.each([
    ['math.find', { query: 'x', operation_id: 'y' }, ['query']],
    ['math.find', { operation_id: 'y', limit: 3 }, ['limit']],
    ['math.find', { query: 'x', view: 'FULL' }, ['view']],
    ['math.find', { search_mode: 'broad' }, ['search_mode']],
    ['math.find', { query: 'x', limit: '5' }, ['limit']],
    ['math.find', { query: 'x', SeCrEt: 1 }, []],
    ['math.run', { operation_id: 'a.b.compute' }, ['payload']],
    ['math.run', { operation_id: 'a.b.compute', payload: '{"SeCrEt":1}' }, ['payload']],
    ['math.run', { operation_id: 'a.b.compute', payload: [] }, ['payload']],
    ['math.run', { operation_id: 'a.b.compute', payload: {}, mode: 'SeCrEt' }, ['mode']],
    ['math.run', { operation_id: 'a.b.compute', payload: {}, budget: { wall_ms: 0.5 } }, ['budget', 'wall_ms']],
    ['math.run', { payload: {} }, ['operation_id']],
  ])('%s %j', async (name, args, location) => {
    const result = await call(await connect({ b: echo }), name, args);
    expect(result.isError).toBe(true);
    expect(result.structuredContent).toBeUndefined();
    const error = textOf(result);
    expect(error).toMatchObject({ code: 'INVALID_REQUEST', stage: 'operation_validation', omitted_error_count: 0 });
    expect(error['errors']).toEqual(expect.arrayContaining([expect.objectContaining({ location })]));
    expect(JSON.stringify(error)).not.toContain('SeCrEt');
  });
});

describe('math.run', () => {
  test('a success carries everything, and the output in the text', async () => {
    const result = await call(await connect({ b: echo }), 'math.run', {
      operation_id: 'a.b.compute',
      payload: { x: '1' },
    });
    expect(result.structuredContent).toMatchObject({ operation_id: 'a.b.compute', output: { x: '1' } });
    expect(textOf(result)).toMatchObject({ operation_id: 'a.b.compute', output: { x: '1' }, completeness: 'COMPLETE' });
  });

  test('payload and options arrive as sent', async () => {
    const seen: unknown[] = [];
    const client = await connect({
      b: (payload, { mode, backend, transport, budget }) => {
        seen.push(payload, { mode, backend, transport, budget });
        return Promise.resolve(null);
      },
    });
    const payload = JSON.parse('{"__proto__": {"a": 1}, "n": "12"}') as Record<string, unknown>;
    const options = { mode: 'VERIFY', backend: 'pari', transport: 'subprocess', budget: { wall_ms: 5 } };
    await call(client, 'math.run', { operation_id: 'a.b.compute', payload, ...options });
    expect(JSON.stringify(seen)).toBe(JSON.stringify([payload, options]));
  });

  test('a long output stays out of the text', async () => {
    const long = 'x'.repeat(20_000);
    const client = await connect({ b: () => Promise.resolve(long) });
    const result = await call(client, 'math.run', { operation_id: 'a.b.compute', payload: {} });
    expect(result.structuredContent).toMatchObject({ output: long });
    expect(textOf(result)['output']).toMatch(/20002 bytes.*structuredContent/);
  });

  test('an answer beyond the limit of a message names the limit', async () => {
    const client = await connect({ b: () => Promise.resolve('é'.repeat(40_000)) }, 65_536);
    const result = await call(client, 'math.run', { operation_id: 'a.b.compute', payload: {} });
    expect(result.isError).toBe(true);
    expect(textOf(result)).toMatchObject({
      code: 'RESOURCE_EXHAUSTED',
      stage: 'result_projection',
      resource: 'output',
      limit: 65_536,
    });
  });

  test('failures: one JSON object, flat, no structured content', async () => {
    const client = await connect({
      busy: () =>
        Promise.reject(
          new GatewayError('SERVER_BUSY', 'execution_admission', 'Busy.', { fields: { retryable: true } }),
        ),
      bug: () => Promise.reject(new TypeError('secret detail')),
      fat: () =>
        Promise.reject(
          new GatewayError('BACKEND_FAILURE', 'backend_execution', 'It broke.', {
            fields: { evidence: 'x'.repeat(70_000), classification: 'CRASHED' },
          }),
        ),
    });
    const run = async (name: string) => {
      const result = await call(client, 'math.run', { operation_id: `a.${name}.compute`, payload: {} });
      expect(result).toMatchObject({ isError: true });
      expect(result.structuredContent).toBeUndefined();
      return textOf(result);
    };
    expect(await run('busy')).toEqual({
      code: 'SERVER_BUSY',
      stage: 'execution_admission',
      message: 'Busy.',
      hint: null,
      retryable: true,
    });
    expect(await run('none')).toMatchObject({ code: 'UNKNOWN_OPERATION' });
    const fat = await run('fat');
    expect(JSON.stringify(fat).length).toBeLessThan(64 * 1024);
    expect(fat).toMatchObject({ code: 'BACKEND_FAILURE', classification: 'CRASHED' });
    const internal = await run('bug');
    expect(internal).toMatchObject({ code: 'INTERNAL_ERROR' });
    expect(contractViolations(internal)).toEqual([]);
    expect(internal['correlation_id']).toMatch(/^[0-9a-f-]{36}$/);
    expect(JSON.stringify(internal)).not.toContain('secret');
  });

  test('a cancelled request has no answer, its signal fires, and the next call works', async () => {
    const states: string[] = [];
    let started: () => void = () => undefined;
    const running = new Promise<void>((resolve) => (started = resolve));
    const client = await connect({
      slow: (_, { signal }) =>
        new Promise((_, reject) => {
          started();
          signal?.addEventListener('abort', () => {
            states.push('aborted');
            reject(new GatewayError('OPERATION_CANCELLED', 'backend_execution', 'Cancelled.'));
          });
        }),
      b: echo,
    });
    const control = new AbortController();
    const slow = client.callTool(
      { name: 'math.run', arguments: { operation_id: 'a.slow.compute', payload: {} } },
      undefined,
      {
        signal: control.signal,
      },
    );
    await running;
    control.abort('enough');
    await expect(slow).rejects.toThrow();
    const next = await call(client, 'math.run', { operation_id: 'a.b.compute', payload: { x: 1 } });
    expect(next.structuredContent).toMatchObject({ output: { x: 1 } });
    expect(states).toEqual(['aborted']);
  });

  test('progress grows, and only where it is asked for', async () => {
    const told: boolean[] = [];
    const client = await connect({
      b: (_, { onProgress }) => {
        told.push(onProgress !== undefined);
        onProgress?.({ state: 'queued', elapsed_ms: 0 });
        onProgress?.({ state: 'starting', elapsed_ms: 0 });
        onProgress?.({ state: 'running', elapsed_ms: 1500 });
        return Promise.resolve(null);
      },
    });
    const seen: { progress: number; message?: string | undefined }[] = [];
    const params = { name: 'math.run', arguments: { operation_id: 'a.b.compute', payload: {} } };
    await client.callTool(params, undefined, { onprogress: (progress) => seen.push(progress) });
    await client.callTool(params);
    expect(told).toEqual([true, false]);
    expect(seen).toEqual([
      { progress: 0, message: 'queued, 0.0 s' },
      { progress: 1, message: 'starting the engine, 0.0 s' },
      { progress: 1500, message: 'running, 1.5 s' },
    ]);
  });
});

test('a gateway that cannot be opened is an internal error at the call, and the tools are still listed', async () => {
  const server = createMcpServer({ version: '1', gateway: () => Promise.reject(new Error('settings')) });
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  const client = new Client({ name: 'test', version: '1' });
  await Promise.all([server.connect(ours), client.connect(theirs)]);
  expect((await client.listTools()).tools).toHaveLength(2);
  const result = await call(client, 'math.find', {});
  expect(textOf(result)).toMatchObject({ code: 'INTERNAL_ERROR' });
  await client.close();
});
