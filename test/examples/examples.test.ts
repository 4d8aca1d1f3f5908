import { describe, expect, it } from 'vitest';
import { backends } from '../../backends/registry.generated.js';
import { operations } from '../../catalog/registry.generated.js';
import type { AnyOperation } from '../../src/contracts/operation.js';
import { GatewayError } from '../../src/contracts/diagnostic.js';
import type { TransportName } from '../../src/contracts/transport.js';
import { laneGateway } from '../support/gateway.js';
import { currentLane, isContainerLane, laneBackends } from '../support/lane.js';

/**
 * Every published example, really executed on every backend and transport that claims it. In the lane `none` the same
 * examples must fail with an explanation, except where no engine is needed.
 */
const gateway = laneGateway();
const lane = currentLane();

for (const operation of operations) {
  const direct = operation.runtime_requirements.length === 0;
  if (direct ? lane !== 'none' && lane !== 'all' : lane !== 'none' && targetsOf(operation).length === 0) continue;
  describe(operation.id, () => {
    for (const example of operation.examples) {
      const { error } = example;
      if (error !== undefined) {
        // Some are refused by the engine itself, so they run where it is there.
        if (!direct && targetsOf(operation).length === 0) continue;
        it(`${example.name}: refused`, async () => {
          await expect(gateway.runUntyped(operation.id, example.input)).rejects.toMatchObject({ code: error.code });
        });
      } else if (direct) {
        it(example.name, async () => {
          const { output } = await gateway.runUntyped(operation.id, example.input);
          expect(operation.equal(output, example.output)).toBe(true);
        });
      } else if (lane === 'none') {
        it(`${example.name}: says what is missing`, async () => {
          const failure: unknown = await gateway
            .runUntyped(operation.id, example.input)
            .catch((caught: unknown) => caught);
          expect(failure).toBeInstanceOf(GatewayError);
          const { diagnostic } = failure as GatewayError;
          expect(diagnostic).toMatchObject({ code: 'BACKEND_UNAVAILABLE', operation_id: operation.id });
          expect(diagnostic['required_version']).toMatch(/[0-9]/);
          expect(diagnostic.hint).toMatch(/\S/);
        });
      }
    }
    for (const { backend, transport } of targetsOf(operation)) {
      for (const example of operation.examples.filter(({ error }) => error === undefined)) {
        it(`${example.name} on ${backend} (${transport})`, async () => {
          const result = await gateway.runUntyped(operation.id, example.input, { backend, transport });
          expect(result.execution).toMatchObject({ backend, transport });
          expect(operation.equal(result.output, example.output), JSON.stringify(result.output)).toBe(true);
        });
      }
    }
  });
}

function targetsOf({ runtime_requirements }: AnyOperation): { backend: string; transport: TransportName }[] {
  return runtime_requirements
    .map(({ backend }) => backend)
    .filter((backend) => laneBackends().includes(backend))
    .flatMap((backend) => {
      const declaration = backends[backend]?.declaration;
      const found: { backend: string; transport: TransportName }[] = [];
      if (isContainerLane()) return [{ backend, transport: 'container' as const }];
      if (declaration?.subprocess != null) found.push({ backend, transport: 'subprocess' });
      // The newest lane is about installed releases; the embedded one is the same in every lane.
      if (declaration?.embedded != null && lane !== 'newest') found.push({ backend, transport: 'embedded' });
      return found;
    });
}
