import { SpeechError } from '@parlance/core/errors';
import type { Clock } from '@parlance/core/platform';

/** The method of a logger that is used. */
export type ErrorLine = (
  facts: { readonly err: unknown; readonly repeated?: number },
  message: string,
) => void;

/** A repeated error is logged at most once in this time. */
const TELL_EVERY_MS = 60_000;

/** A clock whose timers do not keep the process alive. */
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
 * Logs the first error of each kind at once, with its stack, and then only how often it was repeated: while a database is unavailable for an
 * hour, every worker fails every second.
 *
 * @returns logs an error; kinds are distinguished by code, message and reason
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
