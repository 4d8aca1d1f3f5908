import { dirname } from 'node:path';
import { ReplyError, type Program, type Reply } from '../../src/contracts/adapter.js';
import type { Driver } from '../../src/contracts/backend.js';
import { ChannelClosed, type Channel } from '../../src/contracts/transport.js';

/** Share of the memory grant at which Z3 itself gives up, in order; the rest is for its text and for the C library. */
const engineShare = 0.9;

export const driver: Driver = {
  launch: (location, limits, tools) => {
    const memory = `-memory:${String(Math.max(16, Math.floor(limits.memory_mb * engineShare)))}`;
    if (location.transport === 'embedded') {
      const host = tools.host('z3-host');
      return {
        file: tools.node,
        args: [host, memory],
        env: {},
        readOnly: [...location.roots, dirname(host), dirname(tools.node)],
        // WebAssembly reserves 13 GB of addresses; its own heap ends at 2 or 4 GiB.
        memory: { kind: 'none', megabytes: limits.memory_mb },
        isolation: 'preferred',
      };
    }
    return {
      file: location.path,
      args: ['-in', memory],
      env: {},
      readOnly: location.roots,
      memory: { kind: 'address-space', megabytes: limits.memory_mb },
      isolation: 'preferred',
    };
  },

  open: async (channel: Channel) => {
    const ready = await exchange(channel, '(echo "ready")', 0);
    if (ready.text !== 'ready') throw new ReplyError('the session is not ready');
  },

  execute: async (channel: Channel, program: Program, id: number) => {
    const reply = await exchange(channel, program.text, id);
    if (leavesTraces(program.text)) await channel.kill();
    return reply;
  },
};

/**
 * `(reset)` forgets declarations, assertions, scopes and the logic, and keeps every option (seen in 4.8.12 and 5.4.1). So
 * each request begins by putting back whatever a program of ours may set.
 */
const defaults: Readonly<Record<string, string>> = {
  timeout: '4294967295',
  rlimit: '0',
  'smt.random_seed': '0',
  'sat.random_seed': '0',
  'sat.max_conflicts': '4294967295',
  'produce-models': 'true',
  'produce-unsat-assumptions': 'false',
  'smt.core.minimize': 'false',
  'opt.priority': 'lex',
};

/** One command a line: the embedded host knows the time limit by its line. */
const clean = ['(reset)', ...Object.entries(defaults).map(([name, value]) => `(set-option :${name} ${value})`)].join(
  '\n',
);

/**
 * Whether a program sets what `clean` does not put back. Some of it cannot be (`:produce-unsat-cores` and `:produce-proofs`
 * once they are on, output channels, the status told by `set-info`, tactics), and the rest is endless. Our dialect prints
 * nothing of that kind; the session of a program that has it is not used again. Text in a literal counts too: it only
 * costs the session.
 */
function leavesTraces(text: string): boolean {
  if (/set-info|declare-tactic/.test(text)) return true;
  return [...text.matchAll(/set-option\s+:([^\s()]+)/g)].some(([, option = '']) => !Object.hasOwn(defaults, option));
}

/** Z3 ends itself with this status when it runs out of memory, in a check or already while it reads. */
const outOfMemory = 101;

/** Everything up to the sentinel's line. Nothing of a caller's text goes out, so nothing else can print that line. */
async function exchange(channel: Channel, script: string, id: number): Promise<Reply> {
  const sentinel = `jg-end-${String(id)}`;
  channel.clearStderr();
  await channel.send(`${clean}\n${script}\n(echo "${sentinel}")\n`);
  const lines: string[] = [];
  for (;;) {
    const line = await channel.nextLine();
    if (line === null) return ended(channel, lines);
    if (line === sentinel) break;
    lines.push(line);
  }
  return { text: lines.join('\n'), stderr: channel.stderrTail() };
}

/** Running out of memory is an answer of the check that was under way; any other end is a crash. */
async function ended(channel: Channel, lines: readonly string[]): Promise<Reply> {
  const exit = await channel.exited;
  if (exit.code !== outOfMemory) throw new ChannelClosed('z3 ended', exit);
  const text = [...lines, 'unknown', '(:reason-unknown "out of memory")'].join('\n');
  return { text, stderr: channel.stderrTail() };
}
