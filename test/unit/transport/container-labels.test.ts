import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { isLeftover, labelsOf } from '../../../src/transport/container/labels.js';

const now = Date.now() / 1_000;
const summary = (labels: Record<string, string>, state = 'running', created = now) => ({ labels, state, created });
const prefix = 'io.jacobian-gateway.';
const own = () => labelsOf('one of this process');

describe.runIf(process.platform === 'linux')('a container is a leftover', () => {
  it('when its process is gone or another one has its number, never when it is ours or alive', async () => {
    expect(isLeftover(summary(own()))).toBe(false);
    expect(isLeftover(summary(own(), 'exited'))).toBe(false);
    expect(isLeftover(summary({ ...own(), [`${prefix}started`]: '1' }))).toBe(true);
    const child = spawn('sleep', ['0.01']);
    await once(child, 'exit');
    expect(isLeftover(summary({ ...own(), [`${prefix}pid`]: String(child.pid) }))).toBe(true);
  });

  it('of another machine or boot only when it has ended long ago', () => {
    const elsewhere = { ...own(), [`${prefix}host`]: 'elsewhere', [`${prefix}started`]: '1' };
    expect(isLeftover(summary(elsewhere, 'running', 0))).toBe(false);
    expect(isLeftover(summary(elsewhere, 'exited'))).toBe(false);
    expect(isLeftover(summary(elsewhere, 'exited', now - 100_000))).toBe(true);
  });

  it('never when it has no mark of a gateway', () => {
    expect(isLeftover(summary({}, 'exited', 0))).toBe(false);
  });
});
