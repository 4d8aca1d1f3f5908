import { z } from 'zod';
import type { AnyOperation } from '../../contracts/operation.js';

export type JsonObject = Readonly<Record<string, unknown>>;

export interface FieldSummary {
  readonly name: string;
  readonly required: boolean;
  readonly description: string;
}

/** The JSON Schemas of an operation and what can be read off them. */
export interface OperationSchemas {
  readonly input: JsonObject;
  readonly output: JsonObject;
  readonly inputFields: readonly FieldSummary[];
  readonly outputFields: readonly FieldSummary[];
}

const known = new WeakMap<AnyOperation, OperationSchemas>();

/** Schemas of one operation, made once: printing them is the slow part of the catalog. */
export function schemasOf(operation: AnyOperation): OperationSchemas {
  const made = known.get(operation) ?? makeSchemas(operation);
  known.set(operation, made);
  return made;
}

function makeSchemas(operation: AnyOperation): OperationSchemas {
  const input = withObjectRoot(z.toJSONSchema(operation.input, { io: 'input', unrepresentable: 'any' }));
  const output = withObjectRoot(z.toJSONSchema(operation.output, { io: 'output', unrepresentable: 'any' }));
  return { input, output, inputFields: fieldsOf(input), outputFields: fieldsOf(output) };
}

/** A union at the root has no type of its own; payloads and outputs are objects, and some clients insist on reading so. */
function withObjectRoot(schema: JsonObject): JsonObject {
  return schema['type'] === undefined ? { ...schema, type: 'object' } : schema;
}

/** The fields of an object, or of every alternative of a union: required are those that all alternatives require. */
function fieldsOf(schema: JsonObject): FieldSummary[] {
  const branches = objectBranches(schema, schema);
  const fields = new Map<string, FieldSummary>();
  for (const branch of branches) {
    for (const [name, field] of Object.entries(record(branch['properties']))) {
      const description = record(field)['description'];
      const text = typeof description === 'string' ? description : '';
      const before = fields.get(name);
      fields.set(name, {
        name,
        required: branches.every(({ required }) => Array.isArray(required) && required.includes(name)),
        description: before === undefined || before.description === '' ? text : before.description,
      });
    }
  }
  return [...fields.values()];
}

function objectBranches(schema: JsonObject, root: JsonObject): JsonObject[] {
  const resolved = resolve(schema, root);
  if (resolved['properties'] !== undefined) return [resolved];
  const union = resolved['oneOf'] ?? resolved['anyOf'] ?? resolved['allOf'];
  return Array.isArray(union) ? union.flatMap((branch) => objectBranches(record(branch), root)) : [];
}

function resolve(schema: JsonObject, root: JsonObject): JsonObject {
  const name = typeof schema['$ref'] === 'string' ? /^#\/\$defs\/(.+)$/.exec(schema['$ref'])?.[1] : undefined;
  return name === undefined ? schema : record(record(root['$defs'])[name]);
}

function record(value: unknown): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
}
