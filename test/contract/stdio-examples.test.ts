import { afterAll, beforeAll, expect, it } from 'vitest';
import { backends } from '../../backends/registry.generated.js';
import { operations } from '../../catalog/registry.generated.js';
import { callTool, connect, errorOf, type Connection } from '../support/client.js';
import { laneBackends } from '../support/lane.js';

/** Every published example as a client gets it: over stdio, on every backend and transport of this lane. */
let connection: Connection;
beforeAll(async () => {
  connection = await connect();
});
afterAll(() => connection.close());

const served = operations.filter(
  ({ runtime_requirements: wanted }) =>
    wanted.length === 0 || wanted.some(({ backend }) => laneBackends().includes(backend)),
);

it.each(served)('$id', async (operation) => {
  for (const { name, input: payload, output, error } of operation.examples) {
    for (const target of targetsOf(operation.runtime_requirements.map(({ backend }) => backend))) {
      const answer = await callTool(
        connection.client,
        'math.run',
        { operation_id: operation.id, payload, ...target },
        { timeout: 100_000 },
      );
      if (error === undefined) expect(operation.equal(answer.structured?.['output'], output), name).toBe(true);
      else expect(errorOf(answer), name).toMatchObject({ code: error.code });
    }
  }
});

function targetsOf(required: readonly string[]): { backend?: string; transport?: string }[] {
  if (required.length === 0) return [{}];
  return required
    .filter((backend) => laneBackends().includes(backend))
    .flatMap((backend) => [
      ...(backends[backend]?.declaration.subprocess == null ? [] : [{ backend, transport: 'subprocess' }]),
      ...(backends[backend]?.declaration.embedded == null ? [] : [{ backend, transport: 'embedded' }]),
    ]);
}
