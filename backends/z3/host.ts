import { createInterface } from 'node:readline';
import { init } from 'z3-solver';

/**
 * The embedded Z3: a Node process of its own that behaves like `z3 -in`, so that one driver serves both. Requests end
 * with a line `(echo "jg-end-…")`, as the driver writes them; each is evaluated in a context of its own.
 */
const sentinel = /^\(echo "jg-end-\d+"\)$/;

/**
 * Z3's timer is a thread, and in this build it can hang the request after it (seen in one of 200 requests). So the
 * soft limit is left out: the gateway ends this process when it is reached, which comes to the same answer.
 */
const timeLimit = /^\(set-option :timeout \d+\)$/;

async function main(): Promise<void> {
  const { Z3 } = await init({ printErr: report });
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
    if (!timeLimit.test(line)) pending.push(line);
    if (!sentinel.test(line)) continue;
    const script = pending.join('\n');
    pending = [];
    print(await evaluate(script));
  }
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
