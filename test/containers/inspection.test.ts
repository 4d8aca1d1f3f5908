import { expect, it } from 'vitest';
import { laneGateway } from '../support/gateway.js';

const gateways = {
  required: laneGateway({ isolation: 'required' }),
  preferred: laneGateway(),
  off: laneGateway({ isolation: 'off' }),
};

it.each(['required', 'preferred', 'off'] as const)(
  'an engine in a container is isolated, and it is said so, where the setting is %s',
  async (setting) => {
    const { operation } = await gateways[setting].inspect('integer.decide.prime', 'FULL');
    expect(operation.isolation).toMatchObject({
      setting,
      isolated: true,
      detail: expect.stringMatching(/^A container: /) as string,
    });
  },
);
