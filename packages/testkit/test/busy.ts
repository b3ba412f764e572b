/** Square roots between two looks at the time, which take a few microseconds. */
const ROOTS = 1000;

/** Keeps the processor busy, as an engine does for a chunk of audio. */
export function computeFor(milliseconds: number): void {
  const start = process.cpuUsage();
  let sum = 0;
  for (;;) {
    for (let root = 0; root < ROOTS; root++) sum += Math.sqrt(sum + root);
    const { user, system } = process.cpuUsage(start);
    if (user + system >= milliseconds * 1000) return;
  }
}

/** Adds a listener for an abort and never removes it. */
export function listenForEver(signal: AbortSignal | undefined): void {
  signal?.addEventListener('abort', () => undefined);
}
