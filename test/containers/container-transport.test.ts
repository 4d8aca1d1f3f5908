import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { LimitExceeded } from '../../src/contracts/limits.js';
import { ChannelClosed, type Channel } from '../../src/contracts/transport.js';
import { containerTransport } from '../../src/transport/container/transport.js';
import { launchOf, launchLimits, openTestHost, containersOf } from '../support/containers.js';

/** The transport over a real Docker daemon; the engines are small programs of the base image. */
const host = openTestHost();
const transport = containerTransport(host);
const open: Channel[] = [];

async function start(script: string, memory_mb = 64): Promise<Channel> {
  const channel = await transport.start(launchOf(script, memory_mb), launchLimits);
  open.push(channel);
  return channel;
}

afterEach(async () => {
  await Promise.all(open.splice(0).map((channel) => channel.kill()));
});
afterAll(async () => {
  await host.close();
  expect(await containersOf(host)).toEqual([]);
});

const echo = 'while read -r line; do echo "$line"; done';

describe('the streams of an engine in a container', () => {
  it('carry lines both ways, and keep errors apart', async () => {
    const channel = await start('while read -r line; do echo "got $line"; echo "heard $line" >&2; done');
    await channel.send('one\ntwo\n');
    expect(await channel.nextLine()).toBe('got one');
    expect(await channel.nextLine()).toBe('got two');
    await expect.poll(() => channel.stderrTail()).toBe('heard one\nheard two\n');
    channel.clearStderr();
    expect(channel.stderrTail()).toBe('');
  });

  it('carry lines of 5 MB both ways', async () => {
    const channel = await start('exec cat');
    const line = 'äb'.repeat((5 * 2 ** 20) / 3);
    const sent = channel.send(`${line}\n${line}\nend\n`);
    expect((await channel.nextLine()) === line).toBe(true);
    expect((await channel.nextLine()) === line).toBe(true);
    expect(await channel.nextLine()).toBe('end');
    await sent;
  });

  it('stop an engine that prints more than is read', async () => {
    const mebibyte = 'yes "$(printf %1023s)" | head -c 1048576';
    const channel = await start(`i=0; while [ $i -lt 400 ]; do ${mebibyte}; i=$((i+1)); echo $i >&2; done`);
    await channel.nextLine();
    const printed = () => Number(channel.stderrTail().trim().split('\n').at(-1));
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    const before = printed();
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(printed()).toBe(before);
    expect(before).toBeLessThan(50);
    for (let i = 0; i < 40 * 1_024; i += 1) await channel.nextLine();
    await expect.poll(printed, { timeout: 10_000 }).toBeGreaterThan(before);
  });

  it('can be closed on one side; what is printed afterwards is read, and then how it ended', async () => {
    const channel = await start('cat; sleep 0.5; echo later; echo last; exit 3');
    await channel.send('first\n');
    channel.end();
    expect(await channel.nextLine()).toBe('first');
    expect(await channel.exited).toEqual({ code: 3, signal: null });
    expect(await channel.nextLine()).toBe('later');
    expect(await channel.nextLine()).toBe('last');
    expect(await channel.nextLine()).toBeNull();
    expect(await containersOf(host)).toEqual([]);
  });

  it('end an engine that prints past its limit', async () => {
    const channel = await start('while true; do echo xxxxxxxxxxxxxxxxxxxxxxxx; done');
    channel.allowOutput(1_000_000);
    const read = async () => {
      while ((await channel.nextLine()) !== null);
    };
    await expect(read()).rejects.toThrow(new LimitExceeded('output', 1_000_000));
    await channel.exited;
    expect(await containersOf(host)).toEqual([]);
  });
});

describe('the end of an engine in a container', () => {
  it('is brought about by kill, whatever it does, and what is sent then is refused', async () => {
    const channel = await start('trap "" TERM INT HUP; sh -c "while :; do :; done" & while :; do :; done');
    await channel.kill();
    expect(await containersOf(host)).toEqual([]);
    expect(await channel.exited).toEqual({ code: null, signal: 'SIGKILL' });
    expect(await channel.nextLine()).toBeNull();
    await expect(channel.send('anything\n')).rejects.toThrow(ChannelClosed);
  });

  it('is told to who sends', async () => {
    const channel = await start('read -r line; echo "bad: $line" >&2; exit 5');
    await channel.send('first\n');
    expect(await channel.nextLine()).toBeNull();
    const refused: unknown = await channel.send('second\n').catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(ChannelClosed);
    expect(refused).toMatchObject({ exit: { code: 5, signal: null }, stderr: 'bad: first\n' });
  });

  it('that somebody else brings about is told', async () => {
    const channel = await start(echo);
    const [id] = await containersOf(host);
    await host.client.call((docker) => docker.getContainer(id!).kill());
    expect(await channel.nextLine()).toBeNull();
    expect(await channel.exited).toEqual({ code: 137, signal: null });

    const removed = await start(echo);
    const [other] = await containersOf(host);
    await host.client.call((docker) => docker.getContainer(other!).remove({ force: true }));
    const told: unknown = await removed.nextLine().catch((error: unknown) => error);
    // Docker may still know how it ended when it is asked.
    if (told !== null) expect(told).toMatchObject({ name: 'ChannelClosed', message: 'the container was removed' });
    expect([137, null]).toContain((await removed.exited).code);
  });

  it('does not come for an image that is not there', async () => {
    const launch = { ...launchOf(echo, 64), image: `sha256:${'0'.repeat(64)}` };
    await expect(transport.start(launch, launchLimits)).rejects.toMatchObject({
      name: 'EngineGone',
      message: 'the image is not there any more',
    });
  });
});

