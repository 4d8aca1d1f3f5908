import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { createGateway } from '../../src/compose.js';
import { loadSettings } from '../../src/config/load.js';
import { GatewayError } from '../../src/contracts/diagnostic.js';
import type { UntypedGateway } from '../../src/contracts/gateway.js';
import { contractViolations } from '../support/error-contract.js';
import { fakeDrivers } from '../support/fake-drivers.js';
import { createFakes, processesOf } from '../support/fake-engine.js';
import { familyOf, waitUntilEmpty } from '../support/processes.js';

/** Real engines that are killed in the middle of a call: the call says so at once, and the next one works, on another process. */
interface Victim {
  readonly backend: string;
  readonly transport: 'subprocess' | 'embedded';
  /** Which of the engine's processes is killed, by its command line. */
  readonly command: RegExp;
  /** Of several such processes, the one that computes. */
  readonly busy?: true;
  /** SIGKILL unless given. */
  readonly signal?: 'SIGSEGV';
}

const victims: Readonly<Record<string, Victim>> = {
  gp: { backend: 'pari', transport: 'subprocess', command: /^\S*\bgp(?:-\S+)? -q -f/ },
  'the child of SageMath that computes': {
    backend: 'sagemath',
    transport: 'subprocess',
    command: /^\S*(?:python|sage-ipython)\S* -c/,
    busy: true,
  },
  'its worker': {
    backend: 'sagemath',
    transport: 'subprocess',
    command: /^\S*(?:python|sage-ipython)\S* -c/,
  },
  // Both take a memory fault for an error like others, and would go on.
  'gp, by a memory fault': {
    backend: 'pari',
    transport: 'subprocess',
    command: /^\S*\bgp(?:-\S+)? -q -f/,
    signal: 'SIGSEGV',
  },
  'the child of SageMath that computes, by a memory fault': {
    backend: 'sagemath',
    transport: 'subprocess',
    command: /^\S*(?:python|sage-ipython)\S* -c/,
    busy: true,
    signal: 'SIGSEGV',
  },
  z3: { backend: 'z3', transport: 'subprocess', command: /^\S*\bz3 -in/ },
  'the host of the embedded Z3': { backend: 'z3', transport: 'embedded', command: /^\S*node\S* \S*z3-host\.js/ },
};

interface Asked {
  readonly operation: string;
  readonly payload: unknown;
}

/** No engine answers the first within a minute; the second takes it a moment. */
const numbers: readonly [long: Asked, short: Asked] = [
  { operation: 'integer.compute.prime_factorization', payload: { value: '2^1061-1' } },
  { operation: 'integer.decide.prime', payload: { value: 97 } },
];
const formulas: readonly [long: Asked, short: Asked] = [
  { operation: 'sat.solve', payload: { cnf: { dimacs: pigeons(14) } } },
  { operation: 'sat.solve', payload: { cnf: { dimacs: 'p cnf 1 1\n1 0\n' } } },
];

describe.each(['preferred', 'off'] as const)('isolation %s, on one gateway', (isolation) => {
  const gateway: UntypedGateway = createGateway({ ...loadSettings(process.env), isolation, logLevel: 'silent' });
  afterAll(async () => {
    await gateway.close();
    expect(await waitUntilEmpty(() => familyOf(process.pid).engines(), 1_000)).toEqual([]);
  });

  it.each(Object.keys(victims))('%s', (name) => killed(gateway, victims[name]!));

  if (isolation === 'preferred') {
    it('the sandbox itself', () =>
      killed(gateway, { backend: 'pari', transport: 'subprocess', command: /^\S*bwrap .* -q -f / }));
  }
});

