import { afterAll, expect, it } from 'vitest';
import { containerTransport } from '../../src/transport/container/transport.js';
import { containersOf, launchLimits, launchOf, openTestHost } from '../support/containers.js';

const host = openTestHost();
const transport = containerTransport(host);
afterAll(() => host.close());

it('a hundred fresh containers give a hundred complete answers, and none is left', { timeout: 400_000 }, async () => {
  const lines = 200;
  const script = `read -r n; i=0; while [ $i -lt ${String(lines)} ]; do echo "$n $i"; i=$((i+1)); done; echo "told $n" >&2`;
  const answer = async (n: number): Promise<string> => {
    const channel = await transport.start(launchOf(script, 32), launchLimits);
    await channel.send(`${String(n)}\n`);
    channel.end();
    const got: string[] = [];
    for (let line = await channel.nextLine(); line !== null; line = await channel.nextLine()) got.push(line);
    const { code } = await channel.exited;
    return `${got.join('|')} ${String(code)} ${channel.stderrTail()}`;
  };
  const expected = (n: number) =>
    `${Array.from({ length: lines }, (_, i) => `${String(n)} ${String(i)}`).join('|')} 0 told ${String(n)}\n`;
  const numbers = Array.from({ length: 100 }, (_, n) => n);
  const wrong: string[] = [];
  const waiting = [...numbers];
  const work = async () => {
    for (let n = waiting.pop(); n !== undefined; n = waiting.pop()) {
      const got = await answer(n);
      if (got !== expected(n)) wrong.push(got);
    }
  };
  await Promise.all([work(), work(), work(), work()]);
  expect(wrong).toEqual([]);
  expect(await containersOf(host)).toEqual([]);
});

it('an answer of a warm engine is there in milliseconds', async () => {
  const channel = await transport.start(launchOf('exec cat', 32), launchLimits);
  const times: number[] = [];
  for (let i = 0; i < 500; i += 1) {
    const began = performance.now();
    await channel.send(`${String(i)}\n`);
    expect(await channel.nextLine()).toBe(String(i));
    times.push(performance.now() - began);
  }
  await channel.kill();
  times.sort((a, b) => a - b);
  // A bound that a busy machine keeps; alone it is a tenth.
  expect(times[250]).toBeLessThan(10);
  if (process.env['JACOBIAN_TELL'] !== undefined) console.log(`p50 ${String(times[250])} p95 ${String(times[475])} ms`);
});
