/** 128 and the number of SIGINT, as shells have it. */
export const INTERRUPTED_EXIT_CODE = 130;

/** One Ctrl-C may arrive twice, from the terminal and from a launcher that hands it on; nobody presses it twice so fast. */
const SAME_PRESS_MS = 300;

/**
 * Calls back at the first Ctrl-C, so that the command can clean up; the process will exit with 130. A second one ends it at
 * once.
 */
export function onInterrupt(cleanUp: () => void): void {
  let firstMs: number | undefined;
  process.on('SIGINT', () => {
    if (firstMs === undefined) {
      firstMs = performance.now();
      process.exitCode = INTERRUPTED_EXIT_CODE;
      cleanUp();
    } else if (performance.now() - firstMs > SAME_PRESS_MS) process.exit(INTERRUPTED_EXIT_CODE);
  });
}

export function isInterrupted(): boolean {
  return process.exitCode === INTERRUPTED_EXIT_CODE;
}

/** The signal of a command: aborts at the first Ctrl-C. */
export function interruptSignal(): AbortSignal {
  const interrupt = new AbortController();
  onInterrupt(() => interrupt.abort());
  return interrupt.signal;
}
