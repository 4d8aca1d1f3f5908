import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { backends, engineFiles } from '../../backends/registry.generated.js';
import type { EngineLocation, LaunchTools } from '../../src/contracts/backend.js';
import type { LaunchLimits } from '../../src/contracts/limits.js';
import type { Channel, Launch } from '../../src/contracts/transport.js';
import { containerTransport } from '../../src/transport/container/transport.js';
import { processTransport } from '../../src/transport/process.js';
import { enterContainer, type Bait, type Guest } from './container-guest.js';
import { containersOf, openTestHost } from './containers.js';
import type { Smuggling } from './smuggling.js';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Where sessions are started; a guest is somebody whom an engine that is not kept from it sees. */
export interface Ground {
  start(launch: Launch, limits: LaunchLimits): Promise<{ readonly channel: Channel; readonly guest: Guest | null }>;
  close(): Promise<void>;
}

export function processGround(transport: 'subprocess' | 'embedded', isolation: 'off' | 'required'): Ground {
  const { start } = processTransport(transport, isolation);
  return {
    start: async (...launch) => ({ channel: await start(...launch), guest: null }),
    close: () => Promise.resolve(),
  };
}

/** There is no container that isolates nothing: one with bait has what is looked for in itself, under the same names. */
export function containerGround(bait: Bait | null, onConnection: () => void): Ground {
  const host = openTestHost();
  const { start } = containerTransport(host);
  return {
    start: async (...launch) => {
      const channel = await start(...launch);
      if (bait === null) return { channel, guest: null };
      const [id, ...others] = await containersOf(host);
      if (id === undefined || others.length > 0) throw new Error('the containers before it are not gone');
      return { channel, guest: await enterContainer(id, bait, onConnection) };
    },
    close: () => host.close(),
  };
}

export interface SmuggledEngine {
  /** What the engine says to code that was smuggled into it. */
  run(code: string): Promise<string>;
  /** In the container of the session that is open, where there is one. */
  guest(): Guest | null;
  close(): Promise<void>;
}

interface Told {
  readonly text: string;
  /** What has come on standard error until now. */
  rest(): string;
}

/** What programs that were started say on standard error may come a moment later. */
const settleMs = 200;
const stepMs = 10;

/** What a session is opened with. */
export interface Opening {
  readonly backend: string;
  readonly location: EngineLocation;
  readonly tools: LaunchTools;
  readonly limits: LaunchLimits;
}

/** Sessions as the gateway opens them, one after the other; after each program the session works, or it is gone. */
export function smuggledEngine(ground: Ground, how: Smuggling, opening: () => Opening): SmuggledEngine {
  let open: Channel | null = null;
  let guest: Guest | null = null;
  let gone = true;
  let uses = 0;
  const start = async () => {
    const { backend, location, tools, limits } = opening();
    const { driver } = backends[backend]!;
    const launch = driver.launch(location, { memory_mb: 2_048 }, tools);
    const { image } = location;
    const started = await ground.start({ ...launch, ...(image === undefined ? {} : { image: image.id }) }, limits);
    const { channel } = started;
    guest = started.guest;
    gone = false;
    void channel.exited.then(() => (gone = true));
    await driver.open(channel, { files: [...engineCode(backend), ...(how.files ?? [])] });
    return channel;
  };
  const ready = async () => {
    if (open === null || gone) open = await start();
    return open;
  };
  const execute = async (program: string): Promise<Told> => {
    const channel = await ready();
    const { declaration, driver } = backends[opening().backend]!;
    const timer = setTimeout(() => void channel.kill(), 20_000);
    try {
      const { text, stderr } = await driver.execute(channel, { text: program }, (uses += 1));
      return { text: `${text}\n${stderr}`, rest: () => channel.stderrTail() };
    } finally {
      clearTimeout(timer);
      if (!declaration.traits.warm) await channel.kill();
    }
  };
  return {
    run: async (code) => {
      const program = how.program ?? ((text: string) => text);
      const { text, rest } = await execute(program(code));
      const all = () => `${text}\n${rest()}`;
      for (let waited = 0; waited < settleMs && !how.refusal.test(all()); waited += stepMs) await sleep(stepMs);
      const told = all();
      expect((await execute(program(how.works.program))).text).toMatch(how.works.answer);
      return told;
    },
    guest: () => guest,
    close: async () => {
      await open?.kill();
      await ground.close();
    },
  };
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

function engineCode(backend: string) {
  return (engineFiles[backend] ?? []).map((file) => ({ name: file, text: readFileSync(root + file, 'utf8') }));
}
