import { describe, expect, it } from 'vitest';
import { backends } from '../../backends/registry.generated.js';
import { operations } from '../../catalog/registry.generated.js';
import type { TransportName } from '../../src/contracts/transport.js';
import { laneGateway } from '../support/gateway.js';
import { laneBackends } from '../support/lane.js';
import { harderInputs } from './inputs.js';

/** Two engines, or two releases of one, on the same input: the answers must be equal in the operation's own sense. */
const gateway = laneGateway();

for (const operation of operations) {
  const targets = operation.runtime_requirements
    .filter(({ backend }) => laneBackends().includes(backend))
    .flatMap(({ backend }) => transportsOf(backend).map((transport) => ({ backend, transport })));
  if (targets.length < 2) continue;
  describe(operation.id, () => {
    const inputs = [
      ...operation.examples.filter(({ error }) => error === undefined).map(({ name, input }) => ({ name, input })),
      ...(harderInputs[operation.id] ?? []),
    ];
    for (const { name, input } of inputs) {
      it(name, async () => {
        const outputs: unknown[] = [];
        for (const target of targets) outputs.push((await gateway.runUntyped(operation.id, input, target)).output);
        for (const output of outputs.slice(1))
          expect(operation.equal(outputs[0], output), JSON.stringify(outputs)).toBe(true);
      });
    }
  });
}

function transportsOf(backend: string): TransportName[] {
  const declaration = backends[backend]?.declaration;
  return [
    ...(declaration?.subprocess == null ? [] : (['subprocess'] as const)),
    ...(declaration?.embedded == null ? [] : (['embedded'] as const)),
  ];
}
