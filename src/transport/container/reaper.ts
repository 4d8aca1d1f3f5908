import { gatewayMark } from '../../process/guard.js';
import type { DockerClient } from './client.js';
import { asContainerError } from './errors.js';
import { isLeftover, ownerLabel, type ContainerSummary } from './labels.js';

/** Sees to it that no container outlives its gateway. */
export interface Reaper {
  /** Removes a container by force, whatever it does. Resolves when it is gone; where that fails, it is tried again later. */
  remove(id: string): Promise<void>;
  /** Removes what dead gateways have left, once, and what could not be removed before. Never rejects. */
  sweep(): Promise<void>;
  /** Removes all of this gateway that is left, where there may be any. Never rejects. */
  removeAll(): Promise<void>;
}

export function createReaper(client: DockerClient): Reaper {
  /** Ours that could not be removed: the daemon was away. */
  const remaining = new Set<string>();
  let swept: Promise<void> | null = null;

  const remove = async (id: string) => {
    remaining.add(id);
    try {
      await client.call((docker) => docker.getContainer(id).remove({ force: true, v: true }));
    } catch (error) {
      if (asContainerError(error).failure === 'container') remaining.delete(id);
      // Else somebody else is removing it just now, or the daemon is away.
      return;
    }
    remaining.delete(id);
  };

  const removeThose = async (label: string, which: (container: ContainerSummary) => boolean) => {
    const filters = { label: [label] };
    const found = await client.call((docker) => docker.listContainers({ all: true, filters }));
    const those = found.filter(({ Labels, State, Created }) =>
      which({ labels: Labels, state: State, created: Created }),
    );
    await Promise.all(those.map(({ Id }) => remove(Id)));
  };

  return {
    remove,
    sweep: async () => {
      swept ??= removeThose(ownerLabel, isLeftover).catch(() => {
        // The next use asks again.
        swept = null;
      });
      await Promise.all([swept, ...[...remaining].map(remove)]);
    },
    removeAll: async () => {
      if (swept === null && remaining.size === 0) return;
      await swept;
      await removeThose(`${ownerLabel}=${gatewayMark}`, () => true).catch(() => undefined);
    },
  };
}