describe('memory that runs out', () => {
  it('of the engine itself', async () => {
    const channel = await start('read -r _; exec tail /dev/zero', 32);
    await channel.send('go\n');
    await expect(channel.nextLine()).rejects.toThrow(new LimitExceeded('memory', 32));
  });

  it('of a child of it, when it ends with status 0 and no answer', async () => {
    const channel = await start('tail /dev/zero; exit 0', 32);
    await expect(channel.nextLine()).rejects.toThrow(new LimitExceeded('memory', 32));
    await expect(channel.send('more\n')).rejects.toThrow(new LimitExceeded('memory', 32));
    expect(await channel.exited).toEqual({ code: 0, signal: null });
  });

  it('is supposed of one that was killed when it held nearly all, without any word of the kernel', async () => {
    const hold = (mebibytes: number) =>
      `exec perl -e '$x .= "a" x (1 << 20) for 1..${String(mebibytes)}; print "held\\n"; $| = 1; print "\\n"; <STDIN>; kill 9, $$'`;
    const full = await start(hold(60), 64);
    await full.nextLine();
    await expect.poll(() => full.usage()?.memory_mb, { timeout: 10_000 }).toBeGreaterThan(58);
    await full.send('go\n');
    await full.nextLine();
    await expect(full.nextLine()).rejects.toThrow(new LimitExceeded('memory', 64));

    const light = await start(hold(10), 64);
    await light.nextLine();
    await expect.poll(() => light.usage()?.memory_mb, { timeout: 10_000 }).toBeGreaterThan(9);
    await light.send('go\n');
    await light.nextLine();
    expect(await light.nextLine()).toBeNull();
    expect(await light.exited).toEqual({ code: 137, signal: null });
  });
});

describe('what an engine uses', () => {
  /** Uses so many seconds of a processor. */
  const burn = 'sub burn { my $e = (times)[0] + shift; while ((times)[0] < $e) { $i++ for 1 .. 10000 } }';

  it('is told while it works', async () => {
    const channel = await start(
      `exec perl -e '${burn} $| = 1; $x .= "a" x (1 << 20) for 1..40; for (1..2) { fork() or do { sleep 60; exit } } burn(0.5); print "done\\n"; sleep 60'`,
      128,
    );
    channel.usage();
    expect(await channel.nextLine()).toBe('done');
    await expect.poll(() => channel.usage()?.cpu_ms, { timeout: 10_000 }).toBeGreaterThan(400);
    const usage = channel.usage()!;
    expect(usage.processes).toBe(3);
    expect(usage.memory_mb).toBeGreaterThan(38);
    expect(usage.memory_mb).toBeLessThan(60);
    expect(usage.cpu_ms).toBeLessThan(2_000);
    expect(usage.temporaryBytes).toBe(0);
  });

  it('counts for the request under way, however much those before it used that nobody looked at', async () => {
    const channel = await start(`exec perl -e '${burn} $| = 1; while (<STDIN>) { burn($_); print "done\\n" }'`);
    await channel.send('1.5\n');
    await channel.nextLine();
    channel.hold(false);
    channel.hold(true);
    const before = channel.usage()!.cpu_ms;
    await channel.send('0.3\n');
    await channel.nextLine();
    await expect.poll(() => channel.usage()!.cpu_ms - before, { timeout: 10_000 }).toBeGreaterThan(200);
    expect(channel.usage()!.cpu_ms - before).toBeLessThan(900);
  });

  it('is told of an idle engine as it was when idle', async () => {
    const channel = await start('while read -r line; do echo "$line"; done');
    await channel.send('one\n');
    await channel.nextLine();
    await expect.poll(() => channel.usage()?.processes, { timeout: 10_000 }).toBe(1);
    channel.hold(false);
    expect(channel.usage()).toBeNull();
    await expect.poll(() => channel.usage()?.processes, { timeout: 10_000 }).toBe(1);
  });
});
