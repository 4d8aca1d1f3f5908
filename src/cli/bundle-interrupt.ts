import { BundleError } from '../contracts/bundles.js';
import type { BundleDependencies } from './bundle-test.js';
import { onInterruption } from './interruptions.js';

/**
 * Does work that can be interrupted: what it has begun with these is ended then, so that it fails like any other and
 * leaves nothing behind. A second interruption ends this process at once.
 */
export async function interruptibly<T>(
  dependencies: BundleDependencies,
  work: (dependencies: BundleDependencies) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const stopListening = onInterruption(() => controller.abort(new BundleError(interrupted)));
  try {
    return await work(withSignal(dependencies, controller.signal));
  } finally {
    stopListening();
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
      run: async (image, file, args, options) => {
        const result = await bundles.run(image, file, args, { ...options, signal });
        // An engine that was ended for it has not failed.
        signal.throwIfAborted();
        return result;
      },
      build: (request, onLine) => bundles.build(request, onLine, signal),
      save: (names) => bundles.save(names, signal),
    },
  };
}