async function killed(gateway: UntypedGateway, { backend, transport, command, busy, signal }: Victim): Promise<void> {
  const [long, short] = backend === 'z3' ? formulas : numbers;
  const run = ({ operation, payload }: Asked, onProgress?: (progress: { state: string }) => void) =>
    gateway.runUntyped(operation, payload, { backend, transport, budget: { wall_ms: 60_000 }, onProgress });
  let at = 0;
  let victim = 0;
  const ended: unknown = await run(long, ({ state }) => {
    if (state !== 'running' || at !== 0) return;
    at = Infinity;
    void kill(command, busy === true, signal ?? 'SIGKILL').then((killed) => {
      at = killed.at;
      victim = killed.pid;
    });
  }).catch((error: unknown) => error);
  expect(performance.now() - at).toBeLessThan(1_000);
  expect(ended).toBeInstanceOf(GatewayError);
  const error = { ...(ended as GatewayError).diagnostic };
  expect(error).toMatchObject({ code: 'BACKEND_FAILURE', classification: 'CRASHED' });
  expect(error['evidence']).toMatch(signal === undefined ? /SIGKILL|status 137/ : /fault/i);
  expect(contractViolations(error)).toEqual([]);
  expect(await run(short)).toMatchObject({ completeness: 'COMPLETE' });
  expect(() => process.kill(victim, 0)).toThrow();
}

/** Kills such a process below this one when it has computed for a while; resolves with the moment. */
async function kill(command: RegExp, busy: boolean, signal: NodeJS.Signals): Promise<{ at: number; pid: number }> {
  await new Promise((resolve) => setTimeout(resolve, 300));
  const all = familyOf(process.pid)
    .engines()
    .map((line) => ({ pid: Number(/^\d+/.exec(line)?.[0]), told: line.replace(/^\d+ /, '') }))
    .filter(({ told }) => command.test(told));
  // A computation that was forked later has the higher number.
  const chosen = busy ? all.find(({ pid }) => stateOf(pid) === 'R') : all[0];
  if (chosen === undefined) throw new Error(`no such process: ${JSON.stringify(all)}`);
  process.kill(chosen.pid, signal);
  return { at: performance.now(), pid: chosen.pid };
}

function stateOf(pid: number): string {
  const stat = readFileSync(`/proc/${String(pid)}/stat`, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2, stat.lastIndexOf(')') + 3);
}

/** So many pigeons do not fit into one hole less. */
function pigeons(count: number): string {
  const hole = (pigeon: number, at: number) => pigeon * (count - 1) + at + 1;
  const holes = Array.from({ length: count - 1 }, (_, i) => i);
  const all = Array.from({ length: count }, (_, i) => i);
  const clauses = [
    ...all.map((pigeon) => holes.map((at) => hole(pigeon, at))),
    ...holes.flatMap((at) =>
      all.flatMap((one) => all.slice(one + 1).map((other) => [-hole(one, at), -hole(other, at)])),
    ),
  ];
  return `p cnf ${String(count * (count - 1))} ${String(clauses.length)}\n${clauses.map((c) => `${c.join(' ')} 0`).join('\n')}\n`;
}

describe('Lean, whose sources a shell of ours receives', () => {
  const fakes = createFakes();
  afterAll(() => fakes.remove());
  /** 4 MB in the letters that carry it. */
  const source = `--${'∀'.repeat(999_990)}`;

  it.each(['preferred', 'off'] as const)('isolation %s: that dies while it is written to', async (isolation) => {
    const engine = fakes.make(fakeDrivers['lean/subprocess'], 'none');
    const gateway = engine.open({ isolation, logLevel: 'silent' });
    const options = { transport: 'subprocess', budget: { wall_ms: 20_000 } } as const;
    const ended: unknown = await gateway
      .runUntyped(
        'lean.check',
        { source },
        {
          ...options,
          onProgress: ({ state }) => {
            if (state === 'running') setTimeout(() => killAll(engine.path), 1);
          },
        },
      )
      .catch((error: unknown) => error);
    expect(ended).toMatchObject({ diagnostic: { code: 'BACKEND_FAILURE', classification: 'CRASHED' } });
    expect(await gateway.runUntyped('lean.check', { source: '-- right' }, options)).toMatchObject({
      output: { outcome: 'ELABORATED' },
    });
    await gateway.close();
    expect(processesOf(engine.path)).toEqual([]);
  });

  function killAll(path: string): void {
    for (const pid of processesOf(path).map((line) => Number(/^\d+/.exec(line)?.[0]))) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // It went with the one before.
      }
    }
  }
});
