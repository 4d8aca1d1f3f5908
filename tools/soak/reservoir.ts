/** A sample of bounded size of all the numbers it was given, each as likely to be in it as any other. */
export interface Reservoir {
  readonly add: (value: number) => void;
  readonly count: () => number;
  readonly quantile: (q: number) => number;
}

const size = 4_096;

export function reservoir(): Reservoir {
  const kept: number[] = [];
  let seen = 0;
  return {
    add: (value) => {
      seen += 1;
      if (kept.length < size) kept.push(value);
      else {
        const at = Math.floor(Math.random() * seen);
        if (at < size) kept[at] = value;
      }
    },
    count: () => seen,
    quantile: (q) => {
      const sorted = kept.toSorted((a, b) => a - b);
      return sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))] ?? 0;
    },
  };
}
