import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { z } from 'zod';

const program = fileURLToPath(new URL('../../dist/main.js', import.meta.url));
/** No call of this tool may take longer: then the answer is lost. */
const lostAfterMs = 300_000;

/** How a call ended. */
export type Answer =
  | { readonly kind: 'ok'; readonly structured: unknown }
  /** `reason` is what the code's own fields say: classification, status or resource. */
  | { readonly kind: 'error'; readonly code: string; readonly reason: string; readonly text: string }
  /** The caller took it back. */
  | { readonly kind: 'aborted' }
  /** There is no answer: the time is over, the connection is closed, or the client refuses what came. */
  | { readonly kind: 'lost'; readonly text: string };

/** An engine that this tool has killed. */
export interface Kill {
  readonly at: number;
  readonly backend: string;
  /** Whether it has explained the end of a call. */
  used: boolean;
}

/** A server process with its one client. */
export interface Server {
  readonly name: string;
  readonly pid: number;
  /** Its folder for temporary files, which also marks every process that it starts. */
  readonly folder: string;
  readonly kills: Kill[];
  /** When something was last done to it or to one of its calls. */
  readonly last: { cancel: number; kill: number; limit: number };
  readonly outstanding: () => number;
  /** When there were last more calls than its queue takes. */
  readonly crowdedAt: () => number;
  readonly connected: () => boolean;
  readonly call: (name: string, args: Readonly<Record<string, unknown>>, signal?: AbortSignal) => Promise<Answer>;
  /** How long it takes to answer a ping, in ms: its event loop does nothing else meanwhile. */
  readonly ping: () => Promise<number>;
  /** Closes its standard input and waits for its end. */
  readonly close: () => Promise<void>;
}

const answerSchema = z.looseObject({
  isError: z.boolean().optional(),
  structuredContent: z.unknown().optional(),
  content: z.array(z.looseObject({ text: z.string().default('') })),
});
const errorSchema = z.looseObject({
  code: z.string(),
  classification: z.string().optional(),
  status: z.string().optional(),
  resource: z.string().optional(),
});

export async function startServer(
  name: string,
  folder: string,
  settingsFile: string,
  queueLength: number,
): Promise<Server> {
  mkdirSync(folder);
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [program, 'serve'],
    env: { ...(process.env as Record<string, string>), JACOBIAN_CONFIG: settingsFile, TMPDIR: folder },
    stderr: 'inherit',
  });
  const client = new Client({ name: `soak-${name}`, version: '1.0.0' });
  let connected = true;
  client.onclose = () => {
    connected = false;
  };
  await client.connect(transport);
  // The client checks structured answers against the output schemas from now on.
  await client.listTools();
  let outstanding = 0;
  let crowdedAt = 0;
  const note = () => {
    if (outstanding > queueLength) crowdedAt = Date.now();
  };
  return {
    name,
    pid: transport.pid ?? 0,
    folder,
    kills: [],
    last: { cancel: 0, kill: 0, limit: 0 },
    outstanding: () => outstanding,
    crowdedAt: () => crowdedAt,
    connected: () => connected,
    call: async (tool, args, signal) => {
      outstanding += 1;
      note();
      try {
        return await ask(client, tool, args, signal);
      } finally {
        note();
        outstanding -= 1;
      }
    },
    ping: async () => {
      const began = performance.now();
      await client.ping({ timeout: lostAfterMs });
      return performance.now() - began;
    },
    close: () => client.close(),
  };
}

async function ask(
  client: Client,
  tool: string,
  args: Readonly<Record<string, unknown>>,
  signal: AbortSignal | undefined,
): Promise<Answer> {
  try {
    const options = { timeout: lostAfterMs, ...(signal === undefined ? {} : { signal }) };
    const answer = answerSchema.parse(
      await client.callTool({ name: tool, arguments: { ...args } }, undefined, options),
    );
    if (answer.isError !== true) return { kind: 'ok', structured: answer.structuredContent };
    const text = answer.content[0]?.text ?? '';
    const { code, classification, status, resource } = errorSchema.parse(JSON.parse(text));
    return { kind: 'error', code, reason: classification ?? status ?? resource ?? '', text: text.slice(0, 400) };
  } catch (error) {
    if (signal?.aborted === true) return { kind: 'aborted' };
    return { kind: 'lost', text: error instanceof Error ? error.message.slice(0, 400) : 'unknown' };
  }
}
