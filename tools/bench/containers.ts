import { spawnSync } from 'node:child_process';
import { packageVersion } from '../../src/version.js';
import type { Engine } from './engines.js';
import { openGateway } from './gateway.js';
import { longestMs, median, quantile, timed } from './measure.js';
import { atMost, number, type Line } from './table.js';

/** Small calls over both transports of one gateway in turn, each with a session that is warm: what a container adds. */
export async function inContainer({ name, calls: most, question }: Engine, quick: boolean): Promise<Line> {
  const gateway = await openGateway(true);
  const over = (transport: string) => (i: number) => timed(() => gateway.run({ ...question(i), transport }));
  const [subprocess, container] = [over('subprocess'), over('container')];
  const times: { here: number[]; contained: number[] } = { here: [], contained: [] };
  // V8 compiles what a call runs through, for both the same.
  for (let i = 0; i < warmUpCalls; i += 1) await Promise.all([subprocess(i), container(i)]);
  const calls = quick ? Math.ceil(most / 4) : most;
  const began = performance.now();
  for (let i = 1; i <= calls && performance.now() - began < 2 * longestMs; i += 1) {
    times.here.push(await subprocess(i));
    times.contained.push(await container(i));
  }
  await gateway.close();
  const above = median(times.contained) - median(times.here);
  return {
    what: `${name}: small call in a container; in place of raw, the gateway's subprocess`,
    callers: 1,
    raw: `${number(median(times.here))} / ${number(quantile(times.here, 0.99))}`,
    gateway: `${number(median(times.contained))} / ${number(quantile(times.contained, 0.99))}`,
    figure: `${number(above)} ms above the subprocess`,
    limit: atMost(above, 2, 'ms'),
  };
}

const warmUpCalls = 100;

/** Whether Docker is here with the image of a backend (`bundle build`). */
export function isImagePresent(backend: string): boolean {
  const name = `jacobian-gateway/${backend}:${packageVersion}`;
  return spawnSync('docker', ['image', 'inspect', name], { stdio: 'ignore' }).status === 0;
}
