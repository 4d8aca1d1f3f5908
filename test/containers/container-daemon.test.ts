import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { ChannelClosed } from '../../src/contracts/transport.js';
import { openContainerHost } from '../../src/transport/container/host.js';
import { containerTransport } from '../../src/transport/container/transport.js';
import { containersOf, launchLimits, launchOf } from '../support/containers.js';
import { ownDaemon, type OwnDaemon } from '../support/own-daemon.js';

/** Daemons that are elsewhere, or go away: one of the test's own, with certificates made here. */
let daemon: OwnDaemon;
let shell = '';
beforeAll(async () => {
  daemon = await ownDaemon();
  await daemon.start();
  shell = daemon.importShell();
}, 120_000);
afterAll(() => daemon.remove());

const variables = ['DOCKER_CERT_PATH', 'DOCKER_TLS_VERIFY'] as const;
afterEach(() => {
  for (const name of variables) Reflect.deleteProperty(process.env, name);
});

const launch = () => ({
  ...launchOf('while read -r line; do echo "$line"; done; echo end', 64),
  file: shell,
  image: 'shell:test',
});
const socketHost = () => openContainerHost(`unix://${daemon.socket}`);
const remoteHost = (certificates: string) => {
  process.env['DOCKER_CERT_PATH'] = certificates;
  process.env['DOCKER_TLS_VERIFY'] = '1';
  return openContainerHost(`tcp://127.0.0.1:${String(daemon.port)}`);
};

it('a daemon behind TLS serves as a local one does: long lines, and an input that is closed', async () => {
  const host = remoteHost(daemon.certificates);
  const channel = await containerTransport(host).start(launch(), launchLimits);
  const line = 'x'.repeat(300_000);
  await channel.send(`${line}\nsecond\n`);
  channel.end();
  expect((await channel.nextLine()) === line).toBe(true);
  expect(await channel.nextLine()).toBe('second');
  expect(await channel.nextLine()).toBe('end');
  expect(await channel.nextLine()).toBeNull();
  expect(await channel.exited).toEqual({ code: 0, signal: null });

  const busy = await containerTransport(host).start(launch(), launchLimits);
  await busy.kill();
  expect(await containersOf(host)).toEqual([]);
});

it('neither a daemon of another authority nor a client of another is trusted', async () => {
  const ping = (certificates: string) => remoteHost(certificates).client.call((docker) => docker.ping());
  expect(String(await ping(daemon.certificates))).toBe('OK');
  await expect(ping(daemon.foreign)).rejects.toMatchObject({ name: 'ContainerError', failure: 'connection' });
  // It knows the daemon's authority, but is not known to it.
  copyFileSync(join(daemon.certificates, 'ca.pem'), join(daemon.foreign, 'ca.pem'));
  await expect(ping(daemon.foreign)).rejects.toMatchObject({ name: 'ContainerError', failure: 'connection' });
  const plain = openContainerHost(`tcp://127.0.0.1:${String(daemon.port)}`);
  Reflect.deleteProperty(process.env, 'DOCKER_TLS_VERIFY');
  Reflect.deleteProperty(process.env, 'DOCKER_CERT_PATH');
  await expect(plain.client.call((docker) => docker.ping())).rejects.toMatchObject({ name: 'ContainerError' });
});

it('one that is killed in the middle of a call is told, and serves again when it is back; nothing is left', async () => {
  const host = socketHost();
  const transport = containerTransport(host);
  const channel = await transport.start(launch(), launchLimits);
  await channel.send('first\n');
  expect(await channel.nextLine()).toBe('first');
  const waiting = channel.nextLine();
  const told = waiting.catch((error: unknown) => error);
  await daemon.kill();
  expect(await told).toBeInstanceOf(ChannelClosed);
  expect((await told) as Error).toMatchObject({ message: expect.stringMatching(/Docker daemon/) as string });
  await expect(channel.send('second\n')).rejects.toThrow(ChannelClosed);
  expect(await channel.exited).toEqual({ code: null, signal: null });
  await channel.kill();
  await expect(transport.start(launch(), launchLimits)).rejects.toMatchObject({ name: 'EngineGone' });

  await daemon.start();
  const next = await transport.start(launch(), launchLimits);
  await next.send('again\n');
  expect(await next.nextLine()).toBe('again');
  await expect.poll(() => containersOf(host), { timeout: 20_000 }).toHaveLength(1);
  await host.close();
  expect(await containersOf(host)).toEqual([]);
});
