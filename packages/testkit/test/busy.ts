/** Keeps the processor busy, as an engine does for a chunk of audio. */
export function computeFor(milliseconds: number): void {
  const { user } = process.cpuUsage();
  while (process.cpuUsage().user - user < milliseconds * 1000);
}

/** Adds a listener for an abort and never removes it. */
export function listenForEver(signal: AbortSignal | undefined): void {
  signal?.addEventListener('abort', () => undefined);
}
