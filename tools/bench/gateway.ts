import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import type { Question } from './engines.js';

export const root = fileURLToPath(new URL('../..', import.meta.url));
export const server = `${root}dist/main.js`;

/** A server process with one client, on one connection. */
export interface Gateway {
  readonly pid: number;
  readonly client: Client;
  /** Asks a question; throws the error of an answer that is one. */
  run(question: Question, budget?: Readonly<Record<string, number>>): Promise<unknown>;
  close(): Promise<void>;
}

/** Settings for a comparison with raw engines, which are those of PATH: other builds of the same may be half as slow again. */
export const enginesOfPath = { JACOBIAN_ENGINE_FOLDER: `${root}dist/no-engines` };

export async function openGateway(
  isolated: boolean,
  settings: Readonly<Record<string, string>> = enginesOfPath,
): Promise<Gateway> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [server, 'serve'],
    env: {
      ...(process.env as Record<string, string>),
      JACOBIAN_ISOLATION: isolated ? 'preferred' : 'off',
      ...settings,
    },
    stderr: 'inherit',
  });
  const client = new Client({ name: 'bench', version: '1' });
  await client.connect(transport);
  await client.listTools();
  return {
    pid: transport.pid ?? 0,
    client,
    run: async (question, budget) => {
      const args = { ...question, ...(budget === undefined ? {} : { budget }) };
      const answer = await client.callTool({ name: 'math.run', arguments: args }, undefined, { timeout: 400_000 });
      if (answer.isError === true) throw new Error(JSON.stringify(answer.content).slice(0, 500));
      return answer.structuredContent;
    },
    close: () => client.close(),
  };
}

/** CPU time that a process alone, without its children, has used, in ms. */
export function cpuMs(pid: number): number {
  const fields = readFileSync(`/proc/${String(pid)}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  // Clock ticks of user and system time; there are a hundred in a second on every Linux that Node runs on.
  return 10 * (Number(fields[11]) + Number(fields[12]));
}
