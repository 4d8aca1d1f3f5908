import { SettingsError } from '../contracts/diagnostic.js';
import type { Settings } from '../contracts/settings.js';
import type { TransportName } from '../contracts/transport.js';

const transports: readonly TransportName[] = ['subprocess', 'container', 'embedded'];

/**
 * Refuses settings that name a backend that there is not: a misspelt name would change nothing, and nobody would know.
 * Throws SettingsError, with everything that is wrong.
 */
export function checkBackendNames(
  settings: Pick<Settings, 'backends' | 'hide' | 'warmUp'>,
  ids: readonly string[],
): void {
  const wrong = [
    ...Object.keys(settings.backends)
      .filter((id) => !ids.includes(id))
      .map((id) => `backends.${id} (in the environment JACOBIAN_PATH_${id.toUpperCase()})`),
    ...settings.hide
      .filter((entry) => !isHideable(entry, ids))
      .map((entry) => `${JSON.stringify(entry)} in hide (in the environment JACOBIAN_HIDE)`),
    ...settings.warmUp.filter((id) => !ids.includes(id)).map((id) => `${JSON.stringify(id)} in warmUp`),
  ];
  if (wrong.length === 0) return;
  throw new SettingsError(
    [
      'The settings cannot be used: they name what there is not.',
      ...wrong.map((name) => `  ${name}`),
      `The backends are ${ids.join(', ')}; hide takes one of them, or one of its transports as in ${ids[0] ?? 'id'}/${transports[0] ?? ''} (${transports.join(', ')}).`,
    ].join('\n'),
  );
}

function isHideable(entry: string, ids: readonly string[]): boolean {
  return ids.some((id) => entry === id || transports.some((transport) => entry === `${id}/${transport}`));
}
