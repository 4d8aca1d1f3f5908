import { dirname, join } from 'node:path';
import { ReplyError, type Program, type Reply } from '../../src/contracts/adapter.js';
import type { Driver, EngineCode, EngineLocation, LaunchTools } from '../../src/contracts/backend.js';
import { ChannelClosed, type Channel } from '../../src/contracts/transport.js';
import { encode, sendFile } from './dialect.js';

/**
 * A session is a shell in a private folder, in the sandbox, that runs Lean for one check or one audit (lean-check.sh).
 * All it gets, it gets through standard input: files in base64, then the word to run. So a source is nowhere part of a
 * command.
 */
const receive = [
  'umask 077',
  'while read -r word name size; do',
  '  case $word in',
  '    file) head -c "$size" | base64 -d >"$name" || exit 70 ;;',
  '    ready)',
  '      printf "%s\\n" "$LEAN_FOLDERS" | sed "s/^/folder /"',
  '      case $PWD in /tmp) ;; *) echo "folder $PWD" ;; esac',
  '      echo ready ;;',
  '    run) task=$name; . ./lean-check.sh; exit ;;',
  '  esac',
  'done',
].join('\n');

/** Folders that every machine has: they tell nothing of this one. */
const ordinary = ['/', '/usr', '/usr/lib', '/usr/local', '/opt', '/tmp', '/home', '/root', '/var', '/srv'];

export const driver: Driver = {
  launch: (location, limits, tools) => {
    const { program, host, env, readOnly } = engine(location, tools);
    // Lean also takes the folder above its own for a place where modules may be.
    const folders = [...new Set(readOnly.flatMap((folder) => [folder, dirname(folder)]))];
    return {
      file: '/bin/sh',
      args: ['-c', receive],
      env: {
        ...env,
        LEAN_PROGRAM: program,
        LEAN_HOST: host,
        LEAN_MEMORY: String(limits.memory_mb),
        LEAN_FOLDERS: folders.filter((folder) => !ordinary.includes(folder)).join('\n'),
      },
      readOnly,
      // Lean maps its library and, in WebAssembly, reserves addresses by the gigabyte: it limits itself (-M).
      memory: { kind: 'none', megabytes: limits.memory_mb },
      isolation: 'required',
    };
  },

  open: async (channel: Channel, code: EngineCode) => {
    const files = code.files.map(({ name, text }) => sendFile(name.slice(name.lastIndexOf('/') + 1), encode(text)));
    await channel.send(`${files.join('')}ready\n`);
    const folders: string[] = [];
    for (;;) {
      const line = await next(channel);
      if (line === 'ready') break;
      const folder = /^folder (\/.+)$/.exec(line)?.[1];
      if (folder !== undefined) folders.push(folder);
      else if (line !== 'folder ') throw new ReplyError('the session is not ready');
    }
    foldersOf.set(channel, folders);
  },

  execute: async (channel: Channel, program: Program): Promise<Reply> => {
    channel.clearStderr();
    await channel.send(program.text);
    const scrub = scrubber(foldersOf.get(channel) ?? []);
    const lines: string[] = [];
    for (;;) {
      const line = await next(channel);
      if (line === 'end') break;
      // Lean's own lines stand after a space; the compiled source must come as it is.
      lines.push(line.startsWith(' ') ? scrub(line) : line);
    }
    return { text: lines.join('\n'), stderr: scrub(channel.stderrTail()) };
  },
};

/** What a session reads of this machine: Lean names it in messages, and answers must not. */
const foldersOf = new WeakMap<Channel, readonly string[]>();

function engine(location: EngineLocation, tools: LaunchTools) {
  if (location.transport !== 'embedded') {
    return { program: location.path, host: '', env: {}, readOnly: location.roots };
  }
  const host = tools.host('lean-host');
  const node = `node-${process.platform}-${process.arch}`;
  return {
    program: join(location.path, 'node_modules', node, 'bin', 'node'),
    host,
    env: { LEAN_WASM_HOME: location.path },
    // The gateway's package.json says that its programs are modules.
    readOnly: [...location.roots, dirname(host), join(tools.root, 'package.json')],
  };
}

async function next(channel: Channel): Promise<string> {
  const line = await channel.nextLine();
  if (line === null) throw new ChannelClosed('lean ended', await channel.exited);
  return line;
}

/** Puts `<lean>` for each folder, as it stands and as JSON writes it. */
function scrubber(folders: readonly string[]): (text: string) => string {
  const spellings = folders.flatMap((folder) => [folder, JSON.stringify(folder).slice(1, -1)]);
  const longestFirst = [...new Set(spellings)].sort((a, b) => b.length - a.length);
  return (text) => longestFirst.reduce((rest, folder) => rest.replaceAll(folder, '<lean>'), text);
}
