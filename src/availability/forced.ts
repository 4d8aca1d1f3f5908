import type { Settings } from '../contracts/settings.js';
import type { TransportName } from '../contracts/transport.js';

/**
 * Whether the operator hides a backend (by its id) or one of its transports (`<id>/embedded`). What is hidden looks as if
 * it were not installed: tests use it to see a machine without an engine on one that has it.
 */
export function isHidden(settings: Pick<Settings, 'hide'>, backend: string, transport: TransportName): boolean {
  return settings.hide.some((name) => name === backend || name === `${backend}/${transport}`);
}
