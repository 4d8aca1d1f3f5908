import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** What is looked for in vain from a container, put into it. */
export interface Bait {
  /** By path; below /tmp. */
  readonly file: { readonly path: string; readonly text: string };
  /** Is in the environment of the guest. */
  readonly secret: string;
  /** It listens at this port of 127.0.0.1 and at this abstract socket. */
  readonly port: string;
  readonly socketName: string;
}

export interface Guest {
  /** Its number in the container. */
  readonly pid: string;
}

/** A process in a running container, beside its engine and with the same rights. It ends with the container. */
export async function enterContainer(id: string, bait: Bait, onConnection: () => void): Promise<Guest> {
  const { file, secret, port, socketName } = bait;
  const args = ['exec', '--env', `SECRET=${secret}`, id, 'perl', '-e', script, file.path, file.text, port, socketName];
  const guest = spawn('docker', args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const lines = createInterface(guest.stdout);
  lines.on('line', (line) => {
    if (line === 'connection') onConnection();
  });
  const [first] = (await Promise.race([once(lines, 'line'), once(guest, 'exit')])) as [unknown];
  if (typeof first !== 'string') throw new Error('nobody could enter the container');
  return { pid: first };
}

const script = `
  use strict; use Socket; use File::Path; use File::Basename; use IO::Socket::INET; use IO::Select;
  $| = 1;
  my ($path, $text, $port, $name) = @ARGV;
  mkpath(dirname($path));
  open(my $file, '>', $path) or die $!;
  print $file $text; close($file);
  my $tcp = IO::Socket::INET->new(LocalAddr => '127.0.0.1', LocalPort => $port, Listen => 5) or die $!;
  socket(my $unix, PF_UNIX, SOCK_STREAM, 0) or die $!;
  bind($unix, pack_sockaddr_un("\\0$name")) or die $!;
  listen($unix, 5) or die $!;
  print "$$\\n";
  my $select = IO::Select->new($tcp, $unix);
  while (1) {
    for my $ready ($select->can_read) { accept(my $caller, $ready); close($caller); print "connection\\n"; }
  }
`;

/** The address by which containers on Docker's usual network reach this machine. */
export function bridgeAddress(): string {
  // Docker itself tells it only of a bridge that was there before the daemon.
  const format = '{{index .Options "com.docker.network.bridge.name"}}';
  const run = (file: string, ...args: string[]) => execFileSync(file, args, { encoding: 'utf8' }).trim();
  const bridge = run('docker', 'network', 'inspect', 'bridge', '--format', format);
  const address = / inet ([0-9.]+)\//.exec(run('ip', '-4', '-oneline', 'address', 'show', 'dev', bridge))?.[1];
  if (address === undefined) throw new Error(`the bridge ${bridge} has no address`);
  return address;
}
