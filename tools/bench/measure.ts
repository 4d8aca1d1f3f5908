/** Times in ms, and what is made of many of them. */
export async function timed(work: () => unknown): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

export function quantile(values: readonly number[], q: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))] ?? 0;
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** Times of single calls, and how many there were in a second. */
export interface Load {
  readonly times: readonly number[];
  readonly perSecond: number;
}

/** No measurement begins a call after this time: a slow engine makes fewer calls. */
export const longestMs = 8_000;

/**
 * So many callers at once, each with its next call as soon as it has an answer, until the calls or the time are used up.
 * `first` is the number of the first call: no question is asked twice.
 */
export async function load(
  callers: number,
  calls: number,
  first: number,
  call: (i: number) => Promise<unknown>,
): Promise<Load> {
  const times: number[] = [];
  let next = first;
  const began = performance.now();
  const caller = async () => {
    while (next < first + calls && performance.now() - began < longestMs) {
      const i = next;
      next += 1;
      times.push(await timed(() => call(i)));
    }
  };
  await Promise.all(Array.from({ length: Math.min(callers, calls) }, caller));
  return { times, perSecond: (1000 * times.length) / (performance.now() - began) };
}

export function merge(loads: readonly Load[]): Load {
  return { times: loads.flatMap(({ times }) => times), perSecond: median(loads.map(({ perSecond }) => perSecond)) };
}
