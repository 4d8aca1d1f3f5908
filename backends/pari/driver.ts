import { dirname, join } from 'node:path';
import { EngineCrashed, ReplyError, type Program, type Reply } from '../../src/contracts/adapter.js';
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
    const settings =
      'default(colors,"no");default(breakloop,0);default(histsize,1);default(factor_proven,1);default(new_galois_format,1);';
    const texts = code.files.map((file) => file.text);
    await channel.send(`${settings}\n${texts.join('\n')}\njg_remember(${JSON.stringify(texts.flatMap(definedIn))});\n`);
    const { reply, state } = await exchange(channel, '1', 0);
    if (reply.text !== '1') throw new ReplyError('the session is not ready');
    clean.set(channel, { state, names: new Set(texts.flatMap(namesIn)) });
  },

  execute: async (channel: Channel, program: Program, id: number) => {
    const { reply, state } = await exchange(channel, program.text, id);
    if (reply.text.startsWith('!e_BUG')) await endBroken(channel, reply);
    const before = clean.get(channel);
    if (state !== before?.state && !(await isClean(channel, program, state, before))) await channel.kill();
    return reply;
  },
};

/** gp goes on after a memory fault of its own as if it were an error like others; nothing it says then can be believed. */
async function endBroken(channel: Channel, reply: Reply): Promise<never> {
  await channel.kill();
  throw new EngineCrashed('a fault of its own', reply.text.slice(1));
}

/** What is known of a session that nothing has changed. */
interface CleanState {
  /** What `exchange` found at the end of a request. */
  state: string;
  /** Every name that the engine-side files use. */
  readonly names: ReadonlySet<string>;
}

const clean = new WeakMap<Channel, CleanState>();

/**
 * Whether a request left the session as it found it, where its heap has changed: the engine keeps what it computed for
 * itself (Pi, tables) there, as well as values of variables. Only names of our files or of the request can have got one.
 */
async function isClean(channel: Channel, program: Program, state: string, before?: CleanState): Promise<boolean> {
  if (before === undefined || !state.startsWith('1 ')) return false;
  const names = JSON.stringify([...new Set([...before.names, ...namesIn(program.text)])]);
  await channel.send('\\um\n');
  const after = await exchange(channel, `jg_unassigned(${names})`, 0);
  before.state = after.state;
  return after.reply.text === '1' && after.state.startsWith('1 ');
}

/** The functions and variables that a file of ours defines: they begin a line. */
function definedIn(text: string): string[] {
  return [...text.matchAll(/^([a-z]\w*)(?:\(.*\))?\s*=(?!=)/gm)].map(([, name = '']) => name);
}

function namesIn(text: string): string[] {
  return text.match(/[A-Za-z]\w*/g) ?? [];
}

/** The gp of the wheels looks for its data where it was built; the data packages lie beside it. */
function dataFolder(path: string): Record<string, string> {
  return path.includes('/sage_wheels/') ? { GP_DATA_DIR: join(dirname(dirname(path)), 'share/pari') } : {};
}

/**
 * Errors come back as `!NAME: text`. The sentinel is printed in two halves, so an echo of the request is no sentinel.
 * Answers are one line: `print` never wraps over a pipe. The random state is put back; `state` tells whether the functions
 * and settings are what they were, and what lies on the heap (prelude.gp). What a request could change beside these
 * (names by alias and install, help texts, exports, open files, debug levels, the stack) no function of ours touches:
 * test/contract/cleanliness.test.ts looks at their text.
 */
async function exchange(channel: Channel, expression: string, id: number): Promise<{ reply: Reply; state: string }> {
  const sentinel = `jg-end-${String(id)}`;
  channel.clearStderr();
  await channel.send(
    `iferr(print(${expression}),JGE,print("!",errname(JGE),": ",JGE));alarm(0);setrand(1);` +
      `print("jg-","end-${String(id)}"," ",iferr(jg_same(),JGE,0)," ",getheap())\n`,
  );
  const lines: string[] = [];
  for (;;) {
    const line = await channel.nextLine();
    if (line === null) throw new ChannelClosed('gp ended', await channel.exited);
    if (line === sentinel || line.startsWith(`${sentinel} `)) {
      const reply = { text: lines.join('\n'), stderr: channel.stderrTail() };
      return { reply, state: line.slice(sentinel.length + 1) };
    }
    lines.push(line);
  }
}
