import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll } from 'vitest';
import { backends, engineFiles } from '../../backends/registry.generated.js';
import { openMaintenance } from '../../src/compose.js';
import type { Program, Reply } from '../../src/contracts/adapter.js';
import type { Channel, Transport, TransportName } from '../../src/contracts/transport.js';
import { openContainers } from '../../src/transport/container/open.js';
import { processTransport } from '../../src/transport/process.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { prober, tools } = openMaintenance();
const launchLimits = { fileBytes: 64 * 2 ** 20, temporaryBytes: 64 * 2 ** 20, processes: 64 };

/** A session as the gateway has them, for programs that no adapter prints. Like in the pool, one that ended is replaced. */
export interface RawSession {
  execute(program: Program): Promise<Reply>;
  /** How often an engine was started. */
  starts(): number;
  close(): Promise<void>;
}

/** `extra`: files in test/fixtures/engine-code that the session loads beside ours. */
export async function rawSession(
  backend: string,
  transport: TransportName,
  extra: readonly string[] = [],
): Promise<RawSession> {
  const { declaration, driver } = backends[backend]!;
  const requirement = { backend, version: declaration.policy.supported, features: [] };
  const { location } = await prober.availability(requirement, transport);
  if (location === null) throw new Error(`${backend} is not here`);
  const names = [...(engineFiles[backend] ?? []), ...extra.map((name) => `test/fixtures/engine-code/${name}`)];
  const files = names.map((name) => ({ name, text: readFileSync(root + name, 'utf8') }));
  let starts = 0;
  let requests = 0;
  let channel: Channel | null = null;
  const open = async () => {
    starts += 1;
    const launch = {
      ...driver.launch(location, { memory_mb: 1024 }, tools),
      ...(location.image === undefined ? {} : { image: location.image.id }),
    };
    const opened = await transportOf(transport).start(launch, launchLimits);
    channel = opened;
    void opened.exited.then(() => {
      if (channel === opened) channel = null;
    });
    await driver.open(opened, { files });
    return opened;
  };
  await open();
  return {
    execute: async (program) => driver.execute(channel ?? (await open()), program, (requests += 1)),
    starts: () => starts,
    close: async () => channel?.kill(),
  };
}

const containers = openContainers(null);
afterAll(() => containers.close());

function transportOf(name: TransportName): Transport {
  return name === 'container' ? containers.transport : processTransport(name, 'preferred');
}
