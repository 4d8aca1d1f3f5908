import { afterAll } from 'vitest';
import { createGateway } from '../../src/compose.js';
import { loadSettings } from '../../src/config/load.js';
import type { SettingsInput } from '../../src/contracts/settings.js';
import { hiddenBackends } from './lane.js';

/** A gateway that sees the engines of this lane alone; closed after the file's tests. */
export function laneGateway(settings: SettingsInput = {}) {
  return gatewayThatHides(hiddenBackends(), settings);
}

/** The same with all transports of these engines, for tests that name the transport of each call. */
export function comparingGateway(settings: SettingsInput = {}) {
  const whole = hiddenBackends().filter((entry) => !entry.includes('/'));
  return gatewayThatHides(whole, settings);
}

function gatewayThatHides(hide: readonly string[], settings: SettingsInput) {
  const gateway = createGateway({
    ...loadSettings(process.env),
    ...settings,
    hide: [...hide, ...(settings.hide ?? [])],
  });
  afterAll(() => gateway.close());
  return gateway;
}
