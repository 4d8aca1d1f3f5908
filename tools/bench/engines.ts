import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { isPresent } from '../is-present.js';
import { root } from './gateway.js';
import { command, openRaw, type RawSession } from './raw.js';

/** What math.run is asked. */
export interface Question {
  readonly operation_id: string;
  readonly backend: string;
  readonly transport: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** An engine that is measured with a small question: as itself, and through the gateway. */
export interface Engine {
  readonly name: string;
  /** Small calls that are made in one measurement. */
  readonly calls: number;
  /** How often its start is measured. */
  readonly starts: number;
  readonly question: (i: number) => Question;
  /** The same question in the engine's own words. */
  readonly text: (i: number) => string;
  readonly open: (isolated: boolean) => RawSession;
}

const isNumber = (line: string) => /^[0-9]+$/.test(line);

/** The very function that the gateway's sessions load. */
const nextPrime = readFileSync(`${root}adapters/pari/integer-compute-next-prime.gp`, 'utf8');

/** The least prime above a number, in gp. Opening it loads the function, like the gateway. */
export const gp: Engine = {
  name: 'PARI/GP',
  calls: 600,
  starts: 5,
  question: (i) => primeQuestion('pari', BigInt(10_000 + i)),
  text: (i) => gpText(BigInt(10_000 + i)),
  open: (isolated) => {
    // Those of the gateway's sessions. Proving the factors that a proof of primality uses costs it 13 % here.
    const settings = ['parisizemax=1536M', 'threadsizemax=1536M', 'nbthreads=1', 'factor_proven=1'];
    const options = settings.flatMap((setting) => ['-D', setting]);
    const session = openRaw(command('gp', ['-q', '-f', ...options], isolated), isNumber);
    return {
      close: session.close,
      // The first request carries the function: nothing waits for it alone.
      request: once((text) => session.request(`${nextPrime}\n${text}`), session.request),
    };
  },
};

export function primeQuestion(backend: string, n: bigint): Question {
  return {
    operation_id: 'integer.compute.next_prime',
    backend,
    transport: 'subprocess',
    payload: { n: String(n) },
  };
}

export function gpText(n: bigint): string {
  return `print(integer_compute_next_prime(${String(n)}))\n`;
}

/** What gp spends on so many primes above numbers of a size, in ms, by its own clock. */
export function gpCostText(digits: number, count: number): string {
  const loop = `for(i=1,${String(count)},integer_compute_next_prime(${spacedExpression(digits)}))`;
  return `gettime();${loop};print(gettime())\n`;
}

/** Numbers of a size, far enough from each other that no two have the same next prime. */
export function spaced(digits: number, i: number): bigint {
  return 10n ** BigInt(digits - 1) + spacing * BigInt(i) + 1n;
}

function spacedExpression(digits: number): string {
  return `10^${String(digits - 1)}+${String(spacing)}*i+1`;
}

const spacing = 7_919_000n;

const sageProgram =
  'import sys\nfrom sage.all import *\nfor line in sys.stdin:\n    print(next_prime(ZZ(line.strip())), flush=True)\n';

const sage: Engine = {
  name: 'SageMath',
  calls: 300,
  starts: 2,
  question: (i) => primeQuestion('sagemath', BigInt(10_000 + i)),
  text: (i) => `${String(10_000 + i)}\n`,
  open: (isolated) => openRaw(command('sage', ['-python', '-u', '-c', sageProgram], isolated), isNumber),
};

const z3: Engine = {
  name: 'Z3',
  calls: 300,
  starts: 5,
  question: (i) => satQuestion('subprocess', i),
  text: satText,
  open: (isolated) => openRaw(command('z3', ['-in'], isolated), isEnd),
};

const z3Embedded: Engine = {
  name: 'Z3 (embedded)',
  calls: 60,
  starts: 2,
  question: (i) => satQuestion('embedded', i),
  text: satText,
  open: (isolated) => {
    const host = `${root}dist/z3-host.js`;
    const readOnly = [`${root}node_modules`, `${root}package.json`, dirname(host), dirname(process.execPath)];
    return openRaw(command(process.execPath, [host, '-memory:900'], isolated, readOnly), isEnd);
  },
};

/** Engines that are here. */
export function presentEngines(): Engine[] {
  return [
    ...(isPresent('gp') ? [gp] : []),
    ...(isPresent('z3') ? [z3] : []),
    z3Embedded,
    ...(isPresent('sage') ? [sage] : []),
  ];
}

/** Three variables and three clauses that fix them, by the bits of i. */
function satQuestion(transport: string, i: number): Question {
  const clauses = literals(i).map((literal) => [literal]);
  return {
    operation_id: 'sat.solve',
    backend: 'z3',
    transport,
    payload: { cnf: { variables: ['a', 'b', 'c'], clauses } },
  };
}

function satText(i: number): string {
  const asserted = literals(i).map((v) => (v > 0 ? `(assert v${String(v)})` : `(assert (not v${String(-v)}))`));
  const declared = [1, 2, 3].map((v) => `(declare-const v${String(v)} Bool)`);
  // The logic is the gateway's too; the echo is what the embedded host takes for the end of a request.
  const script = `(reset)(set-logic QF_FD)${declared.join('')}${asserted.join('')}(check-sat)(get-value (v1 v2 v3))`;
  return `${script}\n(echo "jg-end-1")\n`;
}

function literals(i: number): number[] {
  return [1, 2, 3].map((v) => ((i >> v) % 2 === 0 ? v : -v));
}

function isEnd(line: string): boolean {
  return line === 'jg-end-1';
}

function once<A, R>(first: (argument: A) => R, later: (argument: A) => R): (argument: A) => R {
  let begun = false;
  return (argument) => {
    const use = begun ? later : first;
    begun = true;
    return use(argument);
  };
}
