import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { expect, test } from 'vitest';
import { createGateway } from '../../../src/compose.js';
import { SettingsError } from '../../../src/contracts/diagnostic.js';
import { internalError } from '../../../src/mcp/errors.js';
import { createMcpServer } from '../../../src/mcp/server.js';
import { packageVersion } from '../../../src/version.js';
import { contractViolations } from '../../support/error-contract.js';

test('a server with settings that cannot be used starts, lists its tools, and says in every call what is wrong', async () => {
  const server = createMcpServer({
    version: '1.2.3',
    gateway: () => Promise.resolve().then(() => createGateway({ hide: ['nonsense'] })),
  });
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  const client = new Client({ name: 'test', version: '1' });
  await Promise.all([server.connect(ours), client.connect(theirs)]);
  expect((await client.listTools()).tools).toHaveLength(2);
  for (const [name, args] of [
    ['math.find', { query: 'prime' }],
    ['math.run', { operation_id: 'integer.decide.prime', payload: { value: '7' } }],
  ] as const) {
    const { isError, content } = await client.callTool({ name, arguments: args });
    expect(isError).toBe(true);
    const [block] = content as { text: string }[];
    const error = JSON.parse(block?.text ?? '') as Record<string, string>;
    expect(contractViolations(error)).toEqual([]);
    const { code, message, hint } = error;
    expect(error['gateway_version']).toBe(packageVersion);
    expect(code).toBe('INTERNAL_ERROR');
    expect(message).toContain('"nonsense" in hide');
    expect(message).toContain('lean, pari, sagemath, z3');
    expect(hint).toContain('settings');
  }
  await client.close();
});

test('what is wrong with settings is told without the paths of this machine', () => {
  const told = new SettingsError('The settings file /home/someone/.config/x.json cannot be read: see z3/subprocess');
  const { message } = internalError(told, performance.now());
  expect(message).toBe('The settings file <path> cannot be read: see z3/subprocess');
});
