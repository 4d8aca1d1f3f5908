/**
 * `absent`: there is no daemon to talk to. `permission`: there is one, and not for this user. `connection`: nothing answers
 * there, or not as a daemon does. `gone`: it went away in the middle of a call. `image`: it has no such image. `container`:
 * it has no such container. `disk`: its disk is full. `request`: it refuses what it is asked.
 */
export type ContainerFailure =
  'absent' | 'permission' | 'connection' | 'gone' | 'image' | 'container' | 'disk' | 'request';

/** Docker did not do what it was asked. The message is for people: one line, bounded, without paths. */
export class ContainerError extends Error {
  override readonly name = 'ContainerError';
  constructor(
    message: string,
    readonly failure: ContainerFailure,
    options?: { readonly cause: unknown },
  ) {
    super(message, options);
  }
}

/** What an error of dockerode means. */
export function asContainerError(error: unknown): ContainerError {
  if (error instanceof ContainerError) return error;
  const { code, statusCode, message } = error as { code?: string; statusCode?: number; message?: string };
  const [failure, told] =
    statusCode === undefined ? ofConnection(code, message ?? '') : ofAnswer(statusCode, message ?? '');
  return new ContainerError(told, failure, { cause: error });
}

/** Whether the daemon could not be reached: what it knows is not known. */
export function isUnreachable(error: unknown): boolean {
  const { failure } = asContainerError(error);
  return failure === 'absent' || failure === 'permission' || failure === 'connection' || failure === 'gone';
}

function ofConnection(code: string | undefined, message: string): [ContainerFailure, string] {
  if (code === 'ENOENT') return ['absent', 'there is no Docker daemon: its socket does not exist'];
  if (code === 'EACCES' || code === 'EPERM') {
    return ['permission', 'this user may not use the Docker daemon: permission denied at its socket'];
  }
  if (code === 'ECONNRESET' || code === 'EPIPE' || message === 'socket hang up') {
    return ['gone', 'the Docker daemon went away in the middle of a call'];
  }
  if (code === 'ECONNREFUSED') return ['connection', 'no Docker daemon listens there: the connection was refused'];
  if (code !== undefined && /CERT|TLS|SSL|SIGNATURE/.test(code)) {
    return ['connection', `the connection to the Docker daemon could not be secured (${code})`];
  }
  return ['connection', `the Docker daemon cannot be reached (${code ?? plain(message)})`];
}

function ofAnswer(status: number, message: string): [ContainerFailure, string] {
  if (/no space left on device/i.test(message)) return ['disk', "the disk of the Docker daemon's machine is full"];
  if (status === 404 && /no such image/i.test(message)) return ['image', 'the image is not there any more'];
  if (status === 404) return ['container', 'the container is not there any more'];
  return ['request', `Docker refused (status ${String(status)}): ${plain(message)}`];
}

function plain(text: string): string {
  return text
    .replace(/^\(HTTP code \d+\)[^-]*- /, '')
    .replace(/(?:\/[^\s/'"`:,;()<>[\]{}]+){2,}/g, '<path>')
    .replace(/[^\x20-\x7e]+/g, ' ')
    .trim()
    .slice(0, 200);
}
