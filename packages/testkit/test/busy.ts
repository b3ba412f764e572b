/** Keeps the processor at work, as an engine does for a chunk of audio. */
export function computeFor(milliseconds: number): void {
  const { user } = process.cpuUsage();
  while (process.cpuUsage().user - user < milliseconds * 1000);
}

/** Listens for an abort and never stops listening. */
export function listenForEver(signal: AbortSignal | undefined): void {
  signal?.addEventListener('abort', () => undefined);
}
