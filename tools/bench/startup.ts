import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { openGateway, server } from './gateway.js';
import { median, quantile, timed } from './measure.js';
import { atMost, number, type Line } from './table.js';

/** tools/list against `node -e 0`, whole processes in turn. */
export async function startup(rounds: number): Promise<Line[]> {
  const empty: number[] = [];
  const list: number[] = [];
  for (let i = 0; i < rounds; i += 1) {
    empty.push(await timed(() => spawnSync(process.execPath, ['-e', '0'])));
    list.push(await timed(listTools));
  }
  const ratio = median(list.map((ms, i) => ms / (empty[i] ?? 1)));
  return [
    {
      what: 'start to an answered tools/list, against `node -e 0`',
      raw: number(median(empty)),
      gateway: number(median(list)),
      figure: `ratio ${number(ratio)}`,
      limit: atMost(ratio, 2.5, 'times'),
    },
  ];
}

/** Searches of the catalog, and what the server weighs after them. */
export async function discovery(rounds: number): Promise<Line[]> {
  const queries = [
    'factorise a large integer',
    'solve Ax=b over the rationals',
    'is this formula satisfiable',
    'chromatic polynomial',
  ];
  const gateway = await openGateway(true);
  const times: number[] = [];
  for (let i = 0; i < rounds; i += 1) {
    const query = queries[i % queries.length];
    times.push(await timed(() => gateway.client.callTool({ name: 'math.find', arguments: { query } })));
  }
  const resident = Number(/VmRSS:\s+([0-9]+)/.exec(readFileSync(`/proc/${String(gateway.pid)}/status`, 'utf8'))?.[1]);
  await gateway.close();
  const [p50, mebibytes] = [median(times), resident / 1024];
  return [
    {
      what: 'math.find',
      callers: 1,
      gateway: `${number(p50)} / ${number(quantile(times, 0.99))}`,
      figure: `p50 ${number(p50)} ms`,
      limit: atMost(p50, 3, 'ms'),
    },
    {
      what: `resident memory of the server after ${String(rounds)} searches`,
      figure: `${number(mebibytes)} MiB`,
      limit: atMost(mebibytes, 120, 'MiB'),
    },
  ];
}

function listTools(): Promise<void> {
  const child = spawn(process.execPath, [server, 'serve'], { stdio: ['pipe', 'pipe', 'ignore'] });
  const clientInfo = { name: 'bench', version: '1' };
  const messages = [
    { id: 1, method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo } },
    { method: 'notifications/initialized' },
    { id: 2, method: 'tools/list' },
  ];
  child.stdin.write(messages.map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`).join(''));
  return new Promise((resolve) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (!line.includes('"id":2')) return;
      child.kill('SIGKILL');
      resolve();
    });
  });
}
