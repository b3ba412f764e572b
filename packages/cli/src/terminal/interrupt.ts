/** 128 plus the number of the signal, as in shells. */
const EXIT_CODES = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

/** One Ctrl-C may arrive twice, from the terminal and forwarded by a launcher; nobody presses it twice this fast. */
const SAME_PRESS_MS = 300;

/** SIGTERM and SIGHUP are sent only once, so the process ends after this time even if the clean-up hangs. */
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

/** @returns the exit code if a signal ended the command; `undefined`: no signal came */
export function interruptedExitCode(): number | undefined {
  return exitCode;
}

/** The abort signal of a command: aborts at the first Ctrl-C, when the terminal closes, and when a service manager stops the process. */
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
