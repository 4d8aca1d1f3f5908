import type { AnyAdapter } from '../../contracts/adapter.js';
import type { Backend } from '../../contracts/backend.js';
import type { AnyOperation } from '../../contracts/operation.js';
import type { OperationView } from '../../contracts/wire-answers.js';
import type { View } from '../../contracts/wire.js';
import { digestJson } from '../digest.js';
import { assuranceCeiling, requirementsOf } from './cards.js';
import { schemasOf } from './schemas.js';

export interface ContractParts {
  readonly adapters: readonly AnyAdapter[];
  readonly backends: Readonly<Record<string, Backend>>;
}

const scopeRule =
  'The answer speaks of exactly the value sent, read by input_schema and exact_input_scope; anything outside is refused, never rounded or cut.';

/** The contract of one operation in as much detail as asked for. */
export function operationView(operation: AnyOperation, view: View, parts: ContractParts): OperationView {
  const summary = summaryOf(operation);
  if (view === 'SUMMARY') return summary;
  const contract = { ...summary, ...contractOf(operation) };
  return view === 'CONTRACT' ? contract : { ...contract, ...providersOf(operation, parts) };
}

/** What the bulk export says of an operation: the contract, nothing of this machine. */
export function exportedOperation(operation: AnyOperation): OperationView {
  return { ...summaryOf(operation), ...contractOf(operation) };
}

function summaryOf(operation: AnyOperation): OperationView {
  const { inputFields, outputFields } = schemasOf(operation);
  return {
    operation_id: operation.id,
    version: operation.version,
    title: operation.title,
    description: operation.description,
    read_only: true,
    tags: [...operation.tags],
    discovery_terms: [...operation.discovery_terms],
    runtime_requirements: requirementsOf(operation),
    modes: [...operation.modes],
    assurance_ceiling: assuranceCeiling(operation),
    input_kinds: [...operation.input_kinds],
    outcome: operation.output_summary,
    exact_input_scope: operation.exact_input_scope,
    scope_rule: scopeRule,
    qualifiers: [...operation.qualifiers],
    budget: { default: { ...operation.budget.default }, maximum: { ...operation.budget.maximum } },
    input_fields: [...inputFields],
    output_fields: [...outputFields],
    has_examples: operation.examples.length > 0,
  };
}

function contractOf(
  operation: AnyOperation,
): Pick<OperationView, 'input_schema' | 'output_schema' | 'examples' | 'related'> {
  const { input, output } = schemasOf(operation);
  return {
    input_schema: input,
    output_schema: output,
    examples: operation.examples.map((example) => ({
      name: example.name,
      description: example.description,
      input: example.input,
      ...(example.output === undefined ? {} : { output: example.output }),
      ...(example.error === undefined ? {} : { error: { code: example.error.code } }),
    })),
    related: [...operation.related],
  };
}

function providersOf(
  operation: AnyOperation,
  { adapters, backends }: ContractParts,
): Pick<OperationView, 'providers' | 'adapters' | 'digests'> {
  const { input, output } = schemasOf(operation);
  const order = operation.runtime_requirements.map(({ backend }) => backend);
  return {
    providers: order.flatMap((id) => (backends[id] === undefined ? [] : [providerOf(backends[id])])),
    adapters: order.flatMap((id) =>
      adapters
        .filter(({ operation: served, backend }) => served === operation.id && backend === id)
        .map(({ backend, kernels }) => ({ backend, kernels: [...kernels] })),
    ),
    digests: {
      operation: digestJson(exportedOperation(operation)),
      input_schema: digestJson(input),
      output_schema: digestJson(output),
    },
  };
}

function providerOf({ declaration }: Backend): NonNullable<OperationView['providers']>[number] {
  const { id, title, homepage, licence, policy, traits, subprocess, container, embedded } = declaration;
  return {
    backend: id,
    title,
    homepage,
    licence,
    supported_versions: policy.supported,
    tested_version: policy.tested,
    transports: [
      ...(subprocess === null ? [] : (['subprocess'] as const)),
      ...(container === null ? [] : (['container'] as const)),
      ...(embedded === null ? [] : (['embedded'] as const)),
    ],
    untrusted: traits.untrusted,
  };
}
