import type { BundleEngine } from '../../contracts/bundles.js';
import type { ContainerEngine } from '../../contracts/containers.js';
import type { Transport } from '../../contracts/transport.js';

/** Docker for one gateway. Its code is read, and Docker asked, when something is wanted of it. */
export interface Containers {
  readonly engine: ContainerEngine;
  readonly transport: Transport;
  bundles(): Promise<BundleEngine>;
  /** A moment from now, without anybody's waiting for it: removes what dead gateways have left. */
  removeLeftovers(): void;
  /** Removes what is left of this gateway's containers. Never rejects. */
  close(): Promise<void>;
}

/** Whoever starts a gateway has something to ask of it first. */
const leisureMs = 1_000;

/** `address`: as in DOCKER_HOST; null: where Docker's own command would look. */
export function openContainers(address: string | null): Containers {
  let opened: ReturnType<typeof open> | null = null;
  let leisure: NodeJS.Timeout | undefined;
  let isClosed = false;
  const docker = () => (opened ??= open(address));
  return {
    engine: {
      images: async (named) => (await docker()).bundles.images(named),
      run: async (image, file, args, options) => (await docker()).bundles.run(image, file, args, options),
    },
    transport: {
      name: 'container',
      start: async (launch, limits) => (await docker()).transport.start(launch, limits),
    },
    bundles: async () => (await docker()).bundles,
    removeLeftovers: () => {
      leisure = setTimeout(() => {
        void import('./leftovers.js')
          .then(({ hasLeftovers }) => hasLeftovers(address))
          .then(async (has) => {
            if (has && !isClosed) await (await docker()).host.reaper.sweep();
          });
      }, leisureMs).unref();
    },
    close: async () => {
      isClosed = true;
      clearTimeout(leisure);
      if (opened !== null) await (await opened).host.close();
    },
  };
}

async function open(address: string | null) {
  const [{ openContainerHost }, { createBundleEngine }, { containerTransport }] = await Promise.all([
    import('./host.js'),
    import('./images.js'),
    import('./transport.js'),
  ]);
  const host = openContainerHost(address);
  return { host, bundles: createBundleEngine(host), transport: containerTransport(host) };
}
