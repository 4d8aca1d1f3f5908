import type { ContainerCreateOptions, HostConfig } from 'dockerode';
import type { LaunchLimits } from '../../contracts/limits.js';
import type { Launch } from '../../contracts/transport.js';
import { environment } from '../../process/isolate.js';

const mebibyte = 1024 * 1024;
/** Size of /dev/shm, in bytes: some numerical libraries put semaphores there. */
const sharedBytes = 64 * mebibyte;
/** Docker's own runtime lives under the limit for data as well before it becomes the engine, and does not start below 64 MiB. */
const runtimeBytes = 256 * mebibyte;
/** Nobody: no user of any machine. */
const nobody = '65534:65534';

/** A container with one engine in it, which can reach nothing outside and take no more than it is given. */
export function containerOptions(
  launch: Launch & { readonly image: string },
  limits: LaunchLimits,
  processors: number,
  labels: Readonly<Record<string, string>>,
): ContainerCreateOptions {
  return {
    Image: launch.image,
    // Whatever the image would run or look after by itself, it does not.
    Entrypoint: [launch.file],
    Cmd: [...launch.args],
    Healthcheck: { Test: ['NONE'] },
    Env: Object.entries(environmentInside(launch)).map(([name, value]) => `${name}=${value}`),
    WorkingDir: '/tmp',
    User: nobody,
    Labels: { ...labels },
    OpenStdin: true,
    StdinOnce: true,
    AttachStdin: true,
    AttachStdout: true,
    AttachStderr: true,
    Tty: false,
    HostConfig: hostConfig(launch, limits, processors),
  };
}

function hostConfig({ memory }: Launch, limits: LaunchLimits, processors: number): HostConfig {
  const bytes = memory.megabytes * mebibyte;
  const processes = 2 * limits.processes;
  return {
    NetworkMode: 'none',
    ReadonlyRootfs: true,
    CapDrop: ['ALL'],
    SecurityOpt: ['no-new-privileges:true'],
    IpcMode: 'private',
    ShmSize: sharedBytes,
    Tmpfs: { '/tmp': `rw,noexec,nosuid,nodev,mode=1777,size=${String(limits.temporaryBytes)}` },
    Memory: bytes,
    MemorySwap: bytes,
    NanoCpus: processors * 1e9,
    // Room to spare: it is the gateway's watch that ends an engine for its processes, with the right word.
    PidsLimit: processes + 1,
    Ulimits: [
      ulimit('core', 0),
      ulimit('fsize', limits.fileBytes),
      // An engine that is refused memory can say so, one that is ended for it cannot.
      ...(memory.kind === 'none' ? [] : [ulimit('data', Math.max(bytes, runtimeBytes))]),
    ],
    Init: true,
    // How it ended is looked at first.
    AutoRemove: false,
    // Else Docker writes all it prints to a file.
    LogConfig: { Type: 'none', Config: {} },
  };
}

function ulimit(name: string, value: number): { Name: string; Soft: number; Hard: number } {
  return { Name: name, Soft: value, Hard: value };
}

/** As on this machine, but for PATH: that is the image's own. */
function environmentInside(launch: Launch): Record<string, string> {
  const { PATH: _, ...inside } = environment(launch, '/tmp');
  return inside;
}
