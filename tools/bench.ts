/**
 * `npm run bench`: the raw engine against the gateway, in one run, as ratios. Absolute times are of this machine at
 * this moment; the ratios are what to look at. Engines that are not here are left out, and said so.
 */
import { spawn, spawnSync, execFileSync, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const server = `${root}dist/main.js`;

await startup();
const { client, pid } = await connect();
await discovery(client);
await memory(pid);
await warm(client, 'pari', rawGp(), 'integer.compute.next_prime', (i) => ({ n: String(10_000 + i) }));
await warm(client, 'sagemath', rawSage(), 'integer.compute.next_prime', (i) => ({ n: String(10_000 + i) }));
await client.close();

/** tools/list against `node -e 0`, whole processes in turn. */
async function startup(): Promise<void> {
  const ratios: number[] = [];
  const empty: number[] = [];
  const list: number[] = [];
  for (let i = 0; i < 15; i += 1) {
    empty.push(timed(() => spawnSync(process.execPath, ['-e', '0'])));
    list.push(await timeToolsList());
    ratios.push((list.at(-1) ?? 0) / (empty.at(-1) ?? 1));
  }
  row(
    'start to an answered tools/list',
    `${ms(median(list))} against ${ms(median(empty))} of node -e 0`,
    median(ratios),
    'x (limit 2.5)',
  );
}

function timeToolsList(): Promise<number> {
  const began = performance.now();
  const child = spawn(process.execPath, [server, 'serve'], { stdio: ['pipe', 'pipe', 'ignore'] });
  const messages = [
    {
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'bench', version: '1' } },
    },
    { jsonrpc: '2.0', method: 'notifications/initialized' },
    { jsonrpc: '2.0', id: 2, method: 'tools/list' },
  ];
  child.stdin.write(messages.map((message) => `${JSON.stringify(message)}\n`).join(''));
  return new Promise((resolve) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (!line.includes('"id":2')) return;
      resolve(performance.now() - began);
      child.kill('SIGKILL');
    });
  });
}

async function connect(): Promise<{ client: Client; pid: number }> {
  const transport = new StdioClientTransport({ command: process.execPath, args: [server, 'serve'], stderr: 'inherit' });
  const client = new Client({ name: 'bench', version: '1' });
  await client.connect(transport);
  return { client, pid: transport.pid ?? 0 };
}

async function discovery(client: Client): Promise<void> {
  const queries = [
    'factorise a large integer',
    'solve Ax=b over the rationals',
    'is this formula satisfiable',
    'chromatic polynomial',
  ];
  const times: number[] = [];
  for (let i = 0; i < 200; i += 1) {
    times.push(
      await timedAsync(() => client.callTool({ name: 'math.find', arguments: { query: queries[i % queries.length] } })),
    );
  }
  row('math.find', `p50 ${ms(median(times))}, p99 ${ms(quantile(times, 0.99))}`, median(times), 'ms (limit 3)');
}

async function memory(pid: number): Promise<void> {
  const resident = /VmRSS:\s+([0-9]+)/.exec(readFileSync(`/proc/${String(pid)}/status`, 'utf8'))?.[1];
  row('resident memory of the server after 200 finds', '', Number(resident ?? 0) / 1024, 'MiB (limit 120)');
  return Promise.resolve();
}

interface RawEngine {
  request(i: number): Promise<void>;
  close(): void;
}

/** A warm request over bare pipes against the same over MCP, in turn. */
async function warm(
  client: Client,
  backend: string,
  raw: RawEngine | null,
  operation_id: string,
  payload: (i: number) => unknown,
): Promise<void> {
  if (raw === null) {
    console.log(`${backend}: not here`);
    return;
  }
  const bare: number[] = [];
  const gateway: number[] = [];
  const call = (i: number) =>
    client.callTool({ name: 'math.run', arguments: { operation_id, backend, payload: payload(i) } }, undefined, {
      timeout: 120_000,
    });
  const first = await call(0);
  if (first.isError === true) {
    console.log(`${backend}: ${JSON.stringify(first.content)}`);
    return;
  }
  await raw.request(0);
  for (let i = 1; i <= 500; i += 1) {
    bare.push(await timedAsync(() => raw.request(i)));
    gateway.push(await timedAsync(() => call(i)));
  }
  raw.close();
  row(
    `warm ${backend} (${operation_id})`,
    `raw p50 ${ms(median(bare))}, gateway p50 ${ms(median(gateway))} p99 ${ms(quantile(gateway, 0.99))}, ratio ${(median(gateway) / median(bare)).toFixed(1)}`,
    median(gateway) - median(bare),
    'ms above raw (limit 2)',
  );
}

function rawGp(): RawEngine | null {
  if (!present('gp')) return null;
  return rawEngine(spawn('gp', ['-q', '-f']), (i) => `print(nextprime(${String(10_000 + i)}+1))\n`);
}

function rawSage(): RawEngine | null {
  if (!present('sage')) return null;
  const program =
    'import sys\nfrom sage.all import *\nfor line in sys.stdin:\n    print(next_prime(ZZ(line.strip())), flush=True)\n';
  return rawEngine(spawn('sage', ['-python', '-u', '-c', program]), (i) => `${String(10_000 + i)}\n`);
}

function rawEngine(child: ChildProcessWithoutNullStreams, line: (i: number) => string): RawEngine {
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    request: async (i) => {
      child.stdin.write(line(i));
      await lines.next();
    },
    close: () => child.stdin.end(),
  };
}

function present(command: string): boolean {
  try {
    execFileSync('which', [command], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

function timed(work: () => void): number {
  const began = performance.now();
  work();
  return performance.now() - began;
}

async function timedAsync(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

function quantile(values: readonly number[], q: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))] ?? 0;
}

function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

function ms(value: number): string {
  return `${value.toFixed(value < 10 ? 2 : 0)} ms`;
}

function row(what: string, detail: string, value: number, unit: string): void {
  console.log(`${what}: ${value.toFixed(2)} ${unit}${detail === '' ? '' : `  [${detail}]`}`);
}
