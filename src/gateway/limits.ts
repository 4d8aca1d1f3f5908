import type { BackendDeclaration } from '../contracts/backend.js';
import type { LaunchLimits, RequestLimits } from '../contracts/limits.js';
import type { Budget } from '../contracts/operation.js';
import type { Settings } from '../contracts/settings.js';

/** CPU time that goes to starting threads, collecting garbage and the like, in ms. */
const spareCpuMs = 1_000;

/** What one request of a backend may use: its budget, and what the operator and the backend's declaration say of the rest. */
export function requestLimits(declaration: BackendDeclaration, budget: Budget, { limits }: Settings): RequestLimits {
  return {
    memory_mb: budget.memory_mb,
    cpu_ms: limits.cpu_ms ?? budget.wall_ms * declaration.traits.processors + spareCpuMs,
    outputBytes: limits.outputBytes,
    processes: limits.processes ?? declaration.traits.processes,
    temporaryBytes: limits.temporaryBytes,
  };
}

/** The sandbox is a little larger than a request may fill: so it is the watch that ends it, with the right word. */
const temporarySpare = 4 * 1024 * 1024;

/** What holds for a process of a backend as long as it lives. */
export function launchLimits(declaration: BackendDeclaration | undefined, { limits }: Settings): LaunchLimits {
  return {
    fileBytes: limits.fileBytes,
    temporaryBytes: limits.temporaryBytes + temporarySpare,
    processes: limits.processes ?? declaration?.traits.processes ?? 1,
  };
}
