/** A line on the terminal that is overwritten as work progresses; without a terminal nothing is shown. */
export interface ProgressLine {
  show(text: string): void;
  /** Erases the line. */
  clear(): void;
}

/** Minimum time between two updates. */
const SHOW_EVERY_MS = 100;
const BACK_TO_EMPTY_LINE = '\r\x1b[2K';

export function createProgressLine(stream: NodeJS.WriteStream = process.stderr): ProgressLine {
  let shownAtMs = Number.NEGATIVE_INFINITY;
  return {
    show(text) {
      if (!stream.isTTY || performance.now() - shownAtMs < SHOW_EVERY_MS) return;
      shownAtMs = performance.now();
      stream.write(BACK_TO_EMPTY_LINE + text);
    },
    clear() {
      if (stream.isTTY) stream.write(BACK_TO_EMPTY_LINE);
    },
  };
}
