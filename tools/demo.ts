/**
 * The main job, as an agent does it: a real MCP client starts the server, finds operations, inspects one and runs a
 * few on Z3 in WebAssembly, which came with npm. No engine has to be installed.
 */
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { z } from 'zod';

const server = fileURLToPath(new URL('../dist/main.js', import.meta.url));
const client = new Client({ name: 'demo', version: '1.0.0' });
await client.connect(
  new StdioClientTransport({
    command: process.execPath,
    args: [server, 'serve'],
    env: { ...(process.env as Record<string, string>), JACOBIAN_TRANSPORT: 'embedded' },
    stderr: 'inherit',
  }),
);

const matches = z.looseObject({ matches: z.array(z.looseObject({ operation_id: z.string(), title: z.string() })) });
const inspected = z.looseObject({
  backend_availability: z.array(
    z.looseObject({ backend: z.string(), transport: z.string(), status: z.string(), version: z.string().nullable() }),
  ),
});

show('math.find', { query: 'is this formula satisfiable', limit: 3 });
for (const { operation_id, title } of matches.parse(
  await call('math.find', { query: 'is this formula satisfiable', limit: 3 }),
).matches) {
  console.log(`  ${operation_id}: ${title}`);
}

show('math.find', { operation_id: 'smt.solve' });
for (const { backend, transport, status, version } of inspected.parse(
  await call('math.find', { operation_id: 'smt.solve' }),
).backend_availability) {
  console.log(`  ${backend} (${transport}): ${status}${version === null ? '' : ` ${version}`}`);
}

const runs: readonly { question: string; operation_id: string; payload: unknown }[] = [
  {
    question: 'A real number whose square is 2, exactly',
    operation_id: 'smt.solve',
    payload: { logic: 'QF_NRA', smtlib: '(declare-const x Real) (assert (= (* x x) 2.0)) (assert (> x 0.0))' },
  },
  {
    question: 'Can (a or b) and (not a or b) and (a or not b) and (not a or not b) be true?',
    operation_id: 'sat.solve',
    payload: { cnf: { dimacs: 'p cnf 2 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\n' } },
  },
  {
    question: 'Can the queens graph of a 6 x 6 board be coloured with 6 colours?',
    operation_id: 'graph.coloring.k_colorability.decide',
    payload: { graph: queens(6), colors: 6 },
  },
  {
    question: 'The value of t^65 at t = -1 (computed here, no engine)',
    operation_id: 'polynomial.map.evaluate',
    payload: { polynomial: 't^65', point: { variables: ['t'], values: ['-1'] } },
  },
];
for (const { question, operation_id, payload } of runs) {
  console.log(`\n${question}`);
  const sent = JSON.stringify(payload);
  console.log(`math.run ${operation_id} ${sent.length > 160 ? `${sent.slice(0, 160)}…` : sent}`);
  const { output, execution, runtime_ms } = z
    .looseObject({
      output: z.unknown(),
      runtime_ms: z.number(),
      execution: z.looseObject({ backend: z.string(), backend_version: z.string().nullable() }),
    })
    .parse(await call('math.run', { operation_id, payload }));
  console.log(`  ${JSON.stringify(output)}`);
  console.log(`  ${execution.backend} ${execution.backend_version ?? ''} ${runtime_ms.toFixed(0)} ms`);
}
await client.close();

async function call(name: string, args: Record<string, unknown>): Promise<unknown> {
  const result = await client.callTool({ name, arguments: args });
  if (result.isError === true) throw new Error(JSON.stringify(result.content));
  return result.structuredContent;
}

function show(name: string, args: Record<string, unknown>): void {
  console.log(`\n${name} ${JSON.stringify(args)}`);
}

/** Squares of an n x n board, joined where a queen moves from one to the other. */
function queens(n: number): { vertex_count: number; edges: [number, number][] } {
  const edges: [number, number][] = [];
  for (let a = 0; a < n * n; a += 1) {
    for (let b = a + 1; b < n * n; b += 1) {
      const rows = Math.abs(Math.floor(a / n) - Math.floor(b / n));
      const columns = Math.abs((a % n) - (b % n));
      if (rows === 0 || columns === 0 || rows === columns) edges.push([a, b]);
    }
  }
  return { vertex_count: n * n, edges };
}
