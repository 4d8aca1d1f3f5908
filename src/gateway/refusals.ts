import { GatewayError } from '../contracts/diagnostic.js';
import type { RunOptions } from '../contracts/gateway.js';
import type { AnyOperation } from '../contracts/operation.js';
import { sanitise } from './failures.js';
import type { Selection, Tried } from './select.js';
import { transportsOf } from './select.js';

/** Ids of earlier releases and of the public vocabulary, and what does their work now. */
const replacements = new Map(
  Object.entries({
    'hypergraph.coloring.non_monochromatic.decide': 'hypergraph.nonmonochromatic_vertex_coloring.q_decide',
    'polynomial.rational.compute.evaluate': 'polynomial.map.evaluate',
    'graph.enumerate.nonisomorphic': 'graph.nonisomorphic.enumerate',
    'polynomial.compute.groebner_basis': 'polynomial.ideal.groebner_basis.compute',
    'universal_algebra.search.countermodel': 'universal_algebra.countermodel.find',
    'certificate.verify': 'verification.replay',
  }),
);

/** UNKNOWN_OPERATION, with the replacement of a retired id. The id asked for is not repeated. */
export function unknownOperation(id: string, operations: ReadonlyMap<string, AnyOperation>): GatewayError {
  const replacement = replacements.get(id);
  const hint =
    replacement !== undefined
      ? `This id is retired: ${operations.has(replacement) ? 'use' : 'a later release will have'} ${replacement}.`
      : 'Search with math.find (query), or browse it without arguments, and use an operation_id it gives.';
  return new GatewayError('UNKNOWN_OPERATION', 'operation_resolution', 'No operation has this id.', { hint });
}

/** Checks what a call insists on against what the operation has. Throws INVALID_REQUEST. */
export function checkOptions(
  operation: AnyOperation,
  options: RunOptions,
  selection: Pick<Selection, 'backends' | 'settings'>,
): void {
  const errors: { location: string[]; code: string; message: string }[] = [];
  const backends = operation.runtime_requirements.map(({ backend }) => backend);
  const refuse = (field: string, known: readonly string[]) =>
    errors.push({
      location: [field],
      code: 'not_offered',
      message:
        known.length === 0
          ? 'This operation needs no engine: leave it out.'
          : `This operation has: ${known.join(', ')}.`,
    });
  if (options.mode !== undefined && !operation.modes.includes(options.mode)) refuse('mode', operation.modes);
  if (options.backend !== undefined && !backends.includes(options.backend)) refuse('backend', backends);
  const chosen = backends.filter((id) => options.backend === undefined || id === options.backend);
  const transports = [...new Set(chosen.flatMap((id) => declaredTransports(id, selection)))];
  if (options.transport !== undefined && !transports.includes(options.transport)) refuse('transport', transports);
  if (errors.length > 0) {
    throw new GatewayError(
      'INVALID_REQUEST',
      'operation_validation',
      'The call asks for what the operation does not have.',
      {
        hint: 'Inspect the operation with math.find to see its modes, backends and transports.',
        fields: { errors, omitted_error_count: 0 },
      },
    );
  }
}

function declaredTransports(id: string, { backends, settings }: Pick<Selection, 'backends' | 'settings'>): string[] {
  return transportsOf(id, { backends, settings: { ...settings, transport: 'auto', backends: {} } });
}

/** BACKEND_UNAVAILABLE: the first alternative at the top, all of them in `tried`. */
export function unavailable(operation: AnyOperation, tried: readonly Tried[]): GatewayError {
  const told = tried.map(({ backend, transport, status, required_version, version, detail, hint }) => ({
    backend,
    transport,
    status,
    required_version,
    version,
    // Mostly an engine's own words.
    detail: detail === null ? null : sanitise(detail),
    hint,
  }));
  const first = told[0];
  return new GatewayError(
    'BACKEND_UNAVAILABLE',
    'backend_execution',
    'No engine that this operation needs can be used here.',
    {
      hint: first?.hint ?? 'Run `jacobian-gateway doctor` to see what is missing.',
      fields: {
        operation_id: operation.id,
        backend: first?.backend ?? operation.runtime_requirements[0]?.backend ?? null,
        required_version: first?.required_version ?? operation.runtime_requirements[0]?.version ?? null,
        version: first?.version ?? null,
        status: first?.status ?? 'DISABLED',
        detail: first?.detail ?? 'The transport that was asked for is not among those that the settings allow.',
        tried: told,
      },
    },
  );
}
