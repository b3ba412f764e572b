/** 128 and the number of the signal, as shells have it. */
const EXIT_CODES = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

/** One Ctrl-C may arrive twice, from the terminal and from a launcher that hands it on; nobody presses it twice so fast. */
const SAME_PRESS_MS = 300;

/** Nobody sends these a second time: a command that waits for somebody else ends all the same. */
const CLEAN_UP_MS = 3000;

type EndingSignal = keyof typeof EXIT_CODES;

let exitCode: number | undefined;

/**
 * Calls back at the first Ctrl-C, so that the command can clean up; the process will exit with 130. A second one ends it at
 * once.
 */
export function onInterrupt(cleanUp: () => void): void {
  onSignal('SIGINT', cleanUp);
}

function onSignal(signal: EndingSignal, cleanUp: () => void): void {
  let firstMs: number | undefined;
  process.on(signal, () => {
    if (firstMs === undefined) {
      firstMs = performance.now();
      exitCode = EXIT_CODES[signal];
      process.exitCode = exitCode;
      cleanUp();
    } else if (performance.now() - firstMs > SAME_PRESS_MS) process.exit(EXIT_CODES[signal]);
  });
}

/** @returns what the process exits with when a signal ended its command; `undefined`: none did */
export function interruptedExitCode(): number | undefined {
  return exitCode;
}

/** The signal of a command: aborts at the first Ctrl-C, when the terminal goes, and when a service manager ends it. */
export function interruptSignal(): AbortSignal {
  const interrupt = new AbortController();
  onInterrupt(() => interrupt.abort());
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) {
    onSignal(signal, () => {
      interrupt.abort();
      setTimeout(() => process.exit(EXIT_CODES[signal]), CLEAN_UP_MS).unref();
    });
  }
  return interrupt.signal;
}
