import { afterAll, expect, it } from 'vitest';
import { runInContainer } from '../../src/transport/container/run.js';
import { containerTransport } from '../../src/transport/container/transport.js';
import { baseImage, containersOf, launchLimits, launchOf, openTestHost } from '../support/containers.js';

/** What an engine in a container can see and do: told by a program in one. */
const host = openTestHost();
afterAll(async () => {
  await host.close();
  expect(await containersOf(host)).toEqual([]);
});

/** Everything that a script prints. */
async function told(script: string, memory_mb = 64): Promise<string[]> {
  const channel = await containerTransport(host).start(
    {
      ...launchOf(script, memory_mb),
      env: { MARK: 'its own', HOME: '/tmp/home' },
      memory: { kind: 'data', megabytes: memory_mb },
    },
    launchLimits,
  );
  channel.end();
  const lines: string[] = [];
  for (let line = await channel.nextLine(); line !== null; line = await channel.nextLine()) lines.push(line);
  await channel.exited;
  return lines;
}

it('is nobody, has no capabilities and can get none', async () => {
  expect(
    await told('id -u; id -g; id -G; grep -E "^(Cap|NoNewPrivs|Seccomp:)" /proc/self/status | tr -d "\\t"'),
  ).toEqual([
    ...['65534', '65534', '65534'],
    ...['Inh', 'Prm', 'Eff', 'Bnd', 'Amb'].map((set) => `Cap${set}:0000000000000000`),
    ...['NoNewPrivs:1', 'Seccomp:2'],
  ]);
});

it('has no network but itself', async () => {
  const connect = '(exec 3<>/dev/tcp/172.17.0.1/80) 2>&1 | grep -o "Network is unreachable"';
  expect(
    await told(
      `ls /sys/class/net; cat /proc/net/route | wc -l; bash -c '${connect}'; getent hosts deb.debian.org; echo $?`,
    ),
  ).toEqual(['lo', '1', 'Network is unreachable', 'Network is unreachable', '2']);
});

it('can write nowhere but in a bounded /tmp, whose files it cannot run, and in /dev/shm', async () => {
  const writable = 'find / "(" -path /proc -o -path /sys ")" -prune -o -type d -writable -print 2>/dev/null | sort';
  expect(await told(`${writable}; ( : > /var/written ) 2>&1 | grep -o Read-only`)).toEqual([
    // Message queues are no files: a limit of their own bounds them.
    '/dev/mqueue',
    '/dev/shm',
    '/tmp',
    'Read-only',
  ]);
  expect(
    await told(
      'pwd; cd /tmp; head -c 9000000 /dev/zero 2>&1 > a | cat; head -c 9000000 /dev/zero 2>&1 > b | cat; wc -c < a; df --output=size -B1 /tmp | tail -1 | tr -d " "',
    ),
  ).toEqual(['/tmp', '4194304', '8388608']);
  expect(
    await told(
      'df --output=size -B1M /dev/shm | tail -1 | tr -d " "; cp /bin/true /tmp; /tmp/true 2>/dev/null || echo refused',
    ),
  ).toEqual(['64', 'refused']);
});

it('is within its limits', async () => {
  const forks = 'for i in $(seq 40); do sleep 5 & done';
  const lines = await told(
    `ulimit -c; ulimit -d; ulimit -f; bash -c '${forks}' 2>&1 | grep -o -m1 "Resource temporarily unavailable"`,
    300,
  );
  expect(lines).toEqual(['0', '307200', '8192', 'Resource temporarily unavailable']);
  expect(await told(`perl -e '$n = 400 << 20; $x = "a" x $n' 2>&1`, 300)).toEqual([
    expect.stringMatching(/^Out of memory/),
  ]);
  const limits =
    'for f in memory/memory.limit_in_bytes memory.max pids/pids.max pids.max; do cat /sys/fs/cgroup/$f 2>/dev/null; done; true';
  expect(await told(limits)).toEqual([String(64 * 2 ** 20), '17']);
});

it('has the environment of an engine, and nothing of the gateway', async () => {
  expect((await told('env')).filter((line) => !/^(PWD|OLDPWD|SHLVL|_|HOSTNAME)=/.test(line)).sort()).toEqual([
    'HOME=/tmp/home',
    'LANG=C.UTF-8',
    'LC_ALL=C.UTF-8',
    'MARK=its own',
    'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    'TMPDIR=/tmp',
    'TZ=UTC',
  ]);
});

it('has its processes looked after by an init, and sees no others', async () => {
  expect(await told('cat /proc/1/comm; ls -d /proc/[0-9]* | wc -l')).toEqual([
    'docker-init',
    expect.stringMatching(/^[345]$/),
  ]);
});

const run = (
  script: string,
  options: { stdin?: string; timeoutMs?: number; maxOutputBytes?: number; signal?: AbortSignal } = {},
) =>
  runInContainer(host, baseImage, '/bin/sh', ['-c', script], { timeoutMs: 60_000, maxOutputBytes: 10_000, ...options });

it('runs short commands to their end', async () => {
  expect(await run('cat; echo no >&2; printf last; exit 4', { stdin: 'given\n' })).toEqual({
    stdout: 'given\nlast',
    stderr: 'no\n',
    code: 4,
    signal: null,
    timedOut: false,
    spawnError: null,
  });
});

it('ends commands at their deadline, at their limit of output, and when nobody wants them', async () => {
  expect(await run('echo first; sleep 100', { timeoutMs: 1_000 })).toMatchObject({ timedOut: true, signal: 'SIGKILL' });
  const flood = await run('while :; do echo xxxxxxxxxxxxxxxxxxxxxxxxxxx; done');
  expect(flood).toMatchObject({ timedOut: false, signal: 'SIGKILL' });
  expect(flood.stdout.length).toBeLessThanOrEqual(10_000);
  const abort = new AbortController();
  setTimeout(() => abort.abort(), 700);
  expect(await run('sleep 100', { signal: abort.signal })).toMatchObject({ timedOut: false, signal: 'SIGKILL' });
  expect(await containersOf(host)).toEqual([]);
});

it('tells why a command could not be started', async () => {
  const missing = await runInContainer(host, 'jacobian-gateway/none:0', '/bin/true', [], {
    timeoutMs: 5_000,
    maxOutputBytes: 10,
  });
  expect(missing.spawnError).toBe('the image is not there any more');
});
