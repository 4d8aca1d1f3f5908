export interface Pace {
  /** Items that are looked at at a time. */
  readonly atOnce: number;
  /** How long an item is waited for before the next one is started beside it, in ms. */
  readonly headStartMs: number;
  /** What all of it may take, in ms. */
  readonly withinMs: number;
}

/**
 * Looks at items until one will do. The next item is started when one before it was not the one, or is slow; what is
 * found is judged in the order of the items, whichever was found first. Items not looked at in time are answered by
 * `late`. One answer for each item, up to the one that will do.
 */
export function inOrder<T, R>(
  items: readonly T[],
  look: (item: T) => Promise<R>,
  willDo: (found: R) => boolean,
  late: (item: T) => R,
  { atOnce, headStartMs, withinMs }: Pace,
): Promise<readonly R[]> {
  const found = new Map<number, R>();
  return new Promise((resolve, reject) => {
    let started = 0;
    const timers = new Set<NodeJS.Timeout>();
    const stop = () => {
      started = items.length;
      timers.forEach(clearTimeout);
    };
    const finish = (answers: readonly R[]) => {
      stop();
      resolve(answers);
    };
    const startNext = () => {
      const index = started;
      const item = items[index];
      if (item === undefined || index - found.size >= atOnce || [...found.values()].some(willDo)) return;
      started += 1;
      timers.add(setTimeout(startNext, headStartMs));
      look(item).then(
        (answer) => {
          found.set(index, answer);
          const answers = judged(items.length, found, willDo);
          if (answers !== null) finish(answers);
          else startNext();
        },
        (error: unknown) => {
          stop();
          reject(error);
        },
      );
    };
    timers.add(setTimeout(() => finish(upTo(willDo, items, (item, i) => found.get(i) ?? late(item))), withinMs));
    if (items.length === 0) finish([]);
    else startNext();
  });
}

/** The answers as far as they are needed; null while one that comes before is not known. */
function judged<R>(count: number, found: ReadonlyMap<number, R>, willDo: (found: R) => boolean): R[] | null {
  const answers: R[] = [];
  for (let index = 0; index < count; index += 1) {
    const answer = found.get(index);
    if (answer === undefined) return null;
    answers.push(answer);
    if (willDo(answer)) return answers;
  }
  return answers;
}

function upTo<T, R>(willDo: (found: R) => boolean, items: readonly T[], answer: (item: T, index: number) => R): R[] {
  const answers = items.map(answer);
  const last = answers.findIndex(willDo);
  return last < 0 ? answers : answers.slice(0, last + 1);
}
