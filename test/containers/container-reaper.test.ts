import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { containerTransport } from '../../src/transport/container/transport.js';
import { containersOf, launchLimits, launchOf, openTestHost } from '../support/containers.js';

const hosts: ReturnType<typeof openTestHost>[] = [];
const children: ChildProcess[] = [];
const openHost = () => {
  const host = openTestHost();
  hosts.push(host);
  return host;
};
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await Promise.all(hosts.map((host) => host.close()));
});

/** Another gateway's process with two containers, and the mark on them. */
async function startOwner(): Promise<{ child: ChildProcess; mark: string }> {
  const file = fileURLToPath(new URL('../support/container-owner.ts', import.meta.url));
  const child = spawn(process.execPath, ['--import', 'tsx', file], { stdio: ['pipe', 'pipe', 'inherit'] });
  children.push(child);
  const [told] = (await once(child.stdout, 'data')) as [Buffer];
  return { child, mark: told.toString().trim() };
}

it('the first use removes what dead gateways have left, and touches nothing of living ones', async () => {
  const [dead, living] = await Promise.all([startOwner(), startOwner()]);
  const host = openHost();
  expect(await containersOf(host, dead.mark)).toHaveLength(2);
  dead.child.kill('SIGKILL');
  await once(dead.child, 'exit');
  // Nobody removes them by himself.
  expect(await containersOf(host, dead.mark)).not.toHaveLength(0);

  const channel = await containerTransport(host).start(launchOf('cat', 32), launchLimits);
  await expect.poll(() => containersOf(host, dead.mark), { timeout: 30_000 }).toEqual([]);
  expect(await containersOf(host, living.mark)).toHaveLength(2);
  expect(await containersOf(host)).toHaveLength(1);
  await channel.kill();

  living.child.stdin!.write('end\n');
  await once(living.child, 'exit');
  expect(await containersOf(host, living.mark)).toEqual([]);
});

it('what is closed leaves none', async () => {
  const host = openHost();
  const transport = containerTransport(host);
  await Promise.all([1, 2].map(() => transport.start(launchOf('sleep 1000', 32), launchLimits)));
  expect(await containersOf(host)).toHaveLength(2);
  await host.close();
  expect(await containersOf(host)).toEqual([]);
});

it('what is closed takes nothing of another gateway of the same process with it', async () => {
  const [closing, living] = [openHost(), openHost()];
  const channels = await Promise.all(
    [closing, living].map((host) => containerTransport(host).start(launchOf('cat', 32), launchLimits)),
  );
  await closing.close();
  expect(await containersOf(closing)).toEqual([]);
  await channels[1]!.send('still here\n');
  expect(await channels[1]!.nextLine()).toBe('still here');
});

it('a waiting engine does not keep its gateway alive, and goes with it', async () => {
  const script = [
    "const { containerTransport } = await import('./src/transport/container/transport.js');",
    "const { launchLimits, launchOf, openTestHost } = await import('./test/support/containers.js');",
    'const host = openTestHost();',
    "const channel = await containerTransport(host).start(launchOf('cat', 32), launchLimits);",
    "await channel.send('x\\n'); await channel.nextLine();",
    'channel.hold(false);',
    'console.log(host.owner);',
  ].join('\n');
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const [told] = (await once(child.stdout, 'data')) as [Buffer];
  const [code] = (await once(child, 'exit', { signal: AbortSignal.timeout(15_000) })) as [number];
  expect(code).toBe(0);
  const host = openHost();
  // Its input is closed, so it ends; it is removed by whoever comes next.
  await containerTransport(host)
    .start(launchOf('cat', 32), launchLimits)
    .then((channel) => channel.kill());
  await expect.poll(() => containersOf(host, told.toString().trim()), { timeout: 30_000 }).toEqual([]);
});
