import type { Availability } from '../contracts/availability.js';
import { GatewayError } from '../contracts/diagnostic.js';
import type { RunOptions, RunResult, UntypedGateway } from '../contracts/gateway.js';
import type { AnyOperation, OperationDeclaration } from '../contracts/operation.js';
import type { RuntimeRequirement } from '../contracts/requirement.js';
import type { IsolationState } from '../contracts/isolation.js';
import { createFinder } from './find/finder.js';
import { run, type RunDependencies } from './run.js';
import { alternatives } from './select.js';
import { warmUp } from './warm-up.js';

/** What callers may send to an operation. */
export type PayloadOf<O> = O extends OperationDeclaration<infer _I, infer _O, infer P> ? P : never;
/** The canonical output of an operation. */
export type OutputOf<O> = O extends OperationDeclaration<infer _I, infer Out, infer _P> ? Out : never;

/** The library: everything that the MCP server and the command line do goes through it. `C`: the catalog's type. */
export interface Gateway<C> extends UntypedGateway {
  /** Runs one operation. The types of payload and output follow from the id. Throws GatewayError. */
  run<Id extends keyof C & string>(
    id: Id,
    payload: PayloadOf<C[Id]>,
    options?: RunOptions,
  ): Promise<RunResult<OutputOf<C[Id]>>>;
}

export type GatewayDependencies = Omit<RunDependencies, 'operations' | 'directAdapters' | 'calls'> & {
  readonly isolation: () => Promise<IsolationState>;
  /** Done last when the gateway closes. */
  readonly release: () => Promise<void>;
  readonly operations: readonly AnyOperation[];
  readonly directAdapters: readonly (RunDependencies['directAdapters'] extends ReadonlyMap<string, infer A>
    ? A
    : never)[];
};

export function createGatewayCore<C>(parts: GatewayDependencies): Gateway<C> {
  const dependencies: RunDependencies = {
    ...parts,
    operations: new Map(parts.operations.map((operation) => [operation.id, operation])),
    directAdapters: new Map(parts.directAdapters.map((adapter) => [adapter.operation, adapter])),
    calls: new Set(),
  };
  const finder = createFinder(parts);
  let closed = false;
  void warmUp(parts);
  const runUntyped = async (id: string, payload: unknown, options: RunOptions = {}): Promise<RunResult> => {
    if (closed) throw new GatewayError('OPERATION_CANCELLED', 'execution_admission', 'The gateway is closed.');
    return run(id, payload, options, dependencies);
  };
  return {
    find: async (query) => finder.find(query ?? {}),
    inspect: (id, view) => finder.inspect(id, view ?? 'CONTRACT'),
    exportCatalog: () => finder.exportCatalog(),
    runUntyped,
    // The registry's own types tie an id to its payload and output; the engine room below works on unknown data that
    // the operation's schemas check.
    run: runUntyped as Gateway<C>['run'],
    availability: () => allAvailability(parts),
    settings: parts.settings,
    close: async () => {
      closed = true;
      for (const call of dependencies.calls) call.cancel();
      parts.prober.close();
      await parts.pool.close();
      await parts.release();
    },
  };
}

/** One entry per backend and transport, for the range that the last operation that names it asks for. */
async function allAvailability(parts: GatewayDependencies): Promise<Availability[]> {
  const wanted = new Map<string, { requirement: RuntimeRequirement; transport: Availability['transport'] }>();
  for (const operation of parts.operations) {
    for (const pair of alternatives(operation, {}, parts))
      wanted.set(`${pair.requirement.backend}|${pair.transport}`, pair);
  }
  return Promise.all(
    [...wanted.values()].map(({ requirement, transport }) => parts.prober.availability(requirement, transport)),
  );
}
