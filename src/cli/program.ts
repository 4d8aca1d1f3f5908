import { Command, CommanderError, Option } from 'commander';
import { GatewayError } from '../contracts/diagnostic.js';
import { SettingsError } from '../config/load.js';
import type { OpenMaintenance } from '../availability/maintenance.js';
import type { OpenGateway } from '../contracts/gateway.js';
import type { BundleEngine } from '../contracts/bundles.js';
import { packageVersion } from '../version.js';
import type { BundleVerb, BundleOptions } from './bundle.js';

/** Exit statuses: 0 done, 1 the call failed or something asked for is not there, 2 the command line is wrong. */
export async function main(argv: readonly string[], open: Openers): Promise<number> {
  let status = 0;
  const program = createProgram(open, (code) => {
    status = code;
  });
  try {
    await program.parseAsync(argv);
    return status;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    if (error instanceof GatewayError) {
      process.stderr.write(`${JSON.stringify(error.diagnostic, null, 2)}\n`);
      return 1;
    }
    if (error instanceof SettingsError || error instanceof UsageError) {
      process.stderr.write(`${error.message}\n`);
      return 2;
    }
    throw error;
  }
}

/** What commands work on; each opens what it needs. */
export interface Openers {
  readonly openGateway: OpenGateway;
  readonly openMaintenance: OpenMaintenance;
  readonly openBundles: OpenBundles;
  /** Serves MCP over standard input and output until the client leaves. */
  readonly serve: () => Promise<void>;
}

/** Opens what makes and moves images with engines; asks nothing of Docker before it is used. */
export type OpenBundles = () => Promise<BundleEngine>;

/** The command line cannot be carried out as written; the message says what to change. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

function createProgram(openers: Openers, setStatus: (code: number) => void): Command {
  const { openGateway, openMaintenance, serve } = openers;
  const program = new Command('jacobian-gateway')
    .description('Exact mathematics from PARI/GP, SageMath, Z3 and Lean: MCP server and command line.')
    .version(packageVersion)
    .exitOverride()
    .showHelpAfterError('(run with --help for what it takes)');

  program
    .command('serve')
    .description('serve MCP over standard input and output')
    .action(() => serve());

  program
    .command('find')
    .description('search the catalog; without a query, browse it')
    .argument('[query...]', 'what the result should be, in a few words')
    .option('--namespace <name>', 'only operations whose id begins with it')
    .option('--limit <n>', 'operations to show (1 to 20)', '5')
    .option('--json', 'the structured answer')
    .action(async (words: string[], options: FindOptions) =>
      setStatus(await (await import('./find.js')).findCommand(openGateway, words.join(' '), options)),
    );

  program
    .command('inspect')
    .description('the contract of one operation and what is available for it here')
    .argument('<operation>', 'operation id')
    .addOption(new Option('--view <view>', 'how much').choices(['SUMMARY', 'CONTRACT', 'FULL']).default('CONTRACT'))
    .option('--json', 'the structured answer')
    .action(async (id: string, options: InspectOptions) =>
      setStatus(await (await import('./find.js')).inspectCommand(openGateway, id, options)),
    );

  program
    .command('run')
    .description('run one operation; the payload is an argument, a file (--file) or standard input')
    .argument('<operation>', 'operation id')
    .argument('[payload]', 'JSON object; - reads standard input')
    .option('--file <path>', 'read the payload from a file')
    .option('--backend <id>', 'insist on one backend')
    .addOption(
      new Option('--transport <name>', 'insist on one transport').choices(['subprocess', 'container', 'embedded']),
    )
    .option('--wall-ms <ms>', 'wall time of the call')
    .option('--memory-mb <mb>', 'memory of the engine')
    .option('--json', 'the structured answer')
    .action(async (id: string, payload: string | undefined, options: RunCommandOptions) =>
      setStatus(await (await import('./run.js')).runCommandLine(openGateway, id, payload, options)),
    );

  program
    .command('doctor')
    .description('which engines are here, what they unlock, and what to type where one is missing')
    .argument('[backend...]', 'only these; the exit status is 0 when all of them are there')
    .option('--all', 'also the other candidates that were looked at')
    .option('--json', 'the structured answer')
    .action(async (names: string[], options: { all?: boolean; json?: boolean }) =>
      setStatus(await (await import('./doctor.js')).doctorCommand(openMaintenance, names, options)),
    );

  const backends = program.command('backends').description('install or remove engines in the gateway’s own folder');
  for (const verb of ['install', 'remove'] as const) {
    backends
      .command(verb)
      .description(verb === 'install' ? 'install engines' : 'undo what install did')
      .argument('[backend...]', 'pari, z3, sagemath, lean; all where none is named')
      .addOption(new Option('--from <source>', 'where from').choices(['apt', 'wheels', 'npm']))
      .option('--yes', 'do not ask')
      .action(async (names: string[], options: { from?: string; yes?: boolean }) =>
        setStatus(await (await import('./backends.js')).backendsCommand(openMaintenance, verb, names, options)),
      );
  }
  addBundle(program, async (verb, words, options = {}) =>
    setStatus(await (await import('./bundle.js')).bundleCommand(openers, verb, words, options)),
  );
  return program;
}

function addBundle(
  program: Command,
  run: (verb: BundleVerb, words: readonly string[], options?: BundleOptions) => Promise<void>,
): void {
  const bundle = program.command('bundle').description('engines in container images: make, move and remove them');
  const named = 'such as pari or light; all where none is named';
  bundle
    .command('build')
    .description('build images, and see that the engines in them work')
    .argument('[image...]', 'pari, z3, sagemath, lean, or light (PARI/GP and Z3), which is built where none is named')
    .option('--base <image>', 'image to begin with, instead of debian:bookworm-slim')
    .addOption(new Option('--from <source>', "the engine's source").choices(['debian', 'wheels']))
    .action((names: string[], options: BundleOptions) => run('build', names, options));
  bundle
    .command('save')
    .description('write images into one archive, for a machine without network')
    .argument('<file>', 'the archive; a name that ends in .gz is compressed')
    .argument('[image...]', named)
    .action((file: string, names: string[]) => run('save', [file, ...names]));
  bundle
    .command('load')
    .description('take the images of an archive')
    .argument('<file>', 'an archive that save has written')
    .action((file: string) => run('load', [file]));
  bundle
    .command('list')
    .description('the images with engines, and what is in them')
    .action(() => run('list', []));
  bundle
    .command('test')
    .description('let the engines of images tell their versions and compute')
    .argument('[image...]', named)
    .action((names: string[]) => run('test', names));
  bundle
    .command('remove')
    .description('remove images')
    .argument('[image...]', named)
    .option('--yes', 'do not ask')
    .action((names: string[], options: BundleOptions) => run('remove', names, options));
}

export interface FindOptions {
  readonly namespace?: string;
  readonly limit: string;
  readonly json?: boolean;
}

export interface InspectOptions {
  readonly view: 'SUMMARY' | 'CONTRACT' | 'FULL';
  readonly json?: boolean;
}

export interface RunCommandOptions {
  readonly file?: string;
  readonly backend?: string;
  readonly transport?: 'subprocess' | 'container' | 'embedded';
  readonly wallMs?: string;
  readonly memoryMb?: string;
  readonly json?: boolean;
}
