import type { Availability } from '../../contracts/availability.js';
import type { AnyOperation } from '../../contracts/operation.js';
import type { RuntimeRequirement } from '../../contracts/requirement.js';
import type { TransportName } from '../../contracts/transport.js';
import type { Card } from '../../contracts/wire-answers.js';
import { schemasOf } from './schemas.js';

const maximumExampleBytes = 2 * 1024;

/** One engine over one transport that may serve an operation, and what was last known of it. */
export interface Alternative {
  readonly requirement: RuntimeRequirement;
  readonly transport: TransportName;
  readonly known: Availability | null;
}

/** The part of a card that does not change while the gateway runs. */
export type StaticCard = Omit<Card, 'availability'>;

export function staticCard(operation: AnyOperation): StaticCard {
  return {
    operation_id: operation.id,
    version: operation.version,
    title: operation.title,
    description: operation.description,
    tags: [...operation.tags],
    runtime_requirements: requirementsOf(operation),
    modes: [...operation.modes],
    assurance_ceiling: assuranceCeiling(operation),
    input_kinds: [...operation.input_kinds],
    output_summary: operation.output_summary,
    exact_input_scope: operation.exact_input_scope,
    related: [...operation.related],
    ...usage(operation),
  };
}

export function cardAvailability(alternatives: readonly Alternative[]): Card['availability'] {
  return alternatives.map(({ requirement, transport, known }) => ({
    backend: requirement.backend,
    transport,
    status: known?.status ?? 'NOT_CHECKED',
    version: known?.version ?? null,
  }));
}

export function requirementsOf(operation: AnyOperation): Card['runtime_requirements'] {
  return operation.runtime_requirements.map(({ backend, version, features }) => ({
    backend,
    version,
    features: [...features],
  }));
}

/** The highest level an answer can have: without a checker, VERIFIED is out of reach. */
export function assuranceCeiling({ modes }: AnyOperation): Card['assurance_ceiling'] {
  return modes.includes('VERIFY') ? 'VERIFIED' : 'COMPUTED';
}

/** The first accepted example that is small enough, with its output where that fits too; else the names of the fields. */
function usage(operation: AnyOperation): Pick<Card, 'example' | 'required_fields' | 'available_fields'> {
  for (const { name, description, input, output, error } of operation.examples) {
    if (error !== undefined) continue;
    const bare = { name, description, input };
    const whole = output === undefined ? bare : { ...bare, output };
    if (bytes(whole) <= maximumExampleBytes) return { example: whole };
    if (bytes(bare) <= maximumExampleBytes) return { example: bare };
  }
  const { inputFields } = schemasOf(operation);
  return {
    required_fields: inputFields.filter(({ required }) => required).map(({ name }) => name),
    available_fields: inputFields.map(({ name }) => name),
  };
}

/** Size as JSON in UTF-8. */
export function bytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}
