import { checkProgram } from '../../backends/lean/dialect.js';
import type { TransportName } from '../../src/contracts/transport.js';
import { leanTries } from './lean-tries.js';

/** What code that got into an engine may want. Targets: a path (reads, writes), nothing, `address/port`, a name, a name. */
export const wants = ['reads', 'writes', 'lists', 'tcp', 'unix', 'environment'] as const;
export type Want = (typeof wants)[number];

/** Engine code that tries something on a target. */
export type Try = (target: string) => string;

/** How code is smuggled into an engine: as a program that no dialect prints. */
export interface Smuggling {
  /** Ways to each want; a text says why the engine has none. */
  readonly ways: Readonly<Record<Want, Readonly<Record<string, Try>> | string>>;
  /** A file that an engine which reads it says, whole or run as its code. */
  readonly file: (secret: string) => string;
  /** What an engine says that was refused. */
  readonly refusal: RegExp;
  /** A program, and the answer that tells that the session still works. */
  readonly works: { readonly program: string; readonly answer: RegExp };
  /** The program of a try; the code itself unless given. */
  readonly program?: (code: string) => string;
  /** Files that the session loads beside its own. */
  readonly files?: readonly { readonly name: string; readonly text: string }[];
  /** Why the tries reach nothing without a sandbox either; then nobody refuses them. */
  readonly powerless?: string;
}

const shell = {
  reads: (path: string) => `cat ${path}`,
  writes: (path: string) => `echo x > ${path}`,
  lists: () => 'cat /proc/[0-9]*/environ | tr -d "\\000"; ls /proc/[0-9]*/environ',
  tcp: (place: string) => `bash -c 'echo x > /dev/tcp/${place}'`,
  unix: (name: string) =>
    `perl -MSocket -e 'socket(S,PF_UNIX,SOCK_STREAM,0);connect(S,pack_sockaddr_un(chr(0).q(${name})))||die qq($!)'`,
  environment: (name: string) => `printenv ${name}`,
} satisfies Record<Want, Try>;

/** Both outputs in one: the other could come later than the answer. */
const inGp = (command: string) => `system(${JSON.stringify(`(${command}) 2>&1`)})`;
/** A line of its own: only there gp takes its commands. */
const line = (command: string) => `1),E,0)\n${command}\niferr(print(2`;

const pari: Smuggling = {
  ways: {
    reads: {
      read: (path) => `read("${path}")`,
      readvec: (path) => `readvec("${path}")`,
      readstr: (path) => `readstr("${path}")`,
      '\\r': (path) => line(`\\r ${path}`),
      extern: (path) => `extern("cat ${path}")`,
      externstr: (path) => `externstr("${shell.reads(path)} 2>&1")`,
      system: (path) => inGp(shell.reads(path)),
    },
    writes: {
      write: (path) => `write("${path}", "x")`,
      writebin: (path) => `writebin("${path}", 1)`,
      writetex: (path) => `writetex("${path}", 1)`,
      fileopen: (path) => `fileclose(fileopen("${path}", "a"))`,
      '\\l': (path) => line(`\\l ${path}`),
      system: (path) => inGp(shell.writes(path)),
    },
    lists: { system: () => inGp(shell.lists()) },
    tcp: { system: (place) => inGp(shell.tcp(place)) },
    unix: { system: (name) => inGp(shell.unix(name)) },
    environment: { getenv: (name) => `getenv("${name}")`, system: (name) => inGp(shell.environment(name)) },
  },
  file: (secret) => `print("${secret}")`,
  refusal:
    /error opening|No such file|Directory nonexistent|Read-only file system|Permission denied|Connection refused|Network is unreachable/,
  works: { program: 'factor(91)', answer: /^\[7, 1; 13, 1\]$/m },
};

const sagemath: Smuggling = {
  ways: {
    reads: {
      open: (path) => `told = open("${path}").read()`,
      load: (path) => `import runpy; runpy.run_path("${path}")`,
      pari: (path) => `from sage.all import pari; told = pari('externstr("cat ${path}")')`,
    },
    writes: {
      open: (path) => `open("${path}", "a").write("x")`,
      symlink: (path) => `import os; os.symlink("/", "${path}")`,
    },
    lists: {
      subprocess: () =>
        `import subprocess; told = subprocess.run(${JSON.stringify(shell.lists())}, shell=True, capture_output=True)`,
    },
    tcp: { socket: (place) => `import socket; socket.create_connection("${place}".split("/"), 5)` },
    unix: {
      socket: (name) => `import socket; socket.socket(socket.AF_UNIX, socket.SOCK_STREAM).connect("\\0${name}")`,
    },
    environment: {
      environ: (name) => `import os; told = os.environ.get("${name}")`,
      'of the worker': (name) =>
        `import os; told = [text for text in open(f"/proc/{os.getppid()}/environ").read().split("\\0") if text.startswith("${name}=")]`,
    },
  },
  file: (secret) => `raise ValueError("${secret}")`,
  refusal: /No such file|Read-only file system|Permission denied|Connection refused|Network is unreachable/,
  works: { program: 'told = 6 * 7', answer: /"value": "42"/ },
  program: (code) => JSON.stringify({ function: 'smuggled', arguments: [code] }),
  files: [
    {
      name: 'adapters/sagemath/smuggled.py',
      text: 'def smuggled(code):\n    scope = {}\n    exec(code, scope)\n    return str(scope.get("told"))\n',
    },
  ],
};

const noMeans = 'SMT-LIB has no command for it, and Z3 starts no program';

const z3: Smuggling = {
  ways: {
    reads: { include: (path) => `(include "${path}")` },
    writes: {
      'regular output': (path) =>
        `(set-option :regular-output-channel "${path}")(echo "x")(set-option :regular-output-channel "stdout")`,
      'diagnostic output': (path) => `(set-option :diagnostic-output-channel "${path}")`,
    },
    lists: noMeans,
    tcp: noMeans,
    unix: noMeans,
    environment: noMeans,
  },
  file: (secret) => `(echo "${secret}")`,
  refusal: /failed to open file|failed to set output stream/,
  works: { program: '(declare-const p Bool)(assert (and p (not p)))(check-sat)', answer: /^unsat$/m },
};

/** What stands for a native Lean, which needs no smuggling: its input is a program (test/fixtures/engines/fake-lean). */
const lean: Smuggling = {
  ways: {
    reads: { cat: (path) => `-- reads ${path}` },
    writes: { echo: (path) => `-- writes ${path}` },
    lists: 'the stand-in reads one file at a time: /proc of another process is among those it reads',
    tcp: { bash: (place) => `-- connects ${place}` },
    unix: 'the stand-in has none',
    environment: { env: () => '-- tells' },
  },
  file: (secret) => secret,
  refusal: /No such file|Permission denied|not written|not connected/,
  program: (source) => checkProgram(source).text,
  works: { program: '-- accepts', answer: /compiled olean / },
};

const inLive = 'test/live/lean.test.ts has these tries in one check, because a check takes half a minute';

/** Every backend and transport of the registry; a text says where else a transport is tried. */
export const smuggling: Readonly<
  Record<string, Readonly<Partial<Record<TransportName, Smuggling | typeof leanTries | string>>>>
> = {
  lean: { subprocess: lean, embedded: inLive, container: leanTries },
  pari: { subprocess: pari, container: pari },
  sagemath: { subprocess: sagemath, container: sagemath },
  z3: {
    subprocess: z3,
    embedded: { ...z3, powerless: 'the files of the WebAssembly build lie in its own memory' },
    container: z3,
  },
};
