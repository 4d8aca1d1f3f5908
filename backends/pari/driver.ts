import { dirname, join } from 'node:path';
import { ReplyError, type Program, type Reply } from '../../src/contracts/adapter.js';
import type { Driver, EngineCode } from '../../src/contracts/backend.js';
import { ChannelClosed, type Channel } from '../../src/contracts/transport.js';

/** Share of the memory grant that the PARI stack may take; the rest is for gp itself and for input and output. */
const stackShare = 0.75;

export const driver: Driver = {
  launch: (location, limits) => {
    const stack = Math.floor(limits.memory_mb * stackShare);
    return {
      file: location.path,
      // -f: no gprc of the user. Stack sizes are set on the command line, because setting them in a session drops the
      // rest of its line; parallel functions (matdet) have a stack of their own.
      args: [
        '-q',
        '-f',
        '-D',
        `parisizemax=${String(stack)}M`,
        '-D',
        `threadsizemax=${String(stack)}M`,
        '-D',
        'nbthreads=1',
      ],
      env: { TERM: 'dumb', ...dataFolder(location.path) },
      readOnly: location.roots,
      memory: { kind: 'none', megabytes: limits.memory_mb },
      isolation: 'preferred',
    };
  },

  open: async (channel: Channel, code: EngineCode) => {
    const settings = 'default(colors,"no");default(breakloop,0);default(factor_proven,1);default(new_galois_format,1);';
    await channel.send(`${settings}\n${code.files.map((file) => file.text).join('\n')}\n`);
    const ready = await exchange(channel, '1', 0);
    if (ready.text !== '1') throw new ReplyError('the session is not ready');
  },

  execute: (channel: Channel, program: Program, id: number) => exchange(channel, program.text, id),
};

/** The gp of the wheels looks for its data where it was built; the data packages lie beside it. */
function dataFolder(path: string): Record<string, string> {
  return path.includes('/sage_wheels/') ? { GP_DATA_DIR: join(dirname(dirname(path)), 'share/pari') } : {};
}

/**
 * Errors come back as `!NAME: text`. The sentinel is printed in two halves, so an echo of the request is no sentinel.
 * Answers are one line: `print` never wraps over a pipe.
 */
async function exchange(channel: Channel, expression: string, id: number): Promise<Reply> {
  channel.clearStderr();
  await channel.send(
    `iferr(print(${expression}),JGE,print("!",errname(JGE),": ",JGE));print("jg-","end-${String(id)}")\n`,
  );
  const lines: string[] = [];
  for (;;) {
    const line = await channel.nextLine();
    if (line === null) throw new ChannelClosed('gp ended', await channel.exited);
    if (line === `jg-end-${String(id)}`) break;
    lines.push(line);
  }
  return { text: lines.join('\n'), stderr: channel.stderrTail(), exitCode: null };
}
