import { createHash } from 'node:crypto';
import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { ContainerError } from './errors.js';

/** Where a Docker daemon is. */
export type DockerPlace =
  | { readonly kind: 'socket'; readonly path: string }
  /** `tls` is null for a connection in the clear. */
  | { readonly kind: 'tcp'; readonly host: string; readonly port: number; readonly tls: TlsMaterial | null };

/** Texts of PEM files; those that are not given are not used. */
export interface TlsMaterial {
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
  /** Whether the daemon's certificate is checked. Only a Docker context can say that it is not. */
  readonly verify: boolean;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Where Docker's own command would look: an address that was set, DOCKER_HOST, DOCKER_CONTEXT or the current context, then
 * the usual sockets, Podman's too. Throws ContainerError.
 */
export function findDocker(address: string | null, env: Environment = process.env): DockerPlace {
  const configFolder = nonEmpty(env['DOCKER_CONFIG']) ?? join(nonEmpty(env['HOME']) ?? homedir(), '.docker');
  const host = address ?? nonEmpty(env['DOCKER_HOST']);
  if (host !== undefined) return placeOf(host, () => tlsOfEnvironment(env, configFolder));
  const context = nonEmpty(env['DOCKER_CONTEXT']) ?? currentContext(configFolder);
  if (context !== undefined && context !== 'default') return placeOfContext(context, configFolder);
  return { kind: 'socket', path: usualSocket(usualSockets(env)) };
}

function placeOf(address: string, tls: () => TlsMaterial | null): DockerPlace {
  const [, scheme = 'tcp', rest = ''] = /^(?:([a-z]+):\/\/)?(.+)$/.exec(address) ?? [];
  if (scheme === 'unix' || scheme === 'npipe') return { kind: 'socket', path: rest };
  if (!['tcp', 'http', 'https'].includes(scheme)) {
    throw new ContainerError(`Docker addresses of the kind ${scheme}:// are not supported`, 'connection');
  }
  if (!URL.canParse(`http://${rest}`)) throw new ContainerError("Docker's address is not understood", 'connection');
  const { hostname, port } = new URL(`http://${rest}`);
  const material = scheme === 'https' ? (tls() ?? { verify: true }) : tls();
  const usual = material === null ? 2375 : 2376;
  return { kind: 'tcp', host: hostname, port: port === '' ? usual : Number(port), tls: material };
}

/** As soon as there is a word of certificates the connection is secured, and the daemon's is always checked. */
function tlsOfEnvironment(env: Environment, configFolder: string): TlsMaterial | null {
  const given = nonEmpty(env['DOCKER_CERT_PATH']);
  if (given === undefined && nonEmpty(env['DOCKER_TLS_VERIFY']) === undefined) return null;
  const material = readMaterial(given ?? configFolder);
  if (material.ca === undefined) throw new ContainerError('there is no ca.pem in DOCKER_CERT_PATH', 'connection');
  return { ...material, verify: true };
}

function currentContext(configFolder: string): string | undefined {
  const config = readJson(join(configFolder, 'config.json')) as { currentContext?: unknown } | null;
  return typeof config?.currentContext === 'string' ? nonEmpty(config.currentContext) : undefined;
}

interface ContextMeta {
  readonly Endpoints?: { readonly docker?: { readonly Host?: string; readonly SkipTLSVerify?: boolean } };
}

/** Docker keeps its contexts in folders that are called by the digest of their names. */
function placeOfContext(name: string, configFolder: string): DockerPlace {
  const id = createHash('sha256').update(name).digest('hex');
  const meta = readJson(join(configFolder, 'contexts', 'meta', id, 'meta.json')) as ContextMeta | null;
  const endpoint = meta?.Endpoints?.docker;
  if (endpoint?.Host === undefined) throw new ContainerError('the Docker context in use does not exist', 'connection');
  const material = readMaterial(join(configFolder, 'contexts', 'tls', id, 'docker'));
  const tls = Object.keys(material).length > 0 || endpoint.SkipTLSVerify === true;
  return placeOf(endpoint.Host, () => (tls ? { ...material, verify: endpoint.SkipTLSVerify !== true } : null));
}

function readMaterial(folder: string): Omit<TlsMaterial, 'verify'> {
  const found = (['ca', 'cert', 'key'] as const).flatMap((name) => {
    const text = readText(join(folder, `${name}.pem`));
    return text === null ? [] : [[name, text] as const];
  });
  return Object.fromEntries(found);
}

function usualSockets(env: Environment): [string, ...string[]] {
  if (process.platform === 'win32') return ['//./pipe/docker_engine'];
  const runtime = nonEmpty(env['XDG_RUNTIME_DIR']);
  return [
    '/var/run/docker.sock',
    join(nonEmpty(env['HOME']) ?? homedir(), '.docker', 'run', 'docker.sock'),
    ...(runtime === undefined ? [] : [join(runtime, 'docker.sock'), join(runtime, 'podman', 'podman.sock')]),
    '/run/podman/podman.sock',
  ];
}

/** The first that this user may use, else the first that is there: it tells why it may not be used. */
export function usualSocket(sockets: readonly [string, ...string[]]): string {
  return sockets.find(isUsable) ?? sockets.find((path) => existsSync(path)) ?? sockets[0];
}

function isUsable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK | constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function readJson(path: string): unknown {
  const text = readText(path);
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    throw new ContainerError("Docker's configuration is not readable", 'connection');
  }
}

/** Null where there is none. */
function readText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw new ContainerError("Docker's configuration is not readable", 'connection', { cause: error });
  }
}

function nonEmpty(text: string | undefined): string | undefined {
  return text === '' ? undefined : text;
}
