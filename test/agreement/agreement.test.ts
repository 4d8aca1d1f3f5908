import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { backends } from '../../backends/registry.generated.js';
import { operations } from '../../catalog/registry.generated.js';
import type { RunResult } from '../../src/contracts/gateway.js';
import type { AnyOperation } from '../../src/contracts/operation.js';
import type { TransportName } from '../../src/contracts/transport.js';
import { digestJson } from '../../src/gateway/digest.js';
import { comparingGateway } from '../support/gateway.js';
import { isContainerLane, laneBackends } from '../support/lane.js';
import { harderInputs } from './inputs.js';

/**
 * Two engines, or two releases of one, on the same input: the answers must be equal in the operation's own sense. In lanes
 * of containers each engine is also compared with the same one on this machine: there every byte of the answer counts.
 */
const gateway = comparingGateway();

interface Target {
  readonly backend: string;
  readonly transport: TransportName;
}

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
        const results = await Promise.all(
          targets.map((target) => gateway.runUntyped(operation.id, input, target satisfies Target)),
        );
        const [first, ...others] = results.map(({ output }) => output);
        for (const output of others)
          expect(operation.equal(first, output), JSON.stringify([first, ...others])).toBe(true);
        if (isContainerLane()) for (const backend of laneBackends()) compareBytes(operation, backend, results);
      });
    }
  });
}

if (isContainerLane())
  it('every engine of the lane is compared with the one of this machine', async () => {
    const compared = operations.flatMap(({ runtime_requirements }) =>
      runtime_requirements.map(({ backend }) => backend),
    );
    expect(compared).toEqual(expect.arrayContaining([...laneBackends()]));
    const found = await gateway.availability();
    for (const backend of laneBackends()) {
      const versions = transportsOf(backend).map(
        (transport) => found.find((entry) => entry.backend === backend && entry.transport === transport)?.version,
      );
      expect(versions, backend).toEqual([expect.any(String), expect.any(String)]);
      // Images hold what Debian 12 has. There the releases are the same, unless another one was put before it.
      if (isDebian12()) expect(versions[0], backend).toBe(versions[1]);
    }
  });

function isDebian12(): boolean {
  return existsSync('/etc/os-release') && /^VERSION_CODENAME=bookworm$/m.test(readFileSync('/etc/os-release', 'utf8'));
}

/** Releases that differ may say the same in other words; one release says it in the same, wherever it runs. */
function compareBytes({ id }: AnyOperation, backend: string, results: readonly RunResult[]): void {
  const [inside, outside, ...more] = results.filter(({ execution }) => execution.backend === backend);
  if (inside === undefined || outside === undefined) return;
  expect(more).toEqual([]);
  expect([inside, outside].map(({ execution }) => execution.transport)).toEqual(transportsOf(backend));
  if (inside.execution.backend_version !== outside.execution.backend_version) return;
  const [one, other] = [inside, outside].map(withoutFigures);
  expect(digestJson(one), `${id}: ${JSON.stringify([one, other])}`).toBe(digestJson(other));
}

/** An answer without what tells of this one run. */
function withoutFigures({ runtime_ms: _, execution, ...answer }: RunResult): object {
  const { backend, backend_version } = execution;
  return { ...answer, backend, backend_version };
}

function transportsOf(backend: string): TransportName[] {
  const declaration = backends[backend]?.declaration;
  // What is installed in the engine folder is what its image is made of.
  if (isContainerLane())
    return ['container', declaration?.embedded?.from === 'engine folder' ? 'embedded' : 'subprocess'];
  return [
    ...(declaration?.subprocess == null ? [] : (['subprocess'] as const)),
    ...(declaration?.embedded == null ? [] : (['embedded'] as const)),
  ];
}
