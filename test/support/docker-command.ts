import { execFile, execFileSync } from 'node:child_process';
import { promisify } from 'node:util';

/** What somebody else does with Docker's own command while a gateway runs. */
export async function docker(...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)('docker', args);
  return stdout.trim();
}

/** A container as `docker ps` shows it. */
export interface Shown {
  readonly id: string;
  /** The whole command line in it. */
  readonly command: string;
}

/** The containers of all gateways in a process of this machine, in any state. */
export async function containersOfProcess(pid: number): Promise<Shown[]> {
  const filter = `label=io.jacobian-gateway.pid=${String(pid)}`;
  const lines = await docker('ps', '--all', '--no-trunc', '--filter', filter, '--format', '{{.ID}} {{.Command}}');
  return lines
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => ({ id: line.slice(0, line.indexOf(' ')), command: line.slice(line.indexOf(' ') + 1) }));
}

/** An image with the engines of another one under a name of its own, which may be removed. Its id. */
export function imageFrom(other: string, name: string): string {
  const dockerfile = `FROM ${other}\nLABEL io.jacobian-gateway.test=${name}\n`;
  const built = execFileSync('docker', ['build', '--quiet', '--tag', name, '-'], {
    input: dockerfile,
    encoding: 'utf8',
    stdio: 'pipe',
  });
  return built.trim();
}
