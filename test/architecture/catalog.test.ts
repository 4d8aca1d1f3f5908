import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { adapters, directAdapters } from '../../adapters/registry.generated.js';
import { backends } from '../../backends/registry.generated.js';
import { operations } from '../../catalog/registry.generated.js';
import { schemasOf } from '../../src/gateway/find/schemas.js';
import { generatedFiles } from '../../tools/generate.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const ids = new Set(operations.map(({ id }) => id));
const ajv = new Ajv2020({ strict: false, validateFormats: false });

it('the generated files are what the folders say', () => {
  for (const [file, text] of generatedFiles()) expect(readFileSync(root + file, 'utf8'), file).toBe(text);
});

it('every adapter belongs to an operation that asks for its backend', () => {
  for (const { operation, backend } of adapters) {
    const declared = operations.find(({ id }) => id === operation);
    expect(
      declared?.runtime_requirements.map((requirement) => requirement.backend),
      operation,
    ).toContain(backend);
  }
  for (const { operation } of directAdapters) {
    expect(operations.find(({ id }) => id === operation)?.runtime_requirements, operation).toEqual([]);
  }
});

describe.each(operations)('$id', (operation) => {
  it('has an adapter for each of its backends, or computes directly', () => {
    const wanted = operation.runtime_requirements.map(({ backend }) => backend);
    const has = adapters.filter((adapter) => adapter.operation === operation.id).map(({ backend }) => backend);
    expect(has.sort()).toEqual(wanted.toSorted());
    expect(directAdapters.some((adapter) => adapter.operation === operation.id)).toBe(wanted.length === 0);
    for (const backend of wanted) expect(backends[backend]).toBeDefined();
  });

  it('has an ordinary and a refused example, three in all, and one of at most 2 KiB', () => {
    expect(operation.examples.length).toBeGreaterThanOrEqual(3);
    expect(operation.examples.some(({ error }) => error !== undefined)).toBe(true);
    expect(operation.examples.some((example) => JSON.stringify(example).length <= 2048)).toBe(true);
  });

  it('describes itself: related ids exist, fields have descriptions', () => {
    for (const id of operation.related) expect(ids, `${operation.id} is related to ${id}`).toContain(id);
    expect(operation.description.length).toBeGreaterThan(40);
    expect(operation.discovery_terms.length).toBeGreaterThan(2);
  });

  it('publishes schemas with an object at the root, which its examples satisfy', () => {
    const { input, output } = schemasOf(operation);
    expect(input['type']).toBe('object');
    expect(output['type']).toBe('object');
    const accepts = ajv.compile(input);
    const gives = ajv.compile(output);
    for (const { name, input: payload, output: answer, error } of operation.examples) {
      if (error !== undefined) continue;
      expect(accepts(payload), `${name}: ${JSON.stringify(accepts.errors)}`).toBe(true);
      expect(gives(answer), `${name}: ${JSON.stringify(gives.errors)}`).toBe(true);
    }
  });

  it('accepts its ordinary examples, verifies their outputs, and finds them equal to themselves', () => {
    for (const { name, input, output, error } of operation.examples) {
      if (error !== undefined) continue;
      const parsed = operation.input.parse(input);
      expect(operation.verify(parsed, operation.output.parse(output)), name).toBeNull();
      expect(operation.equal(output, output), name).toBe(true);
    }
  });
});
