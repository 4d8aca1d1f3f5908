import type { RunProgress } from '../contracts/gateway.js';
import type { RunState } from './execute.js';

/** How often a long call says that it is still at work. */
const progressEveryMs = 1_500;

/** Tells a caller where a call is: at each new state, and in between. */
export interface Progress {
  state(state: RunState): void;
  stop(): void;
}

export function startProgress(onProgress: ((progress: RunProgress) => void) | undefined, began: number): Progress {
  if (onProgress === undefined) return { state: () => undefined, stop: () => undefined };
  let current: RunState | null = null;
  const tell = () => {
    if (current === null) return;
    try {
      onProgress({ state: current, elapsed_ms: Math.round(performance.now() - began) });
    } catch {
      // A listener's fault is not the call's.
    }
  };
  const timer = setInterval(tell, progressEveryMs);
  return {
    state: (state) => {
      if (state === current) return;
      current = state;
      tell();
    },
    stop: () => clearInterval(timer),
  };
}
