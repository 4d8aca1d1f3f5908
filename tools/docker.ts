/**
 * What the tests in containers need: a Docker daemon, a base image, the engines' images. The daemon that runs is used, else one is
 * installed (apt, as root) and started for the tests alone. No registry is needed: the base is made by debootstrap.
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isPresent } from './is-present.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const base = 'debian-bookworm:base';
/** A daemon of a busy machine takes some seconds to begin, and to end with what it runs. */
const patienceMs = 60_000;
let stopStarted: (() => void) | null = null;

/** Builds these images of the gateway as a user would. Throws where Docker, a base or an image cannot be had. */
export function prepareImages(names: readonly string[]): void {
  startDocker();
  makeBase();
  run(process.execPath, join(root, 'dist/main.js'), 'bundle', 'build', ...names, '--base', base);
}

/** Ends the daemon where it was started here. */
export function stopDocker(): void {
  stopStarted?.();
  stopStarted = null;
}

function startDocker(): void {
  if (answers()) return;
  if (!isPresent('dockerd')) installPackages('docker.io');
  // The package may have started it.
  if (answers()) return;
  const folder = mkdtempSync(join(tmpdir(), 'jacobian-dockerd-'));
  const log = join(folder, 'log');
  const output = openSync(log, 'a');
  const daemon = spawn('dockerd', [], { detached: true, stdio: ['ignore', output, output] });
  daemon.once('error', () => undefined);
  daemon.unref();
  closeSync(output);
  stopStarted = () => {
    const { pid } = daemon;
    if (pid !== undefined && isAlive(pid)) process.kill(pid, 'SIGTERM');
    wait(() => pid === undefined || !isAlive(pid));
    rmSync(folder, { recursive: true, force: true });
  };
  process.once('exit', stopDocker);
  if (!wait(answers)) throw new Error(`dockerd does not answer:\n${readFileSync(log, 'utf8').slice(-2_000)}`);
}

function makeBase(): void {
  if (spawnSync('docker', ['image', 'inspect', base], { stdio: 'ignore' }).status === 0) return;
  if (!isPresent('debootstrap')) installPackages('debootstrap');
  const folder = mkdtempSync(join(tmpdir(), 'jacobian-base-'));
  try {
    run('debootstrap', '--variant=minbase', 'bookworm', folder);
    run('sh', '-c', 'tar -C "$1" -c . | docker import - "$2"', 'sh', folder, base);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function installPackages(...packages: readonly string[]): void {
  run('apt-get', 'update', '-qq');
  run('apt-get', 'install', '-y', '-qq', '--no-install-recommends', ...packages);
}

function run(file: string, ...args: readonly string[]): void {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  execFileSync(file, args, { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit'] });
}

function answers(): boolean {
  return spawnSync('docker', ['version'], { stdio: 'ignore', timeout: 10_000 }).status === 0;
}

/** What was started here waits to be buried when it has ended: nobody reads its status while this waits. */
function isAlive(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${String(pid)}/status`, 'utf8'));
  } catch {
    return false;
  }
}

function wait(until: () => boolean): boolean {
  for (const end = Date.now() + patienceMs; Date.now() < end;) {
    if (until()) return true;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
  }
  return until();
}
