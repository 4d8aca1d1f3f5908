import PQueue from 'p-queue';

/** Answers of probes, kept for a while. Concurrent callers share one probe; few probes run at once. */
export interface ProbeCache {
  /** `mark` tells whether what was probed is still the same; `keep` whether an answer may be used while it is renewed. */
  get<T>(key: string, mark: string, probe: () => Promise<T>, keep: (value: T) => boolean): Promise<Known<T>>;
  /** Whether the last answer may be used while it is renewed. */
  holdsGood(key: string, mark: string): boolean;
  /** Every key that starts so is probed anew at the next question. */
  forget(prefix: string): void;
}

export interface Known<T> {
  readonly value: T;
  /** When it was found out, in ms. */
  readonly at: number;
}

/** A good answer is used as it is for so long. */
const freshMs = 30_000;
/** A bad one: it may come of the moment, and somebody may be mending it. */
const badFreshMs = 5_000;
/**
 * A good answer about an unchanged file is used for so long while it is renewed behind the caller's back: the trial
 * computation of a large engine takes seconds, and a call every minute must not pay for it each time.
 */
const usableMs = 600_000;
const probesAtOnce = 3;

interface Entry {
  readonly mark: string;
  readonly known: Known<unknown> | null;
  /** Whether what is known may be used while it is renewed. */
  readonly isGood: boolean;
  readonly pending: Promise<Known<unknown>> | null;
}

const unknown = { known: null, isGood: false, pending: null } as const;

export function createProbeCache(now: () => number): ProbeCache {
  const entries = new Map<string, Entry>();
  const queue = new PQueue({ concurrency: probesAtOnce });

  const start = <T>(
    key: string,
    mark: string,
    { known: old, isGood }: Pick<Entry, 'known' | 'isGood'>,
    probe: () => Promise<T>,
    keep: (value: T) => boolean,
  ): Promise<Known<T>> => {
    const pending = queue.add(async () => {
      const value = await probe();
      // What worked a moment ago and is the same file still works, as a rule: one bad trial (it was killed, the machine was
      // busy) is tried again before it counts.
      const again = isGood && !keep(value);
      return { value: again ? await probe() : value, at: now() };
    });
    entries.set(key, { mark, known: old, isGood, pending });
    pending.then(
      (known) => settle(key, pending, { mark, known, isGood: keep(known.value), pending: null }),
      () => settle(key, pending, null),
    );
    return pending;
  };

  /** An answer that was asked for before `forget` is not kept after it. */
  const settle = (key: string, pending: Promise<Known<unknown>>, entry: Entry | null) => {
    if (entries.get(key)?.pending !== pending) return;
    if (entry === null) entries.delete(key);
    else entries.set(key, entry);
  };

  return {
    holdsGood: (key, mark) => {
      const entry = entries.get(key);
      return entry?.mark === mark && entry.isGood;
    },
    get: <T>(key: string, mark: string, probe: () => Promise<T>, keep: (value: T) => boolean) => {
      const found = entries.get(key);
      const entry = found?.mark === mark ? found : unknown;
      // One key is always asked with one kind of probe.
      const known = entry.known as Known<T> | null;
      const age = known === null ? Infinity : now() - known.at;
      if (known !== null && age <= (entry.isGood ? freshMs : badFreshMs)) return Promise.resolve(known);
      const pending = (entry.pending as Promise<Known<T>> | null) ?? start(key, mark, entry, probe, keep);
      return known !== null && age <= usableMs && entry.isGood ? Promise.resolve(known) : pending;
    },
    forget: (prefix) => {
      for (const [key, entry] of entries) {
        if (!key.startsWith(prefix)) continue;
        // What it was stays known as old: a probe that fails is then tried again.
        if (entry.known === null) entries.delete(key);
        else entries.set(key, { ...entry, known: { ...entry.known, at: -Infinity }, pending: null });
      }
    },
  };
}
