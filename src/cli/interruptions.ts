/** What a terminal, a shell or a service manager ends a command with. */
const interruptions = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Calls back at the first interruption; the next one ends this process at once. Gives what ends the listening. */
export function onInterruption(act: () => void): () => void {
  const stop = () => {
    for (const name of interruptions) process.off(name, interrupted);
  };
  const interrupted = () => {
    stop();
    act();
  };
  for (const name of interruptions) process.on(name, interrupted);
  return stop;
}
