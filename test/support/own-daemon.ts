import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { backendsLabel } from '../../src/contracts/containers.js';
import { processesWith, waitUntilGone } from './processes.js';

/** A Docker daemon of the test's own, which may be killed: at a socket, and secured by TLS at a port. */
export interface OwnDaemon {
  readonly folder: string;
  readonly socket: string;
  readonly port: number;
  /** Folders with ca.pem, cert.pem and key.pem: of a client that it trusts, and of one from elsewhere. */
  readonly certificates: string;
  readonly foreign: string;
  /** Docker's own command with it; what it prints. */
  docker(...args: string[]): string;
  start(): Promise<void>;
  /** At once, as by the kernel. */
  kill(): Promise<void>;
  /** It hangs: connections are taken, and nobody answers. */
  freeze(): void;
  thaw(): void;
  /** A tiny image: a shell and the libraries it needs. Its name. */
  importShell(): string;
  /** The same with an engine from an image of the machine's daemon, under the same name and with its label. */
  importEngine(image: string, program: string, backend: string): void;
  /** Writes to its disk until nothing more fits. Needs a disk of its own. */
  fill(): void;
  /** Takes away what `fill` has written. */
  clear(): void;
  remove(): Promise<void>;
}

/** `diskMegabytes`: size of a disk of its own, in memory; the machine's unless given. */
export async function ownDaemon(diskMegabytes?: number): Promise<OwnDaemon> {
  const folder = mkdtempSync(join(tmpdir(), 'jacobian-dockerd-'));
  const inside = (name: string) => join(folder, name);
  const port = await freePort();
  makeCertificates(inside('certificates'));
  makeCertificates(inside('foreign'));
  const socket = inside('docker.sock');
  // A daemon that is told to have no bridge takes away that of another one on the machine.
  const bridge = `jg-${String(port)}`;
  const ip = (...args: string[]) => execFileSync('ip', args, { stdio: 'pipe' });
  ip('link', 'add', bridge, 'type', 'bridge');
  ip('address', 'add', '192.0.2.1/24', 'dev', bridge);
  if (diskMegabytes !== undefined) {
    mkdirSync(inside('data'));
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${String(diskMegabytes)}m`, 'tmpfs', inside('data')]);
  }
  let child: ChildProcess | null = null;
  const docker = (...args: string[]) =>
    execFileSync('docker', ['-H', `unix://${socket}`, ...args], { encoding: 'utf8', stdio: 'pipe' }).trim();
  const end = async (signal: NodeJS.Signals) => {
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill(signal);
    await gone;
  };

  return {
    folder,
    socket,
    port,
    certificates: inside('certificates'),
    foreign: inside('foreign'),
    docker,
    start: async () => {
      const certificate = (name: string) => join(folder, 'certificates', name);
      rmSync(inside('docker.pid'), { force: true });
      const args = [
        ...['-H', `unix://${socket}`, '-H', `tcp://127.0.0.1:${String(port)}`],
        ...['--data-root', inside('data'), '--exec-root', inside('exec'), '--pidfile', inside('docker.pid')],
        ...['--bridge', bridge, '--iptables=false', '--ip-masq=false', '--log-level', 'error'],
        ...['--tlsverify', '--tlscacert', certificate('ca.pem')],
        ...['--tlscert', certificate('server.pem'), '--tlskey', certificate('server-key.pem')],
      ];
      const log = openSync(inside('log'), 'a');
      child = spawn('dockerd', args, { stdio: ['ignore', log, log] });
      closeSync(log);
      for (let tries = 0; tries < 300; tries += 1) {
        try {
          docker('version', '--format', '{{.Server.Version}}');
          return;
        } catch {
          await new Promise((resolve) => setTimeout(resolve, 100));
        }
      }
      throw new Error(`the daemon of the test did not start: ${readFileSync(inside('log'), 'utf8').slice(-2_000)}`);
    },
    kill: async () => {
      await end('SIGKILL');
      // It goes with the daemon, but later than a new one looks for it.
      const pid = inside('exec/containerd/containerd.pid');
      killAll([Number(readFileSync(pid, 'utf8'))]);
      rmSync(pid);
    },
    freeze: () => void child?.kill('SIGSTOP'),
    thaw: () => void child?.kill('SIGCONT'),
    importShell: () => {
      const shell = realpathSync('/bin/sh');
      const libraries = execFileSync('ldd', [shell], { encoding: 'utf8' }).match(/\/\S+/g) ?? [];
      execFileSync('tar', ['-C', '/', '-chf', inside('shell.tar'), shell, ...libraries], { stdio: 'pipe' });
      docker('import', inside('shell.tar'), 'shell:test');
      return shell;
    },
    importEngine: (image, program, backend) => {
      // It names each program before its libraries.
      const files = `$(ldd /bin/sh ${program} | grep -o '/[^ :]*' | sort -u)`;
      const root = inside('engine.tar');
      execFileSync(
        'docker',
        ['run', '--rm', '--network=none', '--entrypoint=sh', image, '-c', `tar -chf - ${files} 2>/dev/null`],
        { stdio: ['ignore', openSync(root, 'w'), 'pipe'] },
      );
      docker('import', '--change', `LABEL ${backendsLabel}=${backend}`, root, image);
      rmSync(root);
    },
    fill: () => {
      if (diskMegabytes === undefined) throw new Error('the disk is that of the machine');
      const file = openSync(inside('data/filler'), 'w');
      try {
        for (let written = 0; written <= diskMegabytes; written += 1) writeSync(file, Buffer.alloc(1024 * 1024));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return;
        throw error;
      } finally {
        closeSync(file);
      }
    },
    clear: () => rmSync(inside('data/filler')),
    remove: async () => {
      await end('SIGTERM');
      // What a daemon leaves that was killed, or that a failed test has left alone.
      killAll(processesWith(folder));
      await waitUntilGone(folder, 5_000);
      const mounted = readFileSync('/proc/mounts', 'utf8').match(new RegExp(`(?<= )${folder}/\\S+`, 'g')) ?? [];
      for (const path of mounted.reverse()) execFileSync('umount', ['--lazy', path]);
      rmSync(folder, { recursive: true, force: true });
      ip('link', 'delete', bridge);
    },
  };
}

function killAll(pids: readonly number[]): void {
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It is gone already.
    }
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** An authority of its own with a certificate for 127.0.0.1 and one for a client. */
function makeCertificates(folder: string): void {
  mkdirSync(folder);
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  openssl(
    'req',
    '-x509',
    ...curve,
    '-keyout',
    'ca-key.pem',
    '-out',
    'ca.pem',
    '-days',
    '2',
    '-subj',
    '/CN=test authority',
  );
  const sign = (subject: string, key: string, certificate: string, extension: string) => {
    openssl('req', ...curve, '-keyout', key, '-out', 'request.pem', '-subj', `/CN=${subject}`);
    writeFileSync(join(folder, 'extension'), extension);
    const by = ['-CA', 'ca.pem', '-CAkey', 'ca-key.pem', '-CAcreateserial', '-days', '2', '-extfile', 'extension'];
    openssl('x509', '-req', '-in', 'request.pem', ...by, '-out', certificate);
  };
  sign('127.0.0.1', 'server-key.pem', 'server.pem', 'subjectAltName=IP:127.0.0.1\nextendedKeyUsage=serverAuth\n');
  sign('client', 'key.pem', 'cert.pem', 'extendedKeyUsage=clientAuth\n');
}
