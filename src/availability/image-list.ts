import type { ContainerEngine, ImageList } from '../contracts/containers.js';

/** The images of the Docker daemon, remembered for moments. The first question opens Docker, nothing before it. */
export interface RememberedImages {
  /** The list as it is now, or was a moment ago. */
  recent(): Promise<ImageList>;
  /** The same where it is that of a daemon; else as `recent`. Older, while it is renewed behind the caller's back. */
  usable(): Promise<ImageList>;
  forget(): void;
}

/** A list is used as it is for so long. */
const freshMs = 3_000;
/** A call in a container must not wait for a new list every few seconds: an old one serves while it is renewed. */
const usableMs = 60_000;
/** A daemon that takes longer hangs. */
const answerMs = 5_000;
/** What took long to find out is kept longer: a daemon that hangs is not waited for by one call after the other. */
const keptTimes = 10;

export function rememberImages(
  engine: Pick<ContainerEngine, 'images'>,
  named: readonly string[],
  now: () => number,
): RememberedImages {
  let known: { readonly list: ImageList; readonly at: number; readonly tookMs: number } | null = null;
  let pending: Promise<ImageList> | null = null;
  const ask = (): Promise<ImageList> => {
    const began = now();
    const asked = inTime(engine.images(named));
    pending = asked;
    void asked.then((list) => {
      // What was asked for before `forget` is not kept after it.
      if (pending !== asked) return;
      known = { list, at: now(), tookMs: now() - began };
      pending = null;
    });
    return asked;
  };
  const age = () => (known === null ? Infinity : now() - known.at);
  const recent = () => {
    if (known !== null && age() <= Math.max(freshMs, known.tookMs * keptTimes)) return Promise.resolve(known.list);
    return pending ?? ask();
  };
  return {
    recent,
    usable: () => {
      const list = recent();
      return known?.list.state === 'available' && age() <= usableMs ? Promise.resolve(known.list) : list;
    },
    forget: () => {
      known = null;
      pending = null;
    },
  };
}

function inTime(asked: Promise<ImageList>): Promise<ImageList> {
  const detail = `it did not answer within ${String(answerMs / 1000)} s`;
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve({ state: 'refused', reason: 'connection', detail }), answerMs);
    void asked.then((list) => {
      clearTimeout(timer);
      resolve(list);
    });
  });
}
