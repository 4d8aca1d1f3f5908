import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import type { DockerClient } from '../../../src/transport/container/client.js';
import { createMemoryEvents } from '../../../src/transport/container/memory-events.js';

/** A daemon that tells what it is given; newer ones than the tests can have tell no `id` beside the actor. */
function daemon() {
  const stream = Object.assign(new PassThrough(), { socket: { unref: () => undefined } });
  const asked = { times: 0 };
  const docker = {
    getEvents: () => {
      asked.times += 1;
      return Promise.resolve(stream);
    },
  };
  const client = { call: (ask: (one: unknown) => unknown) => ask(docker) } as unknown as DockerClient;
  return { client, stream, asked };
}

it('tells of the container that is meant, and of no other', async () => {
  const { client, stream } = daemon();
  const events = createMemoryEvents(client, 'owner');
  await events.listen();
  const ranOut: string[] = [];
  for (const id of ['one', 'other']) events.follow(id, () => ranOut.push(id));
  stream.write(`${JSON.stringify({ Type: 'container', Action: 'oom', Actor: { ID: 'one', Attributes: {} } })}\n`);
  await expect.poll(() => ranOut).toEqual(['one']);
  events.close();
});

it('does not listen again once it is closed', async () => {
  const { client, asked } = daemon();
  const events = createMemoryEvents(client, 'owner');
  events.close();
  await events.listen();
  expect(asked.times).toBe(0);
});
