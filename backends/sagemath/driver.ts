import { EngineCrashed, ReplyError, type Program, type Reply } from '../../src/contracts/adapter.js';
import type { Driver } from '../../src/contracts/backend.js';
import { ChannelClosed, type Channel } from '../../src/contracts/transport.js';

/** Reads the files from standard input and runs the first: nothing of ours has to lie in the engine's file system. */
const bootstrap =
  'import sys,json;FILES=json.loads(sys.stdin.readline());exec(compile(FILES[0]["text"],FILES[0]["name"],"exec"))';

export const driver: Driver = {
  launch: (location, limits) => ({
    file: location.path,
    args: ['-python', '-c', bootstrap],
    env: {
      PYTHONDONTWRITEBYTECODE: '1',
      // The order of sets of texts is the same in every session.
      PYTHONHASHSEED: '0',
      SAGE_NUM_THREADS: '1',
      // A crash is told at once: no debugger is started to look at it.
      CYSIGNALS_CRASH_NDEBUG: '1',
    },
    readOnly: location.roots,
    memory: { kind: 'data', megabytes: limits.memory_mb },
    isolation: 'preferred',
  }),

  open: async (channel, code) => {
    channel.clearStderr();
    await channel.send(`${JSON.stringify(code.files)}\n`);
    if ((await line(channel)) !== '{"ready": true}') throw new ReplyError('the worker is not ready');
  },

  execute: async (channel: Channel, program: Program, id: number): Promise<Reply> => {
    channel.clearStderr();
    await channel.send(`{"id":${String(id)},${program.text.slice(1)}\n`);
    const text = await line(channel);
    if (!text.startsWith(`{"id": ${String(id)},`)) throw new ReplyError('the answer of another request');
    const crash = /^\{"id": \d+, "crash": "([\w+ ]{1,40})"\}$/.exec(text.slice(0, crashLength))?.[1];
    if (crash !== undefined) throw new EngineCrashed(crash, await lastWords(channel));
    return { text, stderr: channel.stderrTail() };
  },
};

/** What the worker writes of a crash is shorter than this; an answer can be long. */
const crashLength = 120;

/** Standard error is another pipe: what was written to it before the crash may be read a moment after the crash is told. */
const settleMs = 20;

async function lastWords(channel: Channel): Promise<string> {
  await new Promise((resolve) => setTimeout(resolve, settleMs));
  return channel.stderrTail();
}

async function line(channel: Channel): Promise<string> {
  const text = await channel.nextLine();
  if (text === null) throw new ChannelClosed('the SageMath worker ended', await channel.exited);
  return text;
}
