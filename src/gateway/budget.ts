import type { BackendDeclaration } from '../contracts/backend.js';
import { GatewayError } from '../contracts/diagnostic.js';
import type { AnyOperation, Budget } from '../contracts/operation.js';
import type { Settings } from '../contracts/settings.js';
import type { TransportName } from '../contracts/transport.js';

/** What a call gets, and who set its wall time. */
export interface GrantedBudget {
  readonly budget: Budget;
  readonly owner: 'operation_wall' | 'caller_deadline';
}

/**
 * The declared budget, lowered or raised by the call up to the ceiling of the operation and of the operator, then
 * lowered by what the payload itself asks for (the smallest wins). Throws RESOURCE_ADMISSION_REJECTED beyond a ceiling.
 */
export function grantBudget(
  operation: AnyOperation,
  asked: Partial<Budget> | undefined,
  fromPayload: Partial<Budget>,
  settings: Settings,
): GrantedBudget {
  const ceiling: Budget = smallest(operation.budget.maximum, settings.budgetCeiling);
  const errors = (['wall_ms', 'memory_mb', 'solver_steps'] as const)
    .filter((field) => (asked?.[field] ?? 0) > (ceiling[field] ?? Number.POSITIVE_INFINITY))
    .map((field) => ({
      location: ['budget', field],
      code: 'out_of_bounds',
      message: `May be at most ${String(ceiling[field])} for this operation here.`,
    }));
  if (errors.length > 0) {
    throw new GatewayError(
      'RESOURCE_ADMISSION_REJECTED',
      'resource_admission',
      'The budget is above what may be used here.',
      {
        hint: 'Lower the budget.',
        fields: { errors, omitted_error_count: 0 },
      },
    );
  }
  const base = smallest({ ...operation.budget.default, ...asked }, ceiling);
  const budget = smallest(base, fromPayload);
  const callers = asked?.wall_ms !== undefined || budget.wall_ms < base.wall_ms;
  return { budget, owner: callers ? 'caller_deadline' : 'operation_wall' };
}

/** Refuses a memory budget with which the chosen engine cannot even start. */
export function checkMemory(
  { title, traits, embedded }: BackendDeclaration,
  transport: TransportName,
  budget: Budget,
): void {
  const least = (transport === 'embedded' ? embedded : traits)?.minimumMemoryMb ?? 0;
  if (budget.memory_mb >= least) return;
  const message = `${title} needs at least ${String(least)} MiB.`;
  throw new GatewayError('RESOURCE_ADMISSION_REJECTED', 'resource_admission', 'The memory budget is too small.', {
    hint: 'Raise budget.memory_mb, or leave it out.',
    fields: { errors: [{ location: ['budget', 'memory_mb'], code: 'out_of_bounds', message }], omitted_error_count: 0 },
  });
}

function smallest(budget: Budget, other: Partial<Budget>): Budget {
  const steps = Math.min(
    budget.solver_steps ?? Number.POSITIVE_INFINITY,
    other.solver_steps ?? Number.POSITIVE_INFINITY,
  );
  return {
    wall_ms: Math.min(budget.wall_ms, other.wall_ms ?? Number.POSITIVE_INFINITY),
    memory_mb: Math.min(budget.memory_mb, other.memory_mb ?? Number.POSITIVE_INFINITY),
    ...(Number.isFinite(steps) ? { solver_steps: steps } : {}),
  };
}
