import type { Budget } from '../src/contracts/operation.js';

interface OperationBudget {
  readonly default: Budget;
  readonly maximum: Budget;
}

/** Direct computations and quick engine calls. */
export const quick: OperationBudget = {
  default: { wall_ms: 30_000, memory_mb: 1024 },
  maximum: { wall_ms: 600_000, memory_mb: 8192 },
};

/** Factorisation, class groups, searches: minutes by default, an hour at most. */
export const long: OperationBudget = {
  default: { wall_ms: 120_000, memory_mb: 2048 },
  maximum: { wall_ms: 3_600_000, memory_mb: 16_384 },
};
