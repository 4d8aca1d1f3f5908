import { setTimeout as sleep } from 'node:timers/promises';
import type { DockerClient } from './client.js';
import { asContainerError, ContainerError, isUnreachable } from './errors.js';
import { isLeftover, ownerLabel, type ContainerSummary } from './labels.js';

/** Sees to it that no container outlives its gateway. */
export interface Reaper {
  /** Has a container made, and knows that it may be there before Docker has said so. Rejects once all are to be removed. */
  making<T>(make: () => Promise<T>): Promise<T>;
  /** Removes a container by force, whatever it does. Resolves when it is gone; where that fails, it is tried again later. */
  remove(id: string): Promise<void>;
  /** Removes what dead gateways have left, once, and what could not be removed before. Never rejects. */
  sweep(): Promise<void>;
  /** Removes all of this gateway that is left, where there may be any. No more can be made then. Never rejects. */
  removeAll(): Promise<void>;
}

/** A busy daemon takes seconds to remove a container. For one that hangs nobody waits longer: neither a call nor a close. */
const removalMs = 5_000;

/** `owner`: as in the labels. */
export function createReaper(client: DockerClient, owner: string): Reaper {
  /** Ours that could not be removed: the daemon was away. */
  const remaining = new Set<string>();
  let swept: Promise<void> | null = null;
  const beingMade = new Set<Promise<unknown>>();
  /** Docker did not answer: one may have been made all the same. */
  let mayHaveMade = false;
  let isClosed = false;

  const removals = new Map<string, Promise<void>>();
  /** Docker refuses to remove what it removes already: who wants the same waits for the same. */
  const remove = (id: string): Promise<void> => {
    const removal = removals.get(id) ?? removeNow(id).finally(() => removals.delete(id));
    removals.set(id, removal);
    return removal;
  };

  const removeNow = async (id: string) => {
    remaining.add(id);
    try {
      await client.call((docker) => docker.getContainer(id).remove({ force: true, v: true }), removalMs);
    } catch (error) {
      if (asContainerError(error).failure === 'container') remaining.delete(id);
      // Else somebody else is removing it just now, or the daemon is away.
      return;
    }
    remaining.delete(id);
  };

  const removeThose = async (label: string, which: (container: ContainerSummary) => boolean) => {
    const filters = { label: [label] };
    const found = await client.call((docker) => docker.listContainers({ all: true, filters }), removalMs);
    const those = found.filter(({ Labels, State, Created }) =>
      which({ labels: Labels, state: State, created: Created }),
    );
    await Promise.all(those.map(({ Id }) => remove(Id)));
  };

  return {
    making: async (make) => {
      if (isClosed) throw new ContainerError('the gateway is closed', 'request');
      const made = make();
      beingMade.add(made);
      try {
        return await made;
      } catch (error) {
        mayHaveMade ||= isUnreachable(error);
        throw error;
      } finally {
        beingMade.delete(made);
      }
    },
    remove,
    sweep: async () => {
      swept ??= removeThose(ownerLabel, isLeftover).catch(() => {
        // The next use asks again.
        swept = null;
      });
      await Promise.all([swept, ...[...remaining].map(remove)]);
    },
    removeAll: async () => {
      isClosed = true;
      if (swept === null && remaining.size === 0 && beingMade.size === 0 && !mayHaveMade) return;
      const patience = new AbortController();
      const enough = sleep(removalMs, undefined, { signal: patience.signal }).catch(() => undefined);
      await Promise.race([Promise.allSettled([swept, ...beingMade]), enough]);
      patience.abort();
      await removeThose(`${ownerLabel}=${owner}`, () => true).catch(() => undefined);
    },
  };
}
