import { LimitExceeded } from '../../contracts/limits.js';
import { ChannelClosed, type Channel, type Launch, type Transport } from '../../contracts/transport.js';
import { keepTail, readLines } from '../framing.js';
import { ContainerError } from './errors.js';
import { startContainer, type ContainerHost, type StartedContainer } from './start.js';

const stderrBytes = 8 * 1024;

/** Engines in containers, one in each. Its first use looks for what dead gateways have left. */
export function containerTransport(host: ContainerHost): Transport {
  return {
    name: 'container',
    start: async (launch, limits) => {
      const { image } = launch;
      if (image === undefined) throw new ContainerError('no image is given', 'image');
      void host.reaper.sweep();
      return openChannel(await startContainer(host, { ...launch, image }, limits), launch);
    },
  };
}

function openChannel(container: StartedContainer, { memory }: Launch): Channel {
  const lines = readLines(container.stdout, () => void container.kill());
  const tail = keepTail(container.stderr, stderrBytes);
  /** Ran out of memory, or was cut off: what the end of the output alone would not tell. */
  const explainEnd = async () => {
    const { exit, outOfMemory, interrupted } = await container.ended;
    if (outOfMemory) throw new LimitExceeded('memory', memory.megabytes);
    if (interrupted !== null) throw new ChannelClosed(interrupted, exit, tail.text());
    return exit;
  };
  return {
    send: async (text) => {
      try {
        await container.write(text);
      } catch {
        throw new ChannelClosed('the engine does not read', await explainEnd(), tail.text());
      }
    },
    end: () => container.end(),
    nextLine: async () => {
      const line = await lines.nextLine();
      if (line === null) await explainEnd();
      return line;
    },
    allowOutput: (bytes) => lines.allow(bytes),
    stderrTail: () => tail.text(),
    clearStderr: () => tail.clear(),
    usage: () => container.usage(),
    hold: (working) => container.hold(working),
    exited: container.exited,
    kill: () => container.kill(),
  };
}
