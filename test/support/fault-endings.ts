import { driverNames, fakeDrivers, type DriverName } from './fake-drivers.js';
import type { Ending } from './fault-row.js';

/** The words of the fault suite for how a call ends. */
export function error(code: string, fields: object = {}): Ending {
  return { error: { code, ...fields } };
}

export const timeout = error('OPERATION_TIMEOUT', { stage: 'backend_execution', timeout_owner: 'caller_deadline' });
export const crashed = error('BACKEND_FAILURE', { classification: 'CRASHED' });
export const garbled = error('BACKEND_FAILURE', { classification: 'PROTOCOL_ERROR' });
export const engineError = error('BACKEND_FAILURE', { classification: 'ENGINE_ERROR' });
export const wrong = error('BACKEND_FAILURE', { stage: 'result_projection', classification: 'INVALID_OUTPUT' });
export const unavailable = error('BACKEND_UNAVAILABLE', { status: 'CHECK_FAILED' });

export function exhausted(resource: string, limit: number): Ending {
  return error('RESOURCE_EXHAUSTED', { resource, limit });
}

type Endings<E> = Readonly<Partial<Record<DriverName, E>>>;

/** The driver of a backend, whatever it runs on. */
function everywhere<E extends Ending | null>(backend: string, ending: E): Endings<E> {
  const names = driverNames.filter((name) => fakeDrivers[name].backend === backend);
  return Object.fromEntries(names.map((name) => [name, ending]));
}

export function sagemath<E extends Ending | null>(ending: E): Endings<E> {
  return everywhere('sagemath', ending);
}

export function lean<E extends Ending | null>(ending: E): Endings<E> {
  return everywhere('lean', ending);
}

/** Operations of Z3 have an answer for it when the time or the memory that they were given is used up. */
export function unknown(resource: 'time' | 'memory'): Endings<Ending> {
  return everywhere('z3', {
    answer: { completeness: 'PARTIAL', output: { outcome: 'UNKNOWN', exhausted: resource } },
  });
}
