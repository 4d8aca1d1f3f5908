import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { callTool, connect, type Connection, type ToolAnswer } from './client.js';
import { filesUnder } from './files.js';
import { familyOf, type Family } from './processes.js';

/** A call that keeps an engine busy far longer than a test lasts, and what its processes are called. */
export interface Job {
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly process: RegExp;
}

/** 90 digits, product of two primes of 45. */
const semiprime = { operation_id: 'integer.compute.prime_factorization', payload: { value: '(10^45+9)*(10^44+31)' } };

export const jobs = {
  pari: { arguments: { ...semiprime, backend: 'pari' }, process: /gp -q/ },
  sagemath: { arguments: { ...semiprime, backend: 'sagemath' }, process: /python\S* -c import sys/ },
  z3: { arguments: { ...pigeons(), transport: 'subprocess' }, process: /z3 -in/ },
  z3Embedded: { arguments: { ...pigeons(), transport: 'embedded' }, process: /z3-host\.js/ },
} as const satisfies Record<string, Job>;

/** A call under way. */
export interface Call {
  /** Resolves when the engine has the request. Rejects when the call ends before. */
  readonly running: Promise<void>;
  readonly answer: Promise<ToolAnswer>;
  cancel(): void;
}

export function start({ client }: Connection, job: Job, budget: object = {}): Call {
  const controller = new AbortController();
  let onRunning: () => void = () => undefined;
  const reported = new Promise<void>((resolve) => (onRunning = resolve));
  const answer = callTool(
    client,
    'math.run',
    { ...job.arguments, budget },
    {
      signal: controller.signal,
      timeout: 110_000,
      onprogress: ({ message }) => message?.startsWith('running') === true && onRunning(),
    },
  );
  const early = answer.then(({ text }) => Promise.reject(new Error(`it ended before it ran: ${text.slice(0, 300)}`)));
  const running = Promise.race([reported, early]);
  // Whoever is interested looks at the answer or at `running`.
  for (const promise of [answer, early, running]) promise.catch(() => undefined);
  return { running, answer, cancel: () => controller.abort('enough') };
}

/** A server that works at every job. */
export interface BusyServer {
  readonly connection: Connection;
  readonly calls: readonly Call[];
  readonly family: Family;
  /** What lies in its temporary folder. */
  files(): string[];
  dispose(): Promise<void>;
}

/** Long enough for an engine that has its request to be in the middle of the work. */
export const intoTheWorkMs = 300;

export async function busyServer(
  wanted: readonly Job[],
  environment: Readonly<Record<string, string>>,
): Promise<BusyServer> {
  const folder = mkdtempSync(join(tmpdir(), 'server-'));
  const connection = await connect({ JACOBIAN_CONCURRENCY: '8', TMPDIR: folder, ...environment });
  const calls: Call[] = [];
  // One after the other: an engine that starts needs the processors that busy ones take.
  for (const job of wanted) {
    const call = start(connection, job);
    calls.push(call);
    await call.running;
  }
  await new Promise((resolve) => setTimeout(resolve, intoTheWorkMs));
  const family = familyOf(connection.pid);
  const idle = wanted.filter((job) => !family.commands.some((command) => job.process.test(command)));
  if (idle.length > 0) throw new Error(`no process of ${String(idle[0]?.process)}: ${family.commands.join('\n')}`);
  return {
    connection,
    calls,
    family,
    files: () => filesUnder(folder),
    dispose: async () => {
      await connection.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Thirteen pigeons in twelve holes. */
function pigeons() {
  const holes = 12;
  const at = (pigeon: number, hole: number) => pigeon * holes + hole + 1;
  const all = Array.from({ length: holes + 1 }, (_, pigeon) => pigeon);
  const clauses = [
    ...all.map((pigeon) => Array.from({ length: holes }, (_, hole) => at(pigeon, hole))),
    ...all.flatMap((p) =>
      all.slice(0, p).flatMap((q) => Array.from({ length: holes }, (_, hole) => [-at(p, hole), -at(q, hole)])),
    ),
  ];
  const lines = clauses.map((literals) => `${literals.join(' ')} 0`);
  const dimacs = [`p cnf ${String(holes * (holes + 1))} ${String(clauses.length)}`, ...lines].join('\n');
  return { operation_id: 'sat.solve', payload: { cnf: { dimacs } } };
}
