import { BundleError } from '../contracts/bundles.js';
import type { BundleDependencies } from './bundle-test.js';

/** What a terminal, a shell or a service manager ends a command with. */
const interruptions = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Does work that can be interrupted: what it has begun with these is ended then, so that it fails like any other and
 * leaves nothing behind. A second interruption ends this process at once.
 */
export async function interruptibly<T>(
  dependencies: BundleDependencies,
  work: (dependencies: BundleDependencies) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const interrupt = () => controller.abort(new BundleError(interrupted));
  for (const name of interruptions) process.once(name, interrupt);
  try {
    return await work(withSignal(dependencies, controller.signal));
  } finally {
    for (const name of interruptions) process.off(name, interrupt);
  }
}

const interrupted = 'interrupted';

function withSignal({ run, bundles, ...others }: BundleDependencies, signal: AbortSignal): BundleDependencies {
  return {
    ...others,
    run: async (file, args, options) => {
      const result = await run(file, args, { ...options, signal });
      return signal.aborted ? { ...result, spawnError: interrupted } : result;
    },
    bundles: {
      ...bundles,
      run: (image, file, args, options) => bundles.run(image, file, args, { ...options, signal }),
      build: (request, onLine) => bundles.build(request, onLine, signal),
      save: (names) => bundles.save(names, signal),
    },
  };
}
