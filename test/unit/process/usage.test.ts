import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RequestLimits } from '../../../src/contracts/limits.js';
import type { Channel } from '../../../src/contracts/transport.js';
import { watch } from '../../../src/gateway/watch.js';
import { measureTree } from '../../../src/process/usage.js';
import { processTransport } from '../../../src/transport/process.js';

describe.runIf(process.platform === 'linux')('the files of a process', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'jacobian-usage-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const bytes = () => measureTree(process.pid, { folder }, Infinity)?.temporaryBytes;

  it('count with what is below them', () => {
    mkdirSync(join(folder, 'inner'));
    for (const name of ['a', 'inner/b']) writeFileSync(join(folder, name), Buffer.alloc(8_192, 1));
    expect(bytes()).toBe(16_384);
  });

  it('that are too many to look at are too large, in one folder or in several', () => {
    for (const name of ['x', 'y']) {
      mkdirSync(join(folder, name));
      for (let i = 0; i < 10_005; i += 1) writeFileSync(join(folder, name, String(i)), '');
    }
    expect(bytes()).toBe(Infinity);
    rmSync(join(folder, 'y'), { recursive: true });
    expect(bytes()).toBe(0);
    for (let i = 0; i < 10_005; i += 1) writeFileSync(join(folder, 'x', `more ${String(i)}`), '');
    expect(bytes()).toBe(Infinity);
  });
});

/** 100 MiB that four processes share, in a session that may have much more. */
const sharing = [
  'my $shared = "x" x (100 * 1024 * 1024);',
  'for (1 .. 3) { unless (fork) { sleep 60; exit } }',
  '$| = 1; print "ready\\n"; sleep 60;',
].join(' ');

describe.runIf(process.platform === 'linux')('memory that processes share', () => {
  let channel: Channel;
  beforeEach(async () => {
    channel = await processTransport('subprocess', 'off').start(
      {
        file: '/usr/bin/perl',
        args: ['-e', sharing],
        env: {},
        readOnly: [],
        memory: { kind: 'none', megabytes: 4_096 },
        isolation: 'preferred',
      },
      { fileBytes: 1e6, temporaryBytes: 1e6, processes: 64 },
    );
    expect(await channel.nextLine()).toBe('ready');
  });
  afterEach(() => channel.kill());

  const limits: RequestLimits = { memory_mb: 0, cpu_ms: 1e6, outputBytes: 1e6, processes: 64, temporaryBytes: 1e6 };
  const looked = async (memory_mb: number) => {
    const watching = watch(channel, { ...limits, memory_mb });
    await new Promise((resolve) => setTimeout(resolve, 400));
    watching.stop();
    expect(watching.looked()).toBe(true);
    return watching.exceeded();
  };

  it('counts once against the limit of a small request on a large session', async () => {
    expect(await looked(250)).toBeNull();
    expect(await looked(80)).toMatchObject({ resource: 'memory', limit: 80 });
  });
});
