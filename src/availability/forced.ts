import type { Settings } from '../contracts/settings.js';
import type { TransportName } from '../contracts/transport.js';

/**
 * The entry by which the operator hides a backend (its id) or one of its transports (`<id>/embedded`); null where it is
 * not hidden. What is hidden is not looked for: tests use it to see a machine without an engine on one that has it.
 */
export function hiddenBy(settings: Pick<Settings, 'hide'>, backend: string, transport: TransportName): string | null {
  return settings.hide.find((name) => name === backend || name === `${backend}/${transport}`) ?? null;
}
