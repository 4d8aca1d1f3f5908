import { createInterface } from 'node:readline';
import { init } from 'z3-solver';

/**
 * The embedded Z3: a Node process of its own that behaves like `z3 -in`, so that one driver serves both. Requests end
 * with a line `(echo "jg-end-…")`, as the driver writes them; each is evaluated in a context of its own.
 */
const sentinel = /^\(echo "jg-end-\d+"\)$/;

/**
 * The soft limit is left out here: Z3's timer is a thread that stays, and it would keep `threadsEnded` from being told.
 * The gateway ends this process when the limit is reached, which comes to the same answer.
 */
const timeLimit = /\(set-option :timeout \d+\)/g;

async function main(): Promise<void> {
  const engine = await init({ printErr: report });
  const { Z3 } = engine;
  // The package's types leave the Emscripten module open.
  const threads = engine.em as Threads;
  if (process.argv.includes('--version')) {
    const { major, minor, build_number } = Z3.get_version();
    print(`Z3 version ${String(major)}.${String(minor)}.${String(build_number)} - WebAssembly\n`);
    return;
  }
  // Beyond its limit Z3 gives up in order; what it may use is stated in MB, as for the native program.
  const memory = process.argv
    .map((argument) => /^-memory:(\d+)$/.exec(argument)?.[1])
    .find((value) => value !== undefined);
  if (memory !== undefined) Z3.global_param_set('memory_max_size', memory);
  const evaluate = async (script: string): Promise<string> => {
    const configuration = Z3.mk_config();
    const context = Z3.mk_context(configuration);
    Z3.del_config(configuration);
    try {
      return await Z3.eval_smtlib2_string(context, script);
    } finally {
      Z3.del_context(context);
    }
  };
  let pending: string[] = [];
  for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
    pending.push(line.replaceAll(timeLimit, ''));
    if (!sentinel.test(line)) continue;
    const script = pending.join('\n');
    pending = [];
    await threadsEnded(threads);
    print(await evaluate(script));
  }
}

/** The part of Emscripten's module that z3-solver's own `killThreads` relies on. */
interface Threads {
  readonly PThread: { readonly runningWorkers: readonly unknown[] };
}

/** Longest wait for a thread that has done its work. */
const threadGraceMs = 500;

/**
 * A request is evaluated on a thread of its own, whose promise settles before the thread has ended. A request that
 * begins in between can hang for ever: 3 to 10 of 300 did on a busy machine, 0 of 1,280 after waiting here.
 */
async function threadsEnded({ PThread }: Threads): Promise<void> {
  const end = Date.now() + threadGraceMs;
  while (PThread.runningWorkers.length > 0 && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 1));
}

/**
 * What the engine says on standard error. When it ends itself (out of memory), its threads stop but nothing settles the
 * promise of the request: the program has to end here, as the native one does.
 */
function report(text: string): void {
  process.stderr.write(`${text}\n`, () => {
    const status = /^program exited \(with status: (\d+)\)/.exec(text)?.[1];
    if (status !== undefined || text.startsWith('Aborted')) process.exit(status === undefined ? 1 : Number(status));
  });
}

function print(text: string): void {
  process.stdout.write(text.endsWith('\n') ? text : `${text}\n`);
}

main().then(
  // The workers of the engine keep the process alive otherwise.
  () => process.stdout.write('', () => process.exit(0)),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`, () => process.exit(1));
  },
);
