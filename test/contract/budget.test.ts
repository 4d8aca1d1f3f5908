import { expect, it } from 'vitest';
import { backends } from '../../backends/registry.generated.js';
import { laneGateway } from '../support/gateway.js';
import { laneBackends } from '../support/lane.js';

/** Each engine starts with the least memory that its declaration names, and says what it needs when it gets less. */
const gateway = laneGateway();
const operations: Readonly<Record<string, readonly [id: string, payload: unknown]>> = {
  pari: ['integer.decide.prime', { value: 97 }],
  sagemath: ['integer.decide.prime', { value: 97 }],
  z3: ['sat.solve', { cnf: { dimacs: 'p cnf 1 1\n1 0\n' } }],
};

it.each(laneBackends())('%s within its least memory', async (backend) => {
  const least = backends[backend]?.declaration.traits.minimumMemoryMb ?? 0;
  const [id, payload] = operations[backend] ?? [];
  const call = (memory_mb: number) => gateway.runUntyped(id ?? '', payload, { backend, budget: { memory_mb } });
  expect((await call(least)).completeness).toBe('COMPLETE');
  await expect(call(least - 1)).rejects.toMatchObject({
    code: 'RESOURCE_ADMISSION_REJECTED',
    diagnostic: { errors: [{ location: ['budget', 'memory_mb'] }] },
  });
});

it('an engine that needs more than it may have says so, and the next call works', async () => {
  const call = gateway.run(
    'integer.compute.divisors',
    { value: '100!' },
    { backend: 'pari', budget: { memory_mb: 32 } },
  );
  await expect(call).rejects.toMatchObject({ code: expect.stringMatching(/RESOURCE_/) as string });
  const next = await gateway.run('integer.decide.prime', { value: 97 }, { backend: 'pari', budget: { memory_mb: 32 } });
  expect(next.output.holds).toBe(true);
});
