import { describe, expect, it } from 'vitest';
import { laneGateway } from '../support/gateway.js';

/** Which engine serves: preference, rank for the input, the call's and the operator's word. */
const small = { polynomial: { expression: 'x^2-y^2', variables: ['x', 'y'] } };
const large = { polynomial: { expression: 'x^30*y^30+z^30', variables: ['x', 'y', 'z'] } };

describe('by default', () => {
  const gateway = laneGateway();

  it('takes the first backend', async () => {
    expect((await gateway.run('polynomial.factor.compute', small)).execution.backend).toBe('pari');
  });

  it('gives an input to the backend that does it better', async () => {
    expect((await gateway.run('polynomial.factor.compute', large)).execution.backend).toBe('sagemath');
  });

  it('does what the call insists on', async () => {
    const { execution } = await gateway.run(
      'sat.solve',
      { cnf: { dimacs: 'p cnf 1 1\n1 0\n' } },
      { transport: 'embedded' },
    );
    expect(execution).toMatchObject({ backend: 'z3', transport: 'embedded' });
  });
});

describe('with settings', () => {
  const gateway = laneGateway({ transport: 'embedded', backends: { pari: { enabled: false } } });

  it('uses the transport that the operator named, where the backend has it', async () => {
    expect((await gateway.run('sat.solve', { cnf: { dimacs: 'p cnf 1 1\n1 0\n' } })).execution.transport).toBe(
      'embedded',
    );
    expect((await gateway.run('integer.decide.prime', { value: 7 })).execution.backend).toBe('sagemath');
  });

  it('says that a backend is disabled', async () => {
    const call = gateway.run('integer.decide.prime', { value: 7 }, { backend: 'pari' });
    await expect(call).rejects.toMatchObject({ code: 'BACKEND_UNAVAILABLE', diagnostic: { status: 'DISABLED' } });
  });
});
