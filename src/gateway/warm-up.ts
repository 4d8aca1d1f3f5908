import type { AnyOperation } from '../contracts/operation.js';
import { transportsOf, type Selection } from './select.js';
import type { SessionPool } from './session-pool.js';

interface WarmUp extends Selection {
  readonly operations: readonly AnyOperation[];
  readonly pool: SessionPool;
}

/** Starts sessions of the backends that the operator wants to be ready when the gateway opens. Never throws. */
export async function warmUp(parts: WarmUp): Promise<void> {
  await Promise.all(parts.settings.warmUp.map((id) => warmUpBackend(id, parts)));
}

async function warmUpBackend(id: string, parts: WarmUp): Promise<void> {
  const backend = parts.backends[id];
  if (backend === undefined) return;
  const requirement = { backend: id, version: backend.declaration.policy.supported, features: [] };
  for (const transport of transportsOf(id, parts)) {
    const { location, version } = await parts.prober.availability(requirement, transport);
    if (location === null || version === null) continue;
    return parts.pool.warmUp({ backend, location, version, memory_mb: usualMemory(id, parts.operations) });
  }
}

/** The memory that most operations of a backend get unless a call says otherwise, in MiB: sessions differ by it. */
function usualMemory(id: string, operations: readonly AnyOperation[]): number {
  const counts = new Map<number, number>();
  for (const { runtime_requirements, budget } of operations) {
    if (!runtime_requirements.some(({ backend }) => backend === id)) continue;
    counts.set(budget.default.memory_mb, (counts.get(budget.default.memory_mb) ?? 0) + 1);
  }
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 1024;
}
