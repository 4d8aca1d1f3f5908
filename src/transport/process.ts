import { ChannelClosed, type Channel, type Transport, type TransportName } from '../contracts/transport.js';
import { startProcess } from '../process/start.js';
import type { IsolationMode } from '../contracts/isolation.js';
import { keepTail, readLines } from './framing.js';

const stderrBytes = 8 * 1024;

/**
 * Engines as child processes. The embedded transport is the same thing: its child is a Node process that hosts a
 * WebAssembly engine, so that kill, limits and isolation are the same.
 */
export function processTransport(name: TransportName, isolation: IsolationMode): Transport {
  return {
    name,
    start: async (launch, limits): Promise<Channel> => {
      const child = await startProcess(launch, limits, isolation);
      const lines = readLines(child.stdout, () => void child.kill());
      const tail = keepTail(child.stderr, stderrBytes);
      return {
        send: async (text) => {
          try {
            await child.write(text);
          } catch {
            throw new ChannelClosed('the engine does not read', await child.exited, tail.text());
          }
        },
        end: () => child.end(),
        nextLine: () => lines.nextLine(),
        allowOutput: (bytes) => lines.allow(bytes),
        stderrTail: () => tail.text(),
        clearStderr: () => tail.clear(),
        usage: (exactAbove = launch.memory.megabytes / 2) => child.usage(exactAbove),
        hold: (working) => child.hold(working),
        exited: child.exited,
        kill: () => child.kill(),
      };
    },
  };
}
