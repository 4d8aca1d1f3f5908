import { GatewayError } from '../../src/contracts/diagnostic.js';
import type { RunOptions, RunResult, UntypedGateway } from '../../src/contracts/gateway.js';
import { settingsSchema, type SettingsInput } from '../../src/contracts/settings.js';
import { fakeFinder, fakeOperation } from './fake-catalog.js';

/** What a fake operation does when it is run. */
export type Behaviour = (payload: unknown, options: RunOptions) => Promise<unknown>;

/** A gateway whose operations do what the test says: `a.<name>.compute` runs `behaviours[name]`. */
export function fakeGateway(
  behaviours: Readonly<Record<string, Behaviour>>,
  settings: SettingsInput = {},
): UntypedGateway {
  const finder = fakeFinder(
    Object.keys(behaviours).map((name) => fakeOperation(`a.${name}.compute`, { title: `The thing ${name}` })),
  );
  return {
    find: (query) => Promise.resolve().then(() => finder.find(query ?? {})),
    inspect: (id, view) => finder.inspect(id, view ?? 'CONTRACT'),
    exportCatalog: () => finder.exportCatalog(),
    runUntyped: async (id, payload, options = {}) => {
      const behaviour = behaviours[/^a\.(.+)\.compute$/.exec(id)?.[1] ?? ''];
      if (behaviour === undefined) throw new GatewayError('UNKNOWN_OPERATION', 'operation_resolution', 'No such id.');
      const result = fakeResult(id, await behaviour(payload, options));
      options.deliver?.(result);
      return result;
    },
    availability: () => Promise.resolve([]),
    close: () => Promise.resolve(),
    settings: settingsSchema.parse(settings),
  };
}

export function fakeResult(operation_id: string, output: unknown): RunResult {
  return {
    operation_id,
    operation_version: '1.0.0',
    mode: 'EXPLORE',
    output,
    runtime_ms: 2,
    execution: {
      status: 'COMPLETED',
      backend: 'direct',
      backend_version: null,
      transport: null,
      provider_digest: null,
      queue_ms: 0,
      run_ms: 1,
    },
    completeness: 'COMPLETE',
    qualifiers: ['exact'],
    scope: null,
    assurance: { level: 'COMPUTED', basis: 'made up', checker: null, verification_record_uri: null },
    obligations: [],
    relationships: [],
    artifact_uris: [],
    diagnostics: [],
    result_digest: 'sha256:0',
  };
}
