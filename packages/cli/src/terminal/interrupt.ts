/** 128 and the number of SIGINT, as shells have it. */
export const INTERRUPTED_EXIT_CODE = 130;

/**
 * The signal of a command: aborts at the first Ctrl-C, so that the command can clean up. A second one ends the process.
 */
export function interruptSignal(): AbortSignal {
  const interrupt = new AbortController();
  process.on('SIGINT', () => {
    if (interrupt.signal.aborted) process.exit(INTERRUPTED_EXIT_CODE);
    process.exitCode = INTERRUPTED_EXIT_CODE;
    interrupt.abort();
  });
  return interrupt.signal;
}
