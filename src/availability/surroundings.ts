import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

/** Facts of this machine and installation that decide where engines are looked for. */
export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  readonly platform: NodeJS.Platform;
  readonly arch: string;
  /** Whether this process may install for the whole machine. */
  readonly root: boolean;
  /** The folder that holds the gateway's own package.json. */
  readonly gatewayRoot: string;
  /** The gateway's own folder of installed engines; it need not exist. */
  readonly engineFolder: string;
}

/** The facts of the running process. `engineFolder` is the operator's setting, null for the user's data folder. */
export function thisMachine(engineFolder: string | null, gatewayRoot: string): Surroundings {
  const env = process.env;
  const home = homedir();
  return {
    env,
    home,
    platform: process.platform,
    arch: process.arch,
    root: process.getuid?.() === 0,
    gatewayRoot: resolve(gatewayRoot),
    engineFolder: engineFolder === null ? defaultEngineFolder(env, home) : resolve(engineFolder),
  };
}

export function defaultEngineFolder(env: Surroundings['env'], home: string): string {
  const data = env['XDG_DATA_HOME'];
  const base = data !== undefined && data.startsWith('/') ? data : join(home, '.local', 'share');
  return join(base, 'jacobian-gateway', 'engines');
}
