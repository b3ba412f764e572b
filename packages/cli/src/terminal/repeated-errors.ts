import { SpeechError } from '@parlance/core/errors';
import type { Clock } from '@parlance/core/platform';

/** The part of a logger that it is told on. */
export type ErrorLine = (
  facts: { readonly err: unknown; readonly repeated?: number },
  message: string,
) => void;

/** While an error comes again and again, it is told once in so many milliseconds. */
const TELL_EVERY_MS = 60_000;

/** Its timers keep no process alive. */
const UNREFERENCED: Pick<Clock, 'after'> = {
  after(delayMs, run) {
    const timer = setTimeout(run, delayMs).unref();
    return () => clearTimeout(timer);
  },
};

interface Repetition {
  last: unknown;
  repeated: number;
}

/**
 * Tells the first error of each kind at once, with its stack, and of those that follow only how many they were: a database that is away
 * for an hour fails every second, in every worker.
 *
 * @returns takes an error; kinds are told apart by code and message
 */
export function tellRepeatedOnce(
  tell: ErrorLine,
  message: string,
  clock: Pick<Clock, 'after'> = UNREFERENCED,
): (error: unknown) => void {
  const seen = new Map<string, Repetition>();
  const watch = (kind: string): void => {
    clock.after(TELL_EVERY_MS, () => {
      const { last, repeated } = seen.get(kind) ?? { last: undefined, repeated: 0 };
      seen.delete(kind);
      if (repeated === 0) return;
      tell({ err: last, repeated }, message);
      seen.set(kind, { last, repeated: 0 });
      watch(kind);
    });
  };
  return (error) => {
    const { code, message: said, details } = SpeechError.from(error);
    const kind = JSON.stringify([code, said, details.reason]);
    const known = seen.get(kind);
    if (known !== undefined) {
      known.last = error;
      known.repeated += 1;
      return;
    }
    seen.set(kind, { last: error, repeated: 0 });
    tell({ err: error }, message);
    watch(kind);
  };
}
