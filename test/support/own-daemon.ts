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
} from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { processesWith, waitUntilGone } from './processes.js';

/** A Docker daemon of the test's own, which may be killed: at a socket, and secured by TLS at a port. */
export interface OwnDaemon {
  readonly folder: string;
  readonly socket: string;
  readonly port: number;
  /** Folders with ca.pem, cert.pem and key.pem: of a client that it trusts, and of one from elsewhere. */
  readonly certificates: string;
  readonly foreign: string;
  start(): Promise<void>;
  /** At once, as by the kernel. */
  kill(): Promise<void>;
  /** A tiny image: a shell and the libraries it needs. Its name. */
  importShell(): string;
  remove(): Promise<void>;
}

export async function ownDaemon(): Promise<OwnDaemon> {
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
    importShell: () => {
      const shell = realpathSync('/bin/sh');
      const libraries = execFileSync('ldd', [shell], { encoding: 'utf8' }).match(/\/\S+/g) ?? [];
      execFileSync('tar', ['-C', '/', '-chf', inside('shell.tar'), shell, ...libraries], { stdio: 'pipe' });
      docker('import', inside('shell.tar'), 'shell:test');
      return shell;
    },
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
