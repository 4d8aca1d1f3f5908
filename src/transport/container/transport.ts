import { LimitExceeded } from '../../contracts/limits.js';
import { ChannelClosed, EngineGone, type Channel, type Launch, type Transport } from '../../contracts/transport.js';
import { keepTail, readLines } from '../framing.js';
import { asContainerError, ContainerError, isUnreachable } from './errors.js';
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
      const container = await startContainer(host, { ...launch, image }, limits).catch((error: unknown) => {
        throw whatWent(error) ?? error;
      });
      return openChannel(container, launch);
    },
  };
}

/** The image, or Docker itself; null where both are there, and something else is wrong. */
function whatWent(error: unknown): EngineGone | null {
  const { failure, message } = asContainerError(error);
  return failure === 'image' || isUnreachable(error) ? new EngineGone(message, { cause: error }) : null;
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
