import { z } from 'zod';
import type { Prober } from '../../src/contracts/availability.js';
import type { AnyOperation } from '../../src/contracts/operation.js';
import { settingsSchema } from '../../src/contracts/settings.js';
import { createFinder, type Finder } from '../../src/gateway/find/finder.js';

/** A declaration of which only what a test is about is said. */
export function fakeOperation(id: string, more: Partial<AnyOperation> = {}): AnyOperation {
  return {
    id,
    version: '1.0.0',
    title: '',
    description: '',
    discovery_terms: [],
    tags: [],
    input: z.strictObject({ value: z.string().meta({ description: 'what goes in' }) }),
    output: z.strictObject({ value: z.string() }),
    output_summary: '',
    exact_input_scope: '',
    examples: [{ name: 'ordinary', description: '', input: { value: '1' }, output: { value: '1' } }],
    budget: { default: { wall_ms: 1000, memory_mb: 64 }, maximum: { wall_ms: 1000, memory_mb: 64 } },
    runtime_requirements: [],
    modes: ['EXPLORE'],
    input_kinds: ['STRUCTURED_REQUEST'],
    related: [],
    qualifiers: ['exact'],
    equal: () => true,
    verify: () => null,
    ...more,
  };
}

/** Knows of no engine, and must not be asked for one. */
const noProber: Prober = {
  availability: () => Promise.reject(new Error('nothing may be probed here')),
  lastKnown: () => null,
  invalidate: () => undefined,
  close: () => undefined,
};

export function fakeFinder(operations: readonly AnyOperation[], prober: Prober = noProber): Finder {
  return createFinder({
    operations,
    adapters: [],
    isolation: () => Promise.resolve({ available: true, version: 'bubblewrap 0' }),
    backends: {},
    prober,
    settings: settingsSchema.parse({}),
  });
}
