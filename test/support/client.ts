import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { z } from 'zod';
import { hiddenBackends } from './lane.js';

export const serverPath = fileURLToPath(new URL('../../dist/main.js', import.meta.url));

export interface Connection {
  readonly client: Client;
  readonly pid: number;
  close(): Promise<void>;
}

/** A real client of a real server process, which sees the engines of this lane. */
export async function connect(environment: Readonly<Record<string, string>> = {}): Promise<Connection> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [serverPath, 'serve'],
    env: { ...(process.env as Record<string, string>), JACOBIAN_HIDE: hiddenBackends().join(','), ...environment },
    stderr: 'ignore',
  });
  const client = new Client({ name: 'tests', version: '1.0.0' });
  await client.connect(transport);
  // The client checks structured answers against the output schemas from now on.
  await client.listTools();
  return { client, pid: transport.pid ?? 0, close: () => client.close() };
}

export interface ToolAnswer {
  readonly isError: boolean;
  readonly structured: Record<string, unknown> | undefined;
  /** Text of the one text block. */
  readonly text: string;
}

const answerSchema = z.object({
  isError: z.boolean().optional(),
  structuredContent: z.record(z.string(), z.unknown()).optional(),
  content: z.tuple([z.object({ type: z.literal('text'), text: z.string() })]),
});

export async function callTool(
  client: Client,
  name: string,
  args: Record<string, unknown>,
  options: Parameters<Client['callTool']>[2] = {},
): Promise<ToolAnswer> {
  const answer = answerSchema.parse(await client.callTool({ name, arguments: args }, undefined, options));
  return { isError: answer.isError === true, structured: answer.structuredContent, text: answer.content[0].text };
}

/** The one JSON object of an error answer. */
export function errorOf(answer: ToolAnswer): Record<string, unknown> {
  if (!answer.isError) throw new Error(`no error: ${answer.text.slice(0, 200)}`);
  return JSON.parse(answer.text) as Record<string, unknown>;
}
