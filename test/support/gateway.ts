import { afterAll } from 'vitest';
import { createGateway } from '../../src/compose.js';
import { loadSettings } from '../../src/config/load.js';
import type { SettingsInput } from '../../src/contracts/settings.js';
import { hiddenBackends } from './lane.js';

/** A gateway that sees the engines of this lane alone; closed after the file's tests. */
export function laneGateway(settings: SettingsInput = {}) {
  const gateway = createGateway({
    ...loadSettings(process.env),
    ...settings,
    hide: [...hiddenBackends(), ...(settings.hide ?? [])],
  });
  afterAll(() => gateway.close());
  return gateway;
}
